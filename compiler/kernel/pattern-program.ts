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

/** A program in tables. Ways and notes lie one behind the other; `firstWay` and `firstNote` say where those of each begin. */
export interface Program {
  readonly slots: number;
  readonly firstWay: Int32Array;
  /** Where a way leads: a number for each pair of set and place, -1 for the end of a match. */
  readonly target: Int32Array;
  /** AT_START, AT_END, both or 0. */
  readonly when: Uint8Array;
  readonly firstNote: Int32Array;
  /** n + 1: slot n takes the place; -(n + 1): it is emptied. */
  readonly notes: Int32Array;
  readonly placeOf: Int32Array;
  /** Whether a character fits a target, at target * width + class. */
  readonly fits: Uint8Array;
  readonly width: number;
}

export const AT_START = 1;
export const AT_END = 2;

/** Reads the texts of a program. */
export function readProgram({ classes, sets, places, slots }: ProgramText): Program {
  const width = classes === '' ? 1 : classes.split('/').length + 1;
  const members = sets.split('/').map((set) => readSet(set, width));
  const lists = places.split(';').map((place) => (place === '' ? [] : place.split(',').map(readWay)));
  const ways = lists.flat();
  const targets = [...new Set(ways.map(({ to }) => to))].filter((to) => to !== '!').map((to) => to.split('>') as [string, string]);
  const numberOf = new Map(targets.map((to, number) => [to.join('>'), number]));
  const fits = new Uint8Array(targets.length * width);
  targets.forEach(([set], number) => fits.set(members[parseInt(set, 36)] as Uint8Array, number * width));
  return {
    slots,
    firstWay: toStarts(lists),
    target: Int32Array.from(ways, ({ to }) => numberOf.get(to) ?? -1),
    when: Uint8Array.from(ways, ({ when }) => when),
    firstNote: toStarts(ways.map(({ notes }) => notes)),
    notes: Int32Array.from(ways.flatMap(({ notes }) => notes)),
    placeOf: Int32Array.from(targets, ([, place]) => parseInt(place, 36)),
    fits,
    width,
  };
}

interface Way {
  readonly to: string;
  readonly when: number;
  readonly notes: readonly number[];
}

function readWay(text: string): Way {
  const [, start, end, to = '', notes = ''] = /^(\^?)(\$?)([^+-]*)(.*)$/.exec(text) as RegExpExecArray;
  const numbers = [...notes.matchAll(/([+-])([^+-]*)/g)].map(([, sign, slot = '']) => (parseInt(slot, 36) + 1) * (sign === '-' ? -1 : 1));
  return { to, when: (start === '' ? 0 : AT_START) + (end === '' ? 0 : AT_END), notes: numbers };
}

function readSet(text: string, width: number): Uint8Array {
  const members = new Uint8Array(width);
  for (const run of text === '' ? [] : text.split(' ')) {
    const [first = '', last = first] = run.split('-');
    members.fill(1, parseInt(first, 36), parseInt(last, 36) + 1);
  }
  return members;
}

/** Where each list begins when they lie one behind the other, and where the last ends. */
function toStarts(lists: readonly (readonly unknown[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = (starts[i] as number) + list.length));
  return starts;
}
