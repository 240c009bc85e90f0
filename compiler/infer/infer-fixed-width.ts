import { leftAligned, rightAligned, toFixedWidthLine } from '../kernel/fixed-width/line.ts';
import { type DraftPart, plainly, type TextSample } from './draft.ts';
import { nameFields } from './field-names.ts';
import { findColumns, type SeenColumn } from './find-columns.ts';
import { guessHeader } from './header.ts';
import { findHabits, inferColumn } from './infer-column.ts';
import { offerKey } from './offer-key.ts';

/** Lines that the layout is looked for in, and that types are told from. */
const MOST_LINES = 2_000;
const MOST_RECORDS = 50_000;

/** A draft of a spec whose records are lines; null where no layout of several columns can be seen. */
export function inferFixedWidth({ text, slips }: TextSample): DraftPart | null {
  const all = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '')
    .slice(0, MOST_RECORDS);
  const kind = findKind(all);
  const lines = kind === null ? all : all.filter((line) => line.startsWith(kind));
  const settings =
    kind === null
      ? []
      : [
          {
            value: ['recordWhen', { start: 1, length: 1, values: [kind] }] as const,
            note: 'lines of other kinds have other columns',
          },
        ];
  return draftOf(lines, { slips, settings, mayHaveHeader: kind === null });
}

/** A draft of a spec whose records follow each other with no line ends. */
export function inferBlocks(text: string, length: number, slips: number): DraftPart | null {
  const characters = [...text];
  const lines = Array.from({ length: Math.min(MOST_RECORDS, Math.floor(characters.length / length)) }, (_, at) =>
    characters.slice(at * length, (at + 1) * length).join(''),
  );
  const settings = [
    plainly(['recordLength', length] as const),
    {
      value: ['lineTerminator', 'NONE'] as const,
      note: 'there are no line ends; what is alike comes again at this distance',
    },
  ];
  return draftOf(lines, { slips, settings, mayHaveHeader: false });
}

interface HowToDraft {
  readonly slips: number;
  readonly settings: DraftPart['settings'];
  readonly mayHaveHeader: boolean;
}

function draftOf(lines: readonly string[], { slips, settings, mayHaveHeader }: HowToDraft): DraftPart | null {
  const columns = columnsOf(lines);
  if (columns.length < 2) return null;
  const rows = lines.map((line) => cutLine(line, columns));
  const { hasHeader, doubt } = mayHaveHeader ? guessHeader(rows) : { hasHeader: false, doubt: null };
  const records = hasHeader ? rows.slice(1) : rows;
  const cells = columns.map((_, at) => records.map((row) => row[at] ?? null));
  const habits = findHabits(cells, slips);
  const names = nameFields(columns.map((_, at) => (hasHeader ? (rows[0]?.[at] ?? null) : null)));
  const guesses = columns.map((column, at) =>
    inferColumn({ place: placeOf(column, names[at] ?? `column${at + 1}`), cells: cells[at] ?? [] }, habits),
  );
  return {
    format: 'FIXED_WIDTH',
    settings: [
      ...settings,
      ...(hasHeader || doubt !== null ? [{ value: ['hasHeader', hasHeader] as const, note: doubt }] : []),
      ...(habits.nulls.size === 0 ? [] : [plainly(['nullValues', [...habits.nulls]] as const)]),
    ],
    fields: guesses.map(({ field }, at) =>
      at === 0
        ? {
            ...field,
            note: ['columns are told by the blanks between them', field.note]
              .filter((note) => note !== null)
              .join('; '),
          }
        : field,
    ),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    rules: guesses.flatMap(({ rules }) => rules),
    offers: offerKey(guesses, records.length),
  };
}

function columnsOf(lines: readonly string[]): SeenColumn[] {
  return findColumns(lines.slice(0, MOST_LINES).map((line) => [...line]));
}

const LEAST_OF_KIND = 3;
const MOST_KINDS = 9;
const LEAST_COMMON = 3;
const MOSTLY = 0.9;

/** The first character of the lines that most are like, where lines of a few kinds stand in a file and each has its own columns; else null. */
function findKind(all: readonly string[]): string | null {
  const lines = all.slice(0, MOST_LINES);
  const kinds = new Map<string, string[]>();
  for (const line of lines) {
    // Lines of one character alone only fill up a block.
    if (new Set(line).size > 1) kinds.set(line[0] ?? '', [...(kinds.get(line[0] ?? '') ?? []), line]);
  }
  const [most] = [...kinds].sort((a, b) => b[1].length - a[1].length);
  if (
    most === undefined ||
    kinds.size < 2 ||
    kinds.size > MOST_KINDS ||
    ![...kinds.keys()].every((kind) => /[A-Z0-9]/.test(kind))
  )
    return null;
  // Where all lines together show a layout, their first characters are as they happen to be.
  const common = columnsOf(lines).length;
  const own = columnsOf(most[1]);
  const isClearer =
    most[1].length >= LEAST_OF_KIND &&
    ((common < LEAST_COMMON && own.length > common) ||
      (most[1].length > MOSTLY * lines.length && isStrange(lines[0] ?? '', own)));
  return isClearer && lines.every(({ length }) => length === lines[0]?.length) ? most[0] : null;
}

/** Whether the texts of a line go on across most of the borders between columns: it has others. */
function isStrange(line: string, columns: readonly SeenColumn[]): boolean {
  const borders = columns.slice(1).filter(({ start }) => /^\S\S$/.test(line.slice(start - 1, start + 1)));
  return borders.length > 0 && 2 * borders.length >= columns.length - 1;
}

function cutLine(line: string, columns: readonly SeenColumn[]): string[] {
  const whole = toFixedWidthLine(line);
  return columns.map(({ start, end, align }) =>
    (align === 'LEFT' ? leftAligned : rightAligned)(whole, start + 1, end - start, ' '),
  );
}

function placeOf({ start, end, align }: SeenColumn, name: string) {
  return {
    name,
    type: 'STRING' as const,
    start: start + 1,
    length: end - start,
    ...(align === 'RIGHT' ? { align } : {}),
  };
}
