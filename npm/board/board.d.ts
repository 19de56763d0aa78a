/** What the board needs of the page that it stands on. */
export interface Options {
  /** Takes what is done on the board; the answers come by `show`. */
  send(action: Action): void;
  /** An element with the moves, each with the number of its place in `data-node`; without it the board lists them itself. */
  list?: HTMLElement | null;
  /** An element of the page that stands in the panel beside the board. */
  extra?: HTMLElement | null;
  /** Called with each view when it is on the board. */
  shown?(view: ViewMessage): void;
}

/** A board on a page. */
export interface Board {
  /** Shows a message. An answer to the reader's own move waits until the explanation of that could be read. */
  show(message: Message): void;
  /** The view on the board, always with its list of moves; null before the first one. */
  view(): (ViewMessage & { tree: Entry[] }) | null;
  /** Whether the board is shown from the other side, and the name of its theme. */
  state(): { flipped: boolean; theme: string };
}

/** Puts a board into an element. A second board in the same element takes the place of the first. */
export function mount(element: HTMLElement, options: Options): Board;

/** Makes an element with properties and children; names with a dash are attributes, and null is no child. */
export function make(tag: string, properties?: Record<string, unknown>, ...children: (Node | string | null)[]): HTMLElement;
