import type { TablesData } from "../tables.js";
declare const data: TablesData;
export default data;
