/** A program in the text form that the compiler writes into a module. */
export interface ProgramText {
  /** The character classes; see `createCodePointTable`. */
  readonly classes: string;
  /** Sets of classes, separated by `/`. A set lists numbers and ranges `first-last` in base 36, separated by blanks. */
  readonly sets: string;
  /**
   * The states of a nondeterministic automaton, separated by `;`. Each lists its transitions, separated by `,`, most
   * preferred first. A transition is `set>state`, which reads a character of the set, or `!`, which ends a match. A
   * prefix `^` or `$` allows it only at the beginning or the end of the text. A suffix `+slot` stores the current index
   * in a capture slot, and `-slot` clears it. All numbers are in base 36.
   */
  readonly states: string;
  readonly slots: number;
}

/**
 * A program as tables. A row is a state. State 0, the start, has a second row, the last one, for the beginning of the
 * text. A column is a character class; the last column means the end of the text.
 */
export interface Program {
  readonly slots: number;
  readonly columns: number;
  readonly rows: number;
  /**
   * At row * columns + column: the index in `transitions` of the transitions possible there, which starts with their
   * number and lists the most preferred first. 0 if there is none.
   */
  readonly cells: Int32Array;
  readonly transitions: Int32Array;
  /** The row that each transition leads to, or END. */
  readonly target: Int32Array;
  /**
   * Transition n has the capture operations from firstCaptureOp[n] up to firstCaptureOp[n + 1]. s + 1 stores the index
   * in slot s, -(s + 1) clears slot s.
   */
  readonly firstCaptureOp: Int32Array;
  readonly captureOps: Int32Array;
}

/** The target of a transition that ends a match. */
export const END = -1;

/** Parses the text form of a program. */
export function parseProgram({ classes, sets, states, slots }: ProgramText): Program {
  const width = classes === '' ? 1 : classes.split('/').length + 1;
  const members = sets.split('/').map(parseSet);
  let count = 0;
  const lists = states
    .split(';')
    .map((state) => (state === '' ? [] : state.split(',').map((transition) => parseTransition(transition, count++))));
  const all = lists.flat();
  const table: Table = {
    columns: width + 1,
    cells: new Int32Array((lists.length + 1) * (width + 1)),
    transitions: [0],
    members,
  };
  lists.forEach((list, row) =>
    fillRow(
      table,
      row,
      list.filter((transition) => !transition.atStart),
    ),
  );
  fillRow(table, lists.length, lists[0] ?? []);
  return {
    slots,
    columns: width + 1,
    rows: lists.length + 1,
    cells: table.cells,
    transitions: Int32Array.from(table.transitions),
    target: Int32Array.from(all, ({ state }) => state),
    firstCaptureOp: toStarts(all.map(({ captureOps }) => captureOps)),
    captureOps: Int32Array.from(all.flatMap(({ captureOps }) => captureOps)),
  };
}

interface Transition {
  readonly number: number;
  readonly set: number;
  readonly state: number;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly captureOps: readonly number[];
}

interface Table {
  readonly columns: number;
  readonly cells: Int32Array;
  readonly transitions: number[];
  /** The classes of each set. */
  readonly members: readonly (readonly number[])[];
}

/** Fills a row: for each column the possible transitions, up to the first one that ends a match. */
function fillRow({ columns, cells, transitions, members }: Table, row: number, list: readonly Transition[]): void {
  const chosen: number[][] = Array.from({ length: columns }, () => []);
  const closed = new Set<number>();
  for (const transition of list) {
    const fitting =
      transition.state !== END ? (members[transition.set] ?? []) : transition.atEnd ? [columns - 1] : chosen.keys();
    for (const column of fitting) {
      if (closed.has(column)) continue;
      chosen[column]?.push(transition.number);
      if (transition.state === END) closed.add(column);
    }
  }
  const known = new Map([['', 0]]);
  chosen.forEach((numbers, column) => {
    const key = numbers.join(' ');
    let at = known.get(key);
    if (at === undefined) {
      known.set(key, (at = transitions.length));
      transitions.push(numbers.length, ...numbers);
    }
    cells[row * columns + column] = at;
  });
}

function parseTransition(text: string, number: number): Transition {
  const [, start, end, to = '', captureOps = ''] = /^(\^?)(\$?)([^+-]*)(.*)$/.exec(text) as RegExpExecArray;
  const [set = '', state] = to.split('>');
  const numbers = [...captureOps.matchAll(/([+-])([^+-]*)/g)].map(
    ([, sign, slot = '']) => (parseInt(slot, 36) + 1) * (sign === '-' ? -1 : 1),
  );
  return {
    number,
    set: parseInt(set, 36),
    state: state === undefined ? END : parseInt(state, 36),
    atStart: start !== '',
    atEnd: end !== '',
    captureOps: numbers,
  };
}

function parseSet(text: string): number[] {
  const members: number[] = [];
  for (const run of text === '' ? [] : text.split(' ')) {
    const [first = '', last = first] = run.split('-');
    for (let number = parseInt(first, 36); number <= parseInt(last, 36); number++) members.push(number);
  }
  return members;
}

/** Returns the index at which each list begins in their concatenation, and the total length. */
function toStarts(lists: readonly (readonly unknown[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = (starts[i] as number) + list.length));
  return starts;
}
