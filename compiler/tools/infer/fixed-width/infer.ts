import { sliceLeftAligned, sliceRightAligned, createFixedWidthLine } from '../../../kernel/fixed-width/line.ts';
import { type BinaryField, describeBinaryRecords } from '../binary/packed-fields.ts';
import { type DraftPart, type Noted, withoutNote, type TextSample } from '../model/draft.ts';
import { nameFields } from '../column/field-names.ts';
import { findColumns, type SeenColumn } from './columns.ts';
import { withoutFooter } from './footer.ts';
import { columnsOfRuler, isRuler } from './ruler.ts';
import { describeDoubts, suggestGroups } from './doubts.ts';
import { describeLength, MIN_EQUAL } from './line-length.ts';
import { guessHeader } from '../column/header.ts';
import { inferColumns, listUndecided, weighTypes } from '../column/infer-columns.ts';
import { suggestKey } from '../column/key.ts';

/**
 * The maximum number of lines in which columns are searched. MAX_RECORDS is the maximum number of records from which
 * types are inferred.
 */
const MAX_LINES = 2_000;
const MAX_RECORDS = 50_000;

/**
 * Infers a FIXED_WIDTH spec for lines. If fewer than two columns are found, returns null, or a spec with one field if the
 * lines are certainly of fixed width.
 */
export function inferFixedWidth({ text, isWhole, tolerance }: TextSample, isCertain: boolean): DraftPart | null {
  const { lines: physical, bottom } = withoutFooter(text.split(/\r\n|\n|\r/), isWhole);
  const banner = countBanner(physical);
  const top = banner + countTitles(physical.slice(banner));
  const sent = physical
    .slice(top)
    .filter((line) => line !== '')
    .slice(0, MAX_RECORDS);
  const isInBytes = haveByteLength(sent);
  const all = isInBytes ? toByteLines(sent) : sent;
  const skipped = { top, ...(bottom === 0 ? {} : { bottom }) };
  if (isRuler(all[1] ?? '')) return inferBelowRuler(all, skipped, tolerance);
  const kind = findKind(all);
  const lines = kind === null ? all : all.filter((line) => line.startsWith(kind));
  const titles = [
    ...(isInBytes ? [IN_BYTES] : []),
    ...(top + bottom === 0
      ? []
      : [
          {
            value: ['skipLines', top === 0 ? { bottom } : skipped] as const,
            note: bottom === 0 ? 'lines above the table' : 'lines outside of the table',
          },
        ]),
  ];
  const settings =
    kind === null
      ? titles
      : [
          ...titles,
          {
            value: ['recordWhen', { start: 1, length: 1, values: [kind] }] as const,
            note: 'other lines have other columns',
          },
        ];
  return draftOf(lines, {
    tolerance,
    settings,
    header: kind === null ? 'MAYBE' : 'NONE',
    isCertain,
    isTerminated: true,
  });
}

const MAX_TITLES = 20;
/** A line of a box or of a remark above a table: `*** Weekly averages ***`. */
const BANNER = /^\s*([*#=!/%~])\1/;

/** Returns the number of lines of a box above the table, or 0 if there is none, or if lines of the table begin like it. */
function countBanner(lines: readonly string[]): number {
  const top = lines.findIndex((line) => !BANNER.test(line) && line.trim() !== '');
  const cells = cellsOf(lines[top] ?? '');
  const isTable = lines.slice(0, top).some((line) => isTableLine(line, cells));
  const isBanner = top > 0 && top <= MAX_TITLES && lines.length > 2 * top && !isTable;
  return isBanner && !lines.slice(top, MAX_LINES).some((line) => BANNER.test(line)) ? top : 0;
}

/** Whether a line has as many cells as a table below it, with or without its mark, and no mark at its end, as boxes have. */
function isTableLine(line: string, cells: number): boolean {
  const [mark = ''] = line.trim();
  const unmarked = line.trim().replace(/^(.)\1*/, '');
  return cells > 1 && !line.trim().endsWith(mark) && [line, unmarked].some((one) => cellsOf(one) === cells);
}

/** Returns the number of texts with two or more blanks between them. */
function cellsOf(line: string): number {
  return line.trim().split(/ {2,}/).length;
}

/** The minimum share of laid out lines below titles. */
const MIN_LAID_OUT = 0.8;
/** Two or more blanks within a line. */
const GAP = /\S {2,}\S/;

/** Returns the number of lines above the first one with columns, or 0 if the lines below them are not laid out. */
function countTitles(lines: readonly string[]): number {
  const first = lines.findIndex((line) => GAP.test(line));
  if (first < 1 || first > MAX_TITLES) return 0;
  const below = lines.slice(first, MAX_LINES).filter((line) => line !== '');
  const isShort = lines.slice(0, first).every((line) => line.length < (lines[first]?.length ?? 0));
  const isApart = lines[first - 1]?.trim() === '';
  return (isShort || isApart) &&
    below.length > 1 &&
    below.filter((line) => GAP.test(line)).length >= MIN_LAID_OUT * below.length
    ? first
    : 0;
}

/** Replaces each further byte of a character, where positions are bytes: a letter that files do not have. */
const FURTHER_BYTE = '\u02b0';

/** Returns lines with as many characters as they have bytes in UTF-8. */
function toByteLines(lines: readonly string[]): string[] {
  const encoder = new TextEncoder();
  return lines.map((line) =>
    line.replace(/[^\0-\x7f]/gu, (one) => one + FURTHER_BYTE.repeat(encoder.encode(one).length - 1)),
  );
}

const IN_BYTES = {
  value: ['positions', 'BYTES'] as const,
  note: 'lines have one length in bytes, but not in characters',
};

function inferBelowRuler(
  all: readonly string[],
  { top, bottom }: { readonly top: number; readonly bottom?: number },
  tolerance: number,
): DraftPart | null {
  const lines = [all[0] ?? '', ...all.slice(2)];
  const below = { top: top + 2, ...(bottom === undefined ? {} : { bottom }) };
  const skipped = { value: ['skipLines', below] as const, note: 'the header and the line below it' };
  const columns = columnsOfRuler(all[1] ?? '', lines);
  return draftOf(lines, { tolerance, settings: [skipped], header: 'SKIPPED', isTerminated: true, columns });
}

/** Records of equal length without line ends. */
export interface Blocks {
  readonly text: string;
  /** The length of a record, in characters. */
  readonly length: number;
  /** The byte ranges of each record that contain no characters. */
  readonly binary: readonly BinaryField[];
  readonly tolerance: number;
}

/**
 * Infers a FIXED_WIDTH spec for records of equal length without line ends. Returns null if fewer than two columns are
 * found.
 */
export function inferBlocks({ text, length, binary, tolerance }: Blocks): DraftPart | null {
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
  const part = draftOf(lines, { tolerance, settings, header: 'NONE', isCertain: binary.length > 0 });
  if (part === null || binary.length === 0) return part;
  const undecided = [describeBinaryRecords(length, binary)];
  return { ...part, evidence: { ...part.evidence, undecided } };
}

interface DraftOptions {
  /** The columns, or null to find them. */
  readonly columns?: readonly SeenColumn[] | null;
  readonly tolerance: number;
  readonly settings: DraftPart['settings'];
  /**
   * `NONE`: there is no header. `MAYBE`: the first line may be a header. `SKIPPED`: the first line is a header that
   * `settings` skip.
   */
  readonly header: 'NONE' | 'MAYBE' | 'SKIPPED';
  /** Whether lines without columns are of fixed width, too. */
  readonly isCertain?: boolean;
  /** Whether records end at the end of a line. */
  readonly isTerminated?: boolean;
}

const COLUMNS_NOTE = 'columns are guessed from the blanks between them';

function draftOf(lines: readonly string[], options: DraftOptions): DraftPart | null {
  const { tolerance, settings, header, isCertain = false, isTerminated = false } = options;
  const columns = options.columns ?? columnsOf(lines);
  if (columns.length < 2 && !(isCertain && columns.length > 0)) return null;
  const rows = wholeLines(lines, columns).map((line) =>
    cutLine(line, columns).map((cell) => cell.replaceAll(FURTHER_BYTE, '')),
  );
  const { hasHeader, doubt } =
    header === 'MAYBE' ? guessHeader(rows) : { hasHeader: header === 'SKIPPED', doubt: null };
  const isHeader = (row: readonly string[]) => hasHeader && row.every((cell, at) => cell === rows[0]?.[at]);
  const records = hasHeader ? rows.filter((row) => !isHeader(row)) : rows;
  const repeated = rows.filter(isHeader).length - 1;
  const labels = hasHeader ? labelsOf(lines[0] ?? '', rows[0] ?? [], columns) : columns.map(() => null);
  const names = nameFields(labels);
  const { guesses, conventions } = inferColumns(
    columns.map((column, at) => ({
      place: toCharacterRange(column, names[at] ?? `column${at + 1}`),
      label: labels[at] ?? null,
      cells: records.map((row) => row[at] ?? null),
      isText: !hasHeader && isLongNumber(records, at),
    })),
    tolerance,
  );
  const isHeaderKnown = header === 'MAYBE' && (hasHeader || doubt !== null);
  return {
    format: 'FIXED_WIDTH',
    settings: [
      ...settings,
      ...(isTerminated
        ? describeLength(
            hasHeader ? lines.filter((line) => line.trimEnd() !== lines[0]?.trimEnd()) : lines,
            columns.at(-1)?.end ?? 0,
          )
        : []),
      ...(isHeaderKnown ? [{ value: ['hasHeader', hasHeader] as const, note: doubt }] : []),
      ...(repeated > 0 && header === 'MAYBE'
        ? [{ value: ['skipRepeatedHeader', true] as const, note: `the header occurs ${repeated + 1} times` }]
        : []),
      ...(conventions.nulls.size === 0 ? [] : [withoutNote(['nullValues', [...conventions.nulls]] as const)]),
    ],
    fields: guesses.map(({ field }, at) => (at === 0 ? withFirstNote(field) : field)),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    rules: guesses.flatMap(({ rules }) => rules),
    suggestions: [...suggestKey(guesses, records.length), ...suggestGroups(columns, hasHeader, records)],
    evidence: {
      values: 1,
      ...weighTypes(guesses),
      named: labels.filter((label) => label !== null && label !== '').length / columns.length,
      undecided: [
        ...describeDoubts(lines, {
          columns,
          isNamed: hasHeader,
          typed: weighTypes(guesses).typed,
          crowded: hasHeader || header === 'NONE' ? -1 : columns.findIndex((_, at) => isLongNumber(records, at)),
        }),
        ...listUndecided(guesses),
      ],
    },
  };
}

/** Longer rows of digits are probably several columns. */
const MAX_DIGITS = 15;

function isLongNumber(rows: readonly (readonly string[])[], at: number): boolean {
  const texts = rows.map((row) => row[at] ?? '').filter((text) => text !== '');
  return (
    texts.length > 0 &&
    (texts.every((text) => /^\d+$/.test(text)) ? texts.some(({ length }) => length > MAX_DIGITS) : areCrowded(texts))
  );
}

/** The length of texts, and their share of digits, that are rather numbers with flags side by side. */
const MIN_CROWDED = 24;
const CROWDED_DIGITS = 0.7;

/** Whether nearly all texts are long, and most of their characters digits, without blanks and other marks of one value. */
function areCrowded(texts: readonly string[]): boolean {
  const isCrowded = (text: string) =>
    text.length >= MIN_CROWDED &&
    !/[\s.,:/-]/.test(text) &&
    text.replace(/\D/g, '').length >= CROWDED_DIGITS * text.length;
  return texts.filter(isCrowded).length >= (1 - FEW) * texts.length;
}

/** Whether lines have one length in bytes of UTF-8, but not in characters. */
function haveByteLength(lines: readonly string[]): boolean {
  const encoder = new TextEncoder();
  const countBytes = (line: string) => encoder.encode(line).length;
  const [first = ''] = lines;
  return (
    lines.length >= MIN_EQUAL &&
    lines.some((line) => [...line].length !== [...first].length) &&
    lines.every((line) => countBytes(line) === countBytes(first))
  );
}

function withFirstNote<Value>({ value, note }: Noted<Value>): Noted<Value> {
  return { value, note: note === null ? COLUMNS_NOTE : `${COLUMNS_NOTE}; ${note}` };
}

const FEW = 0.05;

/**
 * Omits the lines that end before the last column if they are at most 5 % of the lines. Otherwise returns all lines.
 */
function wholeLines(lines: readonly string[], columns: readonly SeenColumn[]): readonly string[] {
  const end = columns.at(-1)?.start ?? 0;
  const whole = lines.filter(({ length }) => length > end);
  return lines.length - whole.length <= FEW * lines.length ? whole : lines;
}

/**
 * Returns the names of columns from the line of the header, and from its `cells`. A name may be longer than its column, so
 * that it crosses the border: then they are the words of the header if there is one for each column. Otherwise the columns at
 * such a border have no name.
 */
function labelsOf(header: string, cells: readonly string[], columns: readonly SeenColumn[]): (string | null)[] {
  const isDivided = ({ start }: SeenColumn) => /^\S\S$/.test(header.slice(start - 1, start + 1));
  const words = [/ {2,}/, / +/].map((gap) => header.trim().split(gap));
  const named = columns.slice(1).some(isDivided) ? words.find(({ length }) => length === columns.length) : null;
  if (named !== null && named !== undefined) return named;
  return columns.map((column, at) => {
    const next = columns[at + 1];
    return (at > 0 && isDivided(column)) || (next !== undefined && isDivided(next)) ? null : (cells[at] ?? null);
  });
}

function columnsOf(lines: readonly string[]): SeenColumn[] {
  return findColumns(lines.slice(0, MAX_LINES).map((line) => [...line]));
}

const MIN_OF_KIND = 3;
const MAX_KINDS = 9;
const MIN_COMMON = 3;
const MOSTLY = 0.9;

/**
 * In some files, the first character of each line shows which columns the line has. Returns the most frequent first
 * character, which marks the records. Returns null if first characters do not have this meaning.
 */
function findKind(all: readonly string[]): string | null {
  const lines = all.slice(0, MAX_LINES);
  const kinds = new Map<string, string[]>();
  for (const line of lines) {
    // Ignores lines of one repeated character, which only fill up a block.
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
  const isMixed = lines[0]?.startsWith(most[0]) === false || lines.at(-1)?.startsWith(most[0]) === false;
  return isClearer && isMixed && lines.every(({ length }) => length === lines[0]?.length) ? most[0] : null;
}

/** Whether the text of a line crosses at least half of the column borders, so the line has other columns. */
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

function toCharacterRange({ start, end, align }: SeenColumn, name: string) {
  return {
    name,
    type: 'STRING' as const,
    start: start + 1,
    length: end - start,
    ...(align === 'RIGHT' ? { align } : {}),
  };
}
