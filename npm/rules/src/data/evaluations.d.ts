/** By the name of a ruleset the file of its evaluation, and how many attackers are enough. */
declare const data: Record<string, [file: string, enough: number]>;
export default data;
