// What the transpiled source stands on, by hand: vectors, lists, pairs, and division that rounds down.
//
// Memory: all objects are AssemblyScript's own, and its collector frees them (`--runtime minimal`). It runs only while
// the module is not called, when its host asks (`__collect`), so it never meets half of a call. Nothing is freed by
// hand. What would be garbage at every move, a copy of a board and room for moves, comes from a pool, and functions
// give it back there where the transpiler has seen that nobody else knows it. Vectors of the pool stay alive, so a
// mistake could mix up their numbers but not the memory; in a module with checks (without `--noAssert`) it is an error
// to read or write one that was given back, and so is every index that is out of bounds.

const POOLED: i64 = 4096; // longer vectors are left to the collector
// @ts-ignore: the compiler knows whether it was told --noAssert
const CHECKS: bool = !ASC_NO_ASSERT;

export class Vec64 {
  length: i64 = 0;
  next: Vec64 | null = null; // in the pool
  given: i32 = 0; // whether it was given back; a whole word, so that the numbers are aligned

  @inline private static at(v: Vec64, i: i64): usize {
    return changetype<usize>(v) + offsetof<Vec64>() + (<usize>i << 3);
  }
  @inline g(i: i64): i64 {
    assert(<u64>i < <u64>this.length && !this.given);
    return load<i64>(Vec64.at(this, i));
  }
  @inline s(i: i64, value: i64): void {
    assert(<u64>i < <u64>this.length && !this.given);
    store<i64>(Vec64.at(this, i), value);
  }
  private static taken(length: i64): Vec64 {
    if (length < POOLED) {
      const v = unchecked(pool64[<i32>length]);
      if (v) {
        unchecked(pool64[<i32>length] = v.next);
        if (CHECKS) v.given = 0;
        return v;
      }
    }
    const v = changetype<Vec64>(__new(offsetof<Vec64>() + (<usize>length << 3), idof<Vec64>()));
    v.length = length;
    v.next = null;
    v.given = 0;
    return v;
  }
  static filled(length: i64, value: i64): Vec64 {
    assert(length >= 0);
    const v = Vec64.taken(length);
    if (value == 0) memory.fill(Vec64.at(v, 0), 0, <usize>length << 3);
    else for (let i: i64 = 0; i < length; i++) v.s(i, value);
    return v;
  }
  static of(values: StaticArray<i64>): Vec64 {
    const v = Vec64.taken(values.length);
    for (let i = 0; i < values.length; i++) v.s(i, values[i]);
    return v;
  }
  static from(values: List<i64>): Vec64 {
    const v = Vec64.taken(values.length);
    for (let i: i64 = 0; i < values.length; i++) v.s(i, values.g(i));
    return v;
  }
  /** The vector that lies in memory as its length and its numbers. */
  static read(words: usize): Vec64 {
    const v = Vec64.taken(load<i64>(words));
    memory.copy(Vec64.at(v, 0), words + 8, <usize>v.length << 3);
    return v;
  }
  slice(first: i64, last: i64): Vec64 {
    assert(0 <= first && first <= last && last <= this.length && !this.given);
    const v = Vec64.taken(last - first);
    memory.copy(Vec64.at(v, 0), Vec64.at(this, first), <usize>(last - first) << 3);
    return v;
  }
  joined(other: Vec64): Vec64 {
    const v = Vec64.taken(this.length + other.length);
    memory.copy(Vec64.at(v, 0), Vec64.at(this, 0), <usize>this.length << 3);
    memory.copy(Vec64.at(v, this.length), Vec64.at(other, 0), <usize>other.length << 3);
    return v;
  }
  equals(other: Vec64): bool {
    return this.length == other.length &&
      memory.compare(Vec64.at(this, 0), Vec64.at(other, 0), <usize>this.length << 3) == 0;
  }
  /** Give a vector back that nobody else knows. */
  @inline static give(v: Vec64): void {
    if (changetype<usize>(v) != 0 && v.length < POOLED) {
      assert(!v.given);
      if (CHECKS) v.given = 1;
      v.next = unchecked(pool64[<i32>v.length]);
      unchecked(pool64[<i32>v.length] = v);
    }
  }
  /** Give the one back, and have the other. */
  @inline static swap(before: Vec64, after: Vec64): Vec64 {
    Vec64.give(before);
    return after;
  }
}

export class Vec16 {
  length: i64 = 0;
  next: Vec16 | null = null;
  given: i32 = 0; // whether it was given back; a whole word, so that the numbers are aligned

  @inline private static at(v: Vec16, i: i64): usize {
    return changetype<usize>(v) + offsetof<Vec16>() + (<usize>i << 1);
  }
  @inline g(i: i64): i32 {
    assert(<u64>i < <u64>this.length && !this.given);
    return load<i16>(Vec16.at(this, i));
  }
  @inline s(i: i64, value: i32): void {
    assert(<u64>i < <u64>this.length && !this.given);
    store<i16>(Vec16.at(this, i), <i16>value);
  }
  private static taken(length: i64): Vec16 {
    if (length < POOLED) {
      const v = unchecked(pool16[<i32>length]);
      if (v) {
        unchecked(pool16[<i32>length] = v.next);
        if (CHECKS) v.given = 0;
        return v;
      }
    }
    const v = changetype<Vec16>(__new(offsetof<Vec16>() + (<usize>length << 1), idof<Vec16>()));
    v.length = length;
    v.next = null;
    v.given = 0;
    return v;
  }
  static filled(length: i64, value: i32): Vec16 {
    assert(length >= 0);
    const v = Vec16.taken(length);
    for (let i: i64 = 0; i < length; i++) v.s(i, value);
    return v;
  }
  static of(values: StaticArray<i32>): Vec16 {
    const v = Vec16.taken(values.length);
    for (let i = 0; i < values.length; i++) v.s(i, values[i]);
    return v;
  }
  static from(values: List<i32>): Vec16 {
    const v = Vec16.taken(values.length);
    for (let i: i64 = 0; i < values.length; i++) v.s(i, values.g(i));
    return v;
  }
  static read(words: usize): Vec16 {
    const v = Vec16.taken(load<i64>(words));
    memory.copy(Vec16.at(v, 0), words + 8, <usize>v.length << 1);
    return v;
  }
  slice(first: i64, last: i64): Vec16 {
    assert(0 <= first && first <= last && last <= this.length && !this.given);
    const v = Vec16.taken(last - first);
    memory.copy(Vec16.at(v, 0), Vec16.at(this, first), <usize>(last - first) << 1);
    return v;
  }
  equals(other: Vec16): bool {
    return this.length == other.length &&
      memory.compare(Vec16.at(this, 0), Vec16.at(other, 0), <usize>this.length << 1) == 0;
  }
  @inline static give(v: Vec16): void {
    if (changetype<usize>(v) != 0 && v.length < POOLED) {
      assert(!v.given);
      if (CHECKS) v.given = 1;
      v.next = unchecked(pool16[<i32>v.length]);
      unchecked(pool16[<i32>v.length] = v);
    }
  }
  @inline static swap(before: Vec16, after: Vec16): Vec16 {
    Vec16.give(before);
    return after;
  }
}

/** Of each length, the vectors that wait to be used again. */
const pool64 = new StaticArray<Vec64 | null>(<i32>POOLED);
const pool16 = new StaticArray<Vec16 | null>(<i32>POOLED);

export class List<T> {
  length: i64 = 0;
  private data: StaticArray<T> = new StaticArray<T>(4);

  @inline g(i: i64): T {
    assert(<u64>i < <u64>this.length);
    return unchecked(this.data[<i32>i]);
  }
  @inline s(i: i64, value: T): void {
    assert(<u64>i < <u64>this.length);
    unchecked(this.data[<i32>i] = value);
  }
  append(value: T): void {
    const room = this.data.length;
    if (this.length == <i64>room) {
      const data = new StaticArray<T>(2 * room);
      for (let i = 0; i < room; i++) data[i] = this.data[i];
      this.data = data;
    }
    unchecked(this.data[<i32>this.length] = value);
    this.length++;
  }
  pop(): T {
    const value = this.g(this.length - 1);
    this.length--;
    return value;
  }
  clear(): void { this.length = 0; }
  extend(other: List<T>): void {
    for (let i: i64 = 0; i < other.length; i++) this.append(other.g(i));
  }
  plus(other: List<T>): List<T> {
    const out = this.slice(0, this.length);
    out.extend(other);
    return out;
  }
  slice(first: i64, last: i64): List<T> {
    const out = new List<T>();
    for (let i = first; i < last; i++) out.append(this.g(i));
    return out;
  }
  count(value: T): i64 {
    let n: i64 = 0;
    for (let i: i64 = 0; i < this.length; i++) if (this.g(i) == value) n++;
    return n;
  }
  includes(value: T): bool { return this.count(value) != 0; }
  reverse(): void {
    for (let i: i64 = 0, j = this.length - 1; i < j; i++, j--) {
      const value = this.g(i);
      this.s(i, this.g(j));
      this.s(j, value);
    }
  }
}

export function list0<T>(): List<T> { return new List<T>(); }
export function list1<T>(a: T): List<T> {
  const list = new List<T>();
  list.append(a);
  return list;
}
export function list2<T>(a: T, b: T): List<T> {
  const list = list1<T>(a);
  list.append(b);
  return list;
}
export function list3<T>(a: T, b: T, c: T): List<T> {
  const list = list2<T>(a, b);
  list.append(c);
  return list;
}
export function list4<T>(a: T, b: T, c: T, d: T): List<T> {
  const list = list3<T>(a, b, c);
  list.append(d);
  return list;
}

export class Pair<A, B> {
  constructor(public a: A, public b: B) {}
}

/** Keep a value, unless there is one with that key. */
export function setdefault<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (!map.has(key)) map.set(key, value);
}

// @ts-ignore: what the host is asked
@external("env", "stopped") declare function stopped(): bool;

/** Asked now and then whether to stop; the host decides, or the memory. */
export class Stop {
  bytes: i32 = 0; // stop as soon as the memory is larger; 0 for no matter how large
  call(): bool { return stopped() || (this.bytes != 0 && (memory.size() << 16) > this.bytes); }
}

export function floordiv<T>(a: T, b: T): T {
  const q = a / b;
  return <T>(a % b != <T>0 && (a < <T>0) != (b < <T>0) ? q - <T>1 : q);
}

export function floormod<T>(a: T, b: T): T {
  const r = a % b;
  return <T>(r != <T>0 && (r < <T>0) != (b < <T>0) ? r + b : r);
}
