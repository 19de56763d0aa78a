/** By the name of a ruleset the file that says how its board is drawn. */
declare const data: Record<string, string>;
export default data;
