// Loads a module, and puts numbers into its memory.
import { readFileSync } from "node:fs";

export function load(file) {
  const abort = (message, path, line, column) => { throw new Error(`the module stopped at ${line}:${column}`); };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { env: { abort, stopped: () => false } });
  const read = (bytes, reader) => { // what the reader makes of bytes in memory, kept until the host lets it go
    const at = exports.alloc(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, at);
    const made = exports.__pin(reader(at));
    exports.free(at);
    return made;
  };
  const numbers = (values, width, put) => {
    const view = new DataView(new ArrayBuffer(8 + width * values.length));
    view.setBigInt64(0, BigInt(values.length), true);
    values.forEach((value, i) => put(view, 8 + width * i, value));
    return new Uint8Array(view.buffer);
  };
  return {
    exports,
    tables: (bytes) => read(bytes, exports.tables),
    words: (values) => read(numbers(values, 8, (view, at, value) => view.setBigInt64(at, BigInt(value), true)), exports.words),
    cells: (values) => read(numbers(values, 2, (view, at, value) => view.setInt16(at, value, true)), exports.cells),
    keep: (object) => exports.__pin(object),
    drop: (...objects) => objects.forEach((object) => object && exports.__unpin(object)),
  };
}
