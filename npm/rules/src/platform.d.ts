// What the package uses of Node, so that no types of it need be installed.
declare module "node:fs/promises" {
  export function readFile(file: URL): Promise<Uint8Array>;
}
declare module "node:worker_threads" {
  export class Worker {
    constructor(file: URL);
    postMessage(message: unknown): void;
    on(event: string, listener: (value: never) => void): void;
    terminate(): Promise<number>;
    unref(): void;
    ref(): void;
  }
  export const parentPort: { on(event: string, listener: (message: never) => void): void; postMessage(message: unknown): void } | null;
}
declare module "node:readline" {
  export function createInterface(options: { input: unknown }): AsyncIterable<string>;
}
declare module "node:process" {
  export const stdin: unknown;
  export const stdout: { write(text: string): boolean };
}
