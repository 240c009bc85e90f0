import { createCodePointTable } from './code-point-classes.ts';

/**
 * Makes the test of one REGEX: whether it matches a whole text. One look-up per character, whatever the pattern.
 * `classes` is read by `createCodePointTable`. `rows` holds a row for each state from 1, parted by `;`; a row is `!`
 * where a text may end there, then the state that most classes lead to (none: nowhere), then `,class:state` or
 * `,class-class:state` for the others, all in base 36. State 1 is the first; no rows at all match nothing.
 */
export function createMatcher(classes: string, rows: string): (text: string) => boolean {
  const { ascii, of } = createCodePointTable(classes);
  const { width, table, accepting } = readRows(rows, classes === '' ? 1 : classes.split('/').length + 1);
  return (text) => {
    // States are kept as the places of their rows in the table.
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

/** The table of an automaton, a row for each state; states are numbers of rows. */
export function readRows(text: string, width: number): { width: number; table: Uint32Array; accepting: Uint8Array } {
  const rows = text.split(';');
  const table = new Uint32Array((rows.length + 1) * width);
  const accepting = new Uint8Array(rows.length + 1);
  rows.forEach((row, index) => {
    const state = index + 1;
    accepting[state] = row.startsWith('!') ? 1 : 0;
    const [most = '', ...others] = row.slice(accepting[state]).split(',');
    if (most !== '') table.fill(parseInt(most, 36) * width, state * width, (state + 1) * width);
    for (const other of others) {
      const [over = '', to = ''] = other.split(':');
      const [first = '', last = first] = over.split('-');
      table.fill(parseInt(to, 36) * width, state * width + parseInt(first, 36), state * width + parseInt(last, 36) + 1);
    }
  });
  return { width, table, accepting };
}
