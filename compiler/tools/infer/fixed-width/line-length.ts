import { type DraftPart, withoutNote } from '../model/draft.ts';

/** The share of lines that may be shorter because they were cut off. */
const FEW = 0.05;

/**
 * Lines of one length, with few exceptions, have this length in the spec: a shorter one was cut off. `end` is the end of the
 * last column. A header may be longer than the records.
 */
export function describeLength(lines: readonly string[], end: number): DraftPart['settings'] {
  const lengths = lines.map((line) => [...line].length);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const short = lengths.filter((length) => length < longest).length;
  const isFull = lines.length >= MIN_EQUAL && short <= FEW * lines.length;
  const padded = isFull || short <= lines.length / 2 ? [] : describeUnfilled(lines, end);
  if (padded.length > 0 || (!isFull && short > lines.length / 2)) return padded;
  if (lines.length < MIN_EQUAL || longest < end) return [];
  return [
    withoutNote(['recordLength', longest] as const),
    isFull
      ? {
          value: ['onShortRecord', 'FATAL'] as const,
          note: short === 0 ? 'all lines have this length' : 'nearly all lines have this length',
        }
      : { value: ['onShortRecord', 'PAD'] as const, note: `${short} of ${lines.length} lines end earlier` },
  ];
}

/** The minimum number of lines that show a length. */
export const MIN_EQUAL = 2;

/** Lines that end before the last column leave out blanks, though most lines do. Others may have more blanks. */
function describeUnfilled(lines: readonly string[], end: number): DraftPart['settings'] {
  const lengths = lines.map((line) => [...line.trimEnd()].length);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const full = lengths.filter((length) => length === longest).length;
  if (longest < end || full < MIN_EQUAL) return [];
  return [
    withoutNote(['recordLength', longest] as const),
    {
      value: ['onShortRecord', 'PAD'] as const,
      note: `${lines.length - full} of ${lines.length} lines end earlier`,
    },
  ];
}
