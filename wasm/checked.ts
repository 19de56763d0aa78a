// The module that checks every index, and counts the blocks that it runs.
export * from "./search";
export { hits } from "./build/kernel";
