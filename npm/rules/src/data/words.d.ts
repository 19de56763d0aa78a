import type { WordsData } from "../words.js";
declare const data: WordsData;
export default data;
