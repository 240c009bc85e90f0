/** The program of a REGEX_REPLACE pattern, in the text form that generated modules contain. */
export interface ProgramText {
  /** The character classes, see `createCodePointTable`. */
  readonly classes: string;
  /**
   * Sets of character classes, separated by `/`. A set contains numbers and ranges `first-last` in base 36, separated
   * by blanks.
   */
  readonly sets: string;
  /**
   * The states of a nondeterministic automaton, separated by `;`. Each state lists its transitions, separated by `,`,
   * the most preferred first. The transition `set>state` reads a character of the set. The transition `!` ends a match.
   * The prefix `^` or `$` allows a transition only at the beginning or the end of the text. The suffix `+slot` stores
   * the current index in a capture slot, and `-slot` clears the slot. All numbers are in base 36.
   */
  readonly states: string;
  readonly slots: number;
}

/**
 * A program as tables. Rows are states, columns are character classes. The last column is the end of the text. State 0
 * is the start state. It has an additional row, the last one, for the beginning of the text.
 */
export interface Program {
  readonly slots: number;
  readonly columns: number;
  readonly rows: number;
  /**
   * At row * columns + column: an index in `transitions`, or 0 if no transition is possible. There, `transitions`
   * contains the number of possible transitions and then their numbers, the most preferred first.
   */
  readonly cells: Int32Array;
  readonly transitions: Int32Array;
  /** The row to which each transition leads, or END. */
  readonly target: Int32Array;
  /**
   * Capture operations. Those of transition n are at firstCaptureOp[n] up to, but not including, firstCaptureOp[n + 1].
   * The operation s + 1 stores the current index in slot s, and -(s + 1) clears slot s.
   */
  readonly firstCaptureOp: Int32Array;
  readonly captureOps: Int32Array;
}

/** The target of a transition that ends a match. */
export const END = -1;

/** Parses the text form of a program. The text is not validated. */
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
  /** The character classes of each set. */
  readonly members: readonly (readonly number[])[];
}

/** Fills a row of the table: for each column, the possible transitions up to the first one that ends a match. */
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

/**
 * Returns, for each list, the index at which it begins in the concatenation of all lists, and finally the total length.
 */
function toStarts(lists: readonly (readonly unknown[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = (starts[i] as number) + list.length));
  return starts;
}
