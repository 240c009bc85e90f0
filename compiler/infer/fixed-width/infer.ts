import { sliceLeftAligned, sliceRightAligned, createFixedWidthLine } from '../../kernel/fixed-width/line.ts';
import { type DraftPart, withoutNote, type TextSample } from '../model/draft.ts';
import { nameFields } from '../column/field-names.ts';
import { findColumns, type SeenColumn } from './columns.ts';
import { guessHeader } from '../column/header.ts';
import { findConventions, inferColumn } from '../column/infer.ts';
import { suggestKey } from '../column/key.ts';

/** The number of lines that the layout is found in, and the number of records that types are inferred from. */
const MAX_LINES = 2_000;
const MAX_RECORDS = 50_000;

/** Infers a spec whose records are lines. Returns null if fewer than two columns are found. */
export function inferFixedWidth({ text, tolerance }: TextSample): DraftPart | null {
  const all = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '')
    .slice(0, MAX_RECORDS);
  const kind = findKind(all);
  const lines = kind === null ? all : all.filter((line) => line.startsWith(kind));
  const settings =
    kind === null
      ? []
      : [
          {
            value: ['recordWhen', { start: 1, length: 1, values: [kind] }] as const,
            note: 'other lines have other columns',
          },
        ];
  return draftOf(lines, { tolerance, settings, mayHaveHeader: kind === null });
}

/**
 * Infers a spec whose records follow each other without line ends. `length` is the length of a record in characters.
 * Returns null if fewer than two columns are found.
 */
export function inferBlocks(text: string, length: number, tolerance: number): DraftPart | null {
  const characters = [...text];
  const lines = Array.from({ length: Math.min(MAX_RECORDS, Math.floor(characters.length / length)) }, (_, at) =>
    characters.slice(at * length, (at + 1) * length).join(''),
  );
  const settings = [
    withoutNote(['recordLength', length] as const),
    {
      value: ['lineTerminator', 'NONE'] as const,
      note: 'the sample has no line ends and repeats at this distance',
    },
  ];
  return draftOf(lines, { tolerance, settings, mayHaveHeader: false });
}

interface HowToDraft {
  readonly tolerance: number;
  readonly settings: DraftPart['settings'];
  readonly mayHaveHeader: boolean;
}

function draftOf(lines: readonly string[], { tolerance, settings, mayHaveHeader }: HowToDraft): DraftPart | null {
  const columns = columnsOf(lines);
  if (columns.length < 2) return null;
  const rows = lines.map((line) => cutLine(line, columns));
  const { hasHeader, doubt } = mayHaveHeader ? guessHeader(rows) : { hasHeader: false, doubt: null };
  const records = hasHeader ? rows.slice(1) : rows;
  const cells = columns.map((_, at) => records.map((row) => row[at] ?? null));
  const conventions = findConventions(cells, tolerance);
  const names = nameFields(columns.map((_, at) => (hasHeader ? (rows[0]?.[at] ?? null) : null)));
  const guesses = columns.map((column, at) =>
    inferColumn({ place: placeOf(column, names[at] ?? `column${at + 1}`), cells: cells[at] ?? [] }, conventions),
  );
  return {
    format: 'FIXED_WIDTH',
    settings: [
      ...settings,
      ...(hasHeader || doubt !== null ? [{ value: ['hasHeader', hasHeader] as const, note: doubt }] : []),
      ...(conventions.nulls.size === 0 ? [] : [withoutNote(['nullValues', [...conventions.nulls]] as const)]),
    ],
    fields: guesses.map(({ field }, at) =>
      at === 0
        ? {
            ...field,
            note: ['columns are guessed from the blanks between them', field.note]
              .filter((note) => note !== null)
              .join('; '),
          }
        : field,
    ),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    rules: guesses.flatMap(({ rules }) => rules),
    suggestions: suggestKey(guesses, records.length),
  };
}

function columnsOf(lines: readonly string[]): SeenColumn[] {
  return findColumns(lines.slice(0, MAX_LINES).map((line) => [...line]));
}

const MIN_OF_KIND = 3;
const MAX_KINDS = 9;
const MIN_COMMON = 3;
const MOSTLY = 0.9;

/**
 * If the lines of a file have several layouts, marked by their first character, returns the character of the most
 * frequent layout, else null.
 */
function findKind(all: readonly string[]): string | null {
  const lines = all.slice(0, MAX_LINES);
  const kinds = new Map<string, string[]>();
  for (const line of lines) {
    // A line of one repeated character only fills up a block.
    if (new Set(line).size > 1) kinds.set(line[0] ?? '', [...(kinds.get(line[0] ?? '') ?? []), line]);
  }
  const [most] = [...kinds].sort((a, b) => b[1].length - a[1].length);
  if (
    most === undefined ||
    kinds.size < 2 ||
    kinds.size > MAX_KINDS ||
    ![...kinds.keys()].every((kind) => /[A-Z0-9]/.test(kind))
  )
    return null;
  // If all lines together show a layout, the first character does not mark a kind of line.
  const common = columnsOf(lines).length;
  const own = columnsOf(most[1]);
  const isClearer =
    most[1].length >= MIN_OF_KIND &&
    ((common < MIN_COMMON && own.length > common) ||
      (most[1].length > MOSTLY * lines.length && isStrange(lines[0] ?? '', own)));
  return isClearer && lines.every(({ length }) => length === lines[0]?.length) ? most[0] : null;
}

/** Whether the texts of a line cross most of the column borders, so that it has other columns. */
function isStrange(line: string, columns: readonly SeenColumn[]): boolean {
  const borders = columns.slice(1).filter(({ start }) => /^\S\S$/.test(line.slice(start - 1, start + 1)));
  return borders.length > 0 && 2 * borders.length >= columns.length - 1;
}

function cutLine(line: string, columns: readonly SeenColumn[]): string[] {
  const whole = createFixedWidthLine(line);
  return columns.map(({ start, end, align }) =>
    (align === 'LEFT' ? sliceLeftAligned : sliceRightAligned)(whole, start + 1, end - start, ' '),
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
