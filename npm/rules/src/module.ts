// The module in WebAssembly: loading it, and putting numbers into its memory.
import { TaflError } from "./errors.js";

/** An object in the memory of the module. */
export type Handle = number;

/** What the module exports of the rules (wasm/rules.ts). Squares are padded, a move is the origin * 1024 + the target. */
export interface Kernel {
  memory: WebAssembly.Memory;
  alloc(bytes: number): number;
  free(at: number): void;
  __pin(object: Handle): Handle;
  __unpin(object: Handle): void;
  __collect(): void;
  words(at: number): Handle;
  cells(at: number): Handle;
  tables(at: number): Handle;
  length(v: Handle): number;
  word(v: Handle, i: number): bigint;
  numbersOf(v: Handle): number;
  room(t: Handle): Handle;
  setUp(
    t: Handle, cells: Handle, king: number, side: number, flags: number, roll: number, berserk: number, ply: number,
  ): Handle;
  board(p: Handle): number;
  fill(p: Handle, out: Handle): number;
  make(p: Handle, q: number, to: number): void;
  makeSilently(p: Handle, q: number, to: number): void;
  unmake(p: Handle): void;
  end(p: Handle): number;
  canRoll(p: Handle): number;
  roll(p: Handle, face: number): void;
  pending(p: Handle): number;
  berserk(p: Handle): number;
  king(p: Handle): number;
  side(p: Handle): number;
  ply(p: Handle): number;
  unannounced(p: Handle): number;
  sinceCapture(p: Handle): number;
  occurrences(p: Handle): number;
  explain(p: Handle, q: number, to: number): Handle;
  illegality(p: Handle, q: number, to: number): number;
  allows(p: Handle, q: number, to: number): number;
  announced(p: Handle, q: number, to: number, silent: boolean): number;
}

/** What the module with the search exports beside that (wasm/search.ts). */
export interface SearchKernel extends Kernel {
  network(t: Handle, biases: Handle, weights: Handle, outputs: Handle): Handle;
  evaluation(
    t: Handle, weights: Handle, pieces: Handle, men: Handle, enough: number, offset: number, network: Handle,
  ): Handle;
  search(p: Handle, evaluation: Handle, megabytes: number): Handle;
  begin(s: Handle, p: Handle, nodes: number, lines: number): void;
  deepen(s: Handle): number;
  nodes(s: Handle): number;
  depth(s: Handle): number;
  lines(s: Handle): number;
  value(s: Handle, n: number): number;
  lineLength(s: Handle, n: number): number;
  lineMove(s: Handle, n: number, i: number): number;
}

const COLLECTED = 4096; // after so many calls that leave objects behind

/** A module that is loaded. */
export class Module<K extends Kernel = Kernel> {
  private calls = 0;
  constructor(readonly kernel: K) {}

  /** What a function of the module makes of bytes in its memory, kept until it is dropped. */
  read(bytes: Uint8Array, reader: (at: number) => Handle): Handle {
    const at = this.kernel.alloc(bytes.length);
    new Uint8Array(this.kernel.memory.buffer).set(bytes, at);
    const made = this.kernel.__pin(reader(at));
    this.kernel.free(at);
    return made;
  }
  numbers(values: ArrayLike<number>): Handle {
    return this.read(packNumbers(values, 8, (view, at, value) => view.setBigInt64(at, BigInt(value), true)), this.kernel.words);
  }
  cells(values: ArrayLike<number>): Handle {
    return this.read(packNumbers(values, 2, (view, at, value) => view.setInt16(at, value, true)), this.kernel.cells);
  }
  /** The numbers of a list in the memory, which are below 2³². */
  list(v: Handle, count = this.kernel.length(v)): number[] {
    const words = new Int32Array(this.kernel.memory.buffer, this.kernel.numbersOf(v), 2 * count);
    return Array.from({ length: count }, (_, i) => words[2 * i]);
  }
  drop(...objects: Handle[]): void {
    for (const object of objects) if (object) this.kernel.__unpin(object);
  }
  /** Let the module free what nobody has any more, now and then. */
  tidy(): void {
    if (++this.calls % COLLECTED === 0) this.kernel.__collect();
  }
}

function packNumbers(
  values: ArrayLike<number>, width: number, put: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 + width * values.length));
  view.setBigInt64(0, BigInt(values.length), true);
  for (let i = 0; i < values.length; i++) put(view, 8 + width * i, values[i]);
  return new Uint8Array(view.buffer);
}

/** The bytes of a file of the package, in Node or in a browser. */
export async function readBytes(url: URL): Promise<Uint8Array> {
  if (url.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new TaflError(`${url} was not found: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Make a module of its bytes; `stopped` is what a search asks now and then. */
export async function instantiate<K extends Kernel>(bytes: BufferSource, stopped = () => false): Promise<Module<K>> {
  const abort = (_message: number, _file: number, line: number, column: number) => {
    throw new TaflError(`the module stopped at ${line}:${column}`);
  };
  const { instance } = await WebAssembly.instantiate(bytes, { env: { abort, stopped } });
  return new Module(instance.exports as unknown as K);
}
