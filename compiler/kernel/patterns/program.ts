/** The texts of a program, as the compiler writes them into a module. */
export interface ProgramText {
  /** Read by `createCodePointTable`. */
  readonly classes: string;
  /** Sets of classes, parted by `/`: numbers and ranges `first-last` in base 36, parted by blanks. */
  readonly sets: string;
  /**
   * Places in the pattern, parted by `;`, each with its ways to go on, the most preferred first, parted by `,`. A way is `set>place`
   * over a character, or `!` to the end of a match; `^` and `$` before it: only at the beginning, only at the end of the text;
   * `+slot` and `-slot` behind it: the slot takes the present place in the text, or is emptied. All in base 36.
   */
  readonly places: string;
  readonly slots: number;
}

/**
 * A program in tables. A row is a place in the pattern; place 0, where a match begins, has another row, the last, for the
 * beginning of the text. A column is a class of characters; the last stands for the end of the text.
 */
export interface Program {
  readonly slots: number;
  readonly columns: number;
  readonly rows: number;
  /** At row * columns + column, where in `ways` the ways begin that can be gone: their number, then they, the most preferred first; 0: there is none. */
  readonly cells: Int32Array;
  readonly transitions: Int32Array;
  /** For each way where it leads: a row, END for the end of a match. */
  readonly target: Int32Array;
  /** The notes of way n are those from firstNote[n] up to firstNote[n + 1]: s + 1: slot s takes the place; -(s + 1): it is emptied. */
  readonly firstCaptureOp: Int32Array;
  readonly captureOps: Int32Array;
}

/** The target of a way to the end of a match. */
export const END = -1;

/** Reads the texts of a program. */
export function readProgram({ classes, sets, places, slots }: ProgramText): Program {
  const width = classes === '' ? 1 : classes.split('/').length + 1;
  const members = sets.split('/').map(readSet);
  let count = 0;
  const lists = places
    .split(';')
    .map((place) => (place === '' ? [] : place.split(',').map((way) => readWay(way, count++))));
  const all = lists.flat();
  const table: Table = {
    columns: width + 1,
    cells: new Int32Array((lists.length + 1) * (width + 1)),
    ways: [0],
    members,
  };
  lists.forEach((list, row) =>
    fillRow(
      table,
      row,
      list.filter((way) => !way.atStart),
    ),
  );
  fillRow(table, lists.length, lists[0] ?? []);
  return {
    slots,
    columns: width + 1,
    rows: lists.length + 1,
    cells: table.cells,
    transitions: Int32Array.from(table.ways),
    target: Int32Array.from(all, ({ place }) => place),
    firstCaptureOp: toStarts(all.map(({ notes }) => notes)),
    captureOps: Int32Array.from(all.flatMap(({ notes }) => notes)),
  };
}

interface Transition {
  readonly number: number;
  readonly set: number;
  readonly place: number;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly notes: readonly number[];
}

interface Table {
  readonly columns: number;
  readonly cells: Int32Array;
  readonly ways: number[];
  /** The classes of each set. */
  readonly members: readonly (readonly number[])[];
}

/** Fills one row: for each column the ways that can be gone there, up to the first that ends a match. */
function fillRow({ columns, cells, ways, members }: Table, row: number, list: readonly Transition[]): void {
  const chosen: number[][] = Array.from({ length: columns }, () => []);
  const closed = new Set<number>();
  for (const way of list) {
    const fitting = way.place !== END ? (members[way.set] ?? []) : way.atEnd ? [columns - 1] : chosen.keys();
    for (const column of fitting) {
      if (closed.has(column)) continue;
      chosen[column]?.push(way.number);
      if (way.place === END) closed.add(column);
    }
  }
  const known = new Map([['', 0]]);
  chosen.forEach((numbers, column) => {
    const key = numbers.join(' ');
    let at = known.get(key);
    if (at === undefined) {
      known.set(key, (at = ways.length));
      ways.push(numbers.length, ...numbers);
    }
    cells[row * columns + column] = at;
  });
}

function readWay(text: string, number: number): Transition {
  const [, start, end, to = '', notes = ''] = /^(\^?)(\$?)([^+-]*)(.*)$/.exec(text) as RegExpExecArray;
  const [set = '', place] = to.split('>');
  const numbers = [...notes.matchAll(/([+-])([^+-]*)/g)].map(
    ([, sign, slot = '']) => (parseInt(slot, 36) + 1) * (sign === '-' ? -1 : 1),
  );
  return {
    number,
    set: parseInt(set, 36),
    place: place === undefined ? END : parseInt(place, 36),
    atStart: start !== '',
    atEnd: end !== '',
    notes: numbers,
  };
}

function readSet(text: string): number[] {
  const members: number[] = [];
  for (const run of text === '' ? [] : text.split(' ')) {
    const [first = '', last = first] = run.split('-');
    for (let number = parseInt(first, 36); number <= parseInt(last, 36); number++) members.push(number);
  }
  return members;
}

/** Where each list begins when they lie one behind the other, and where the last ends. */
function toStarts(lists: readonly (readonly unknown[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = (starts[i] as number) + list.length));
  return starts;
}
