// The module that checks every index, and counts the blocks that it runs.
export * from "./checks";
export { hits } from "./build/kernel";
