import { createCodePointTable } from './code-point-classes.ts';

/**
 * Creates a function that returns whether the pattern of a REGEX rule matches a whole text. The time per character is
 * constant for every pattern.
 * @param classes character classes, see `createCodePointTable`
 * @param rows the states of a deterministic automaton, separated by `;`. The first is state 1, the start. A state
 * begins with `!` if a text may end in it. Then follows the most frequent next state (empty: none), then exceptions:
 * `,class:state` or `,class-class:state`. All numbers are in base 36. If `rows` is empty, no text matches.
 */
export function createMatcher(classes: string, rows: string): (text: string) => boolean {
  const { ascii, of } = createCodePointTable(classes);
  const { width, table, accepting } = parseRows(rows, classes === '' ? 1 : classes.split('/').length + 1);
  return (text) => {
    // A state is represented by the index at which its row begins in the table.
    let row = width;
    for (let i = 0; i < text.length; i++) {
      let unit = text.charCodeAt(i);
      if (unit < 128) {
        row = table[row + (ascii[unit] as number)] as number;
      } else {
        if (unit >= 0xd800 && unit < 0xdc00) {
          const low = text.charCodeAt(i + 1);
          if (low >= 0xdc00 && low < 0xe000) {
            unit = (unit - 0xd800) * 0x400 + low - 0xdc00 + 0x10000;
            i++;
          }
        }
        row = table[row + of(unit)] as number;
      }
      if (row === 0) return false;
    }
    return accepting[row / width] === 1;
  };
}

/**
 * Parses the `rows` of `createMatcher` into a table with one row per state and `width` columns. The elements are the
 * indexes at which the rows of the next states begin. `accepting` is 1 for each state in which a text may end.
 */
export function parseRows(text: string, width: number): { width: number; table: Uint32Array; accepting: Uint8Array } {
  const rows = text.split(';');
  const table = new Uint32Array((rows.length + 1) * width);
  const accepting = new Uint8Array(rows.length + 1);
  rows.forEach((row, index) => {
    const state = index + 1;
    accepting[state] = row.startsWith('!') ? 1 : 0;
    const [defaultState = '', ...exceptions] = row.slice(accepting[state]).split(',');
    if (defaultState !== '') table.fill(parseInt(defaultState, 36) * width, state * width, (state + 1) * width);
    for (const exception of exceptions) {
      const [over = '', to = ''] = exception.split(':');
      const [first = '', last = first] = over.split('-');
      table.fill(parseInt(to, 36) * width, state * width + parseInt(first, 36), state * width + parseInt(last, 36) + 1);
    }
  });
  return { width, table, accepting };
}
