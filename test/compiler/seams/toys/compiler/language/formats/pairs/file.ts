import { columnNameOf } from '../model/column-names.ts';
import { createFileFormat, type TextRange, withoutLineEnd } from '../model/file-format.ts';
import type { PairsSpec } from './keys.ts';

interface PairsPlaces {
  readonly separator: string;
  readonly keys: readonly string[];
}

/** Files of pairs: each record is a line of `key=value`. */
export const pairsFile = createFileFormat<PairsSpec, PairsPlaces>({
  title: 'Pairs',
  rejects: 'LINES',
  hasLines: () => true,
  places: ({ pairSeparator = ';', fields }) => ({
    separator: pairSeparator,
    keys: fields.map(columnNameOf),
  }),
  createFindCells:
    ({ separator, keys }) =>
    (record) => {
      let at = 0;
      const cells = new Map<string, TextRange>();
      for (const pair of withoutLineEnd(record).split(separator)) {
        const start = at + pair.indexOf('=') + 1;
        cells.set(pair.slice(0, start - at - 1), { start, end: at + pair.length });
        at += pair.length + separator.length;
      }
      return keys.map((key) => cells.get(key) ?? null);
    },
  readCell: (cell) => cell,
  writeCell: (value, _, { separator }) =>
    value.includes(separator) || /[\r\n]/.test(value)
      ? { problem: `A value of a file of pairs cannot have ${separator} or a line break.` }
      : { text: value },
});
