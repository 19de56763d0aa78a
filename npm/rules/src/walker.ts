// The one mutable board of the module, which walks from position to position of a game by making and taking back moves.
import type { Handle, Kernel, Module } from "./module.js";
import type { Node } from "./node.js";
import { theModule } from "./ruleset.js";

/** Flags of positions, as in the kernel. */
export const UNANNOUNCED = 1, LENIENT = 2, SET_UP = 4, REACHED = 8;

/** A board of the module, for a game that begins with a certain position. */
class Walker {
  private readonly position: Handle;
  private at: Node;

  constructor(readonly module: Module, readonly root: Node, readonly lenient: number) {
    const { kernel } = module, cells = module.cells(root.cells), tables = root.ruleset.tables(root.cells);
    const flags = root.flags | lenient;
    this.position = kernel.__pin(
      kernel.setUp(tables, cells, root.king, root.side, flags, root.roll, root.berserk, root.ply),
    );
    module.drop(cells);
    this.at = root;
  }
  /** Bring the board to a position of its game. */
  to(node: Node): Handle {
    const { kernel } = this.module, ahead: Node[] = [];
    let goal = node;
    while (goal.ply > this.at.ply) {
      ahead.push(goal);
      goal = goal.parent as Node;
    }
    while (this.at.ply > goal.ply) this.back(kernel);
    while (!sameMove(this.at, goal)) {
      ahead.push(goal);
      goal = goal.parent as Node;
      this.back(kernel);
    }
    kernel.roll(this.position, goal.roll);
    for (const next of ahead.reverse()) {
      const parent = next.parent as Node;
      kernel.roll(this.position, parent.roll);
      if (next.silent) kernel.makeSilently(this.position, next.code >> 10, next.code & 1023);
      else kernel.make(this.position, next.code >> 10, next.code & 1023);
    }
    kernel.roll(this.position, node.roll);
    this.at = node;
    return this.position;
  }
  private back(kernel: Kernel): void {
    kernel.unmake(this.position);
    this.at = this.at.parent as Node;
  }
  drop(): void { this.module.drop(this.position); }
}

/** Whether two nodes of a ply stand for the same position, the roll apart. */
function sameMove(one: Node, other: Node): boolean {
  return one === other || (one.parent === other.parent && one.code === other.code && one.silent === other.silent && one.parent !== null);
}

const KEPT = 8;
const walkers: Walker[] = []; // the last one used first

/** The board of the module, brought to a position; valid until the next call. */
export function boardAt(node: Node): Handle {
  const lenient = node.flags & LENIENT, module = theModule();
  let i = walkers.findIndex((one) => one.root === node.root && one.lenient === lenient && one.module === module);
  if (i < 0) {
    walkers.unshift(new Walker(module, node.root, lenient));
    while (walkers.length > KEPT) walkers.pop()?.drop();
    i = 0;
  }
  const [walker] = walkers.splice(i, 1);
  walkers.unshift(walker);
  module.tidy();
  return walker.to(node);
}
