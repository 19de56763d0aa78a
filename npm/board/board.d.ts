/** What the board needs of the page that it stands on. */
export interface Options {
  /** Takes what is done on the board; the answers come by `show`. */
  send(action: Action): void;
  /** An element with the moves, each with the number of its place in `data-node`; without it the board lists them itself. */
  list?: HTMLElement | null;
  /** An element of the page that stands in the panel beside the board. */
  extra?: HTMLElement | null;
  /** Further tabs of the panel by their names: each an element of the page, and the names of buttons that move into it. */
  tabs?: Record<string, [HTMLElement, ...("copy" | "record" | "review")[]]>;
  /** Elements of the page for the menu. */
  menu?: HTMLElement[];
  /** Called with each view when it is on the board. */
  shown?(view: ViewMessage): void;
}

/** What is told of the players; what is left out stays as it is. */
export interface Players {
  names?: { attackers?: string; defenders?: string };
  /** The side of the reader, who can choose a move while the other side thinks. */
  own?: Side | null;
  /** The side whose player is below the board. */
  below?: Side;
  /** The seconds that are left to both sides, and whose clock runs. */
  clock?: { left: Record<Side, number>; running: Side | null };
}

/** A board on a page. */
export interface Board {
  /** Shows a message. An answer to the reader's own move waits until the explanation of that could be read. */
  show(message: Message): void;
  /** The view on the board, always with its list of moves; null before the first one. */
  view(): (ViewMessage & { tree: Entry[] }) | null;
  /** Whether the board is shown from the other side, and the name of its theme. */
  state(): { flipped: boolean; theme: string };
  /** Shows the tab of that name. */
  open(name: string): void;
  /** Draws arrows and circles over the place on the board, until another one is shown. */
  point(shapes: Shape[]): void;
  /** Tells the names and clocks of the players in the bars above and below the board. */
  players(told: Players): void;
}

/** Puts a board into an element. A second board in the same element takes the place of the first. */
export function mount(element: HTMLElement, options: Options): Board;

/** Makes an element with properties and children; names with a dash are attributes, and null is no child. */
export function make(tag: string, properties?: Record<string, unknown>, ...children: (Node | string | null)[]): HTMLElement;
