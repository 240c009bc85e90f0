import type { CharacterRange, FixedWidthPlan } from './plan.ts';
import { type FieldPlan, hasPlace } from '../../plan/plan.ts';
import { MAX_FAST_RECORD_BYTES, SCRATCH_BYTES } from '../../../kernel/fast/buffers.ts';
import { type Code, code, commentText, join, literal, nothing } from '../../../emitting/code/literal.ts';
import { byteCode } from '../../../emitting/bytes/characters.ts';
import type { FastContext } from '../../fields/fast/context.ts';
import type { FastFormat } from '../model/fast-format.ts';
import { callComputed } from '../../fields/fast/computed.ts';
import { writeCopy } from '../../fields/fast/copied-bytes.ts';
import { callTitle } from '../../fields/fast/titles.ts';
import { callReader, emitMember, emitMessageEnd } from '../../fields/fast/member.ts';
import { callRelationTests } from '../../fields/fast/relation-bytes.ts';
import { emitIsWord, joinTests } from '../../../emitting/bytes/words.ts';
import { emitStoredText, type StoragePlan } from './storage.ts';

/** Matches ASCII text that can occur within a line: no line ends and no NUL. */
export const ASCII = /^[^\0\n\r\x80-\uffff]*$/;

/**
 * Returns whether the fast reader can read files of this spec. The lengths of all fields together must not exceed
 * MAX_FAST_RECORD_BYTES, because overlapping fields can make a message larger than the output buffer. If recordWhen is
 * set, at least one of its values must be ASCII.
 */
export function hasFastFixedWidth(formatPlan: FixedWidthPlan): boolean {
  const {
    ranges,
    conditions,
    isBinary,
    dialect: { recordWhen },
  } = formatPlan;
  if (conditions !== undefined || (isBinary === true && whySlowBytes(formatPlan) !== null)) return false;
  const characters = Object.values(ranges).reduce((sum, { length }) => sum + length, 0);
  if (characters > MAX_FAST_RECORD_BYTES) return false;
  return recordWhen === null || recordWhen.values.some((value) => ASCII.test(value));
}

/** Returns why only the careful reader reads records with bytes that are no text. Null if the fast reader reads them. */
export function whySlowBytes({ ranges, lengths, isUnterminated }: FixedWidthPlan): string | null {
  if (lengths !== undefined || !isUnterminated) return 'records have lengths before them';
  const all = Object.values(ranges);
  if (all.some(({ storage, length }) => storage !== undefined && 2 * length + 2 > SCRATCH_BYTES))
    return 'a field with storage is very long';
  return all.every(({ padding }) => isAsciiPadding(padding)) ? null : 'a padding character is not ASCII';
}

/** Returns the plan without the ranges of fields that are copied from other records. */
export function withoutCopies(formatPlan: FixedWidthPlan, fields: readonly FieldPlan[]): FixedWidthPlan {
  const own = fields.flatMap((field) => {
    const range = hasPlace(field) ? formatPlan.ranges[field.key] : undefined;
    return range === undefined ? [] : [[field.key, range] as const];
  });
  return { ...formatPlan, ranges: Object.fromEntries(own) };
}

/**
 * Returns the parts of the fast reader that are specific to FIXED_WIDTH. Positions count characters. While a cell is
 * read, a NUL temporarily replaces the byte after it and so ends the cell.
 */
export function fastFixedWidth(formatPlan: FixedWidthPlan): FastFormat {
  const { recordWhen } = formatPlan.dialect;
  const isBinary = formatPlan.isBinary === true;
  return {
    cell: { delimiter: '\0', quote: '', escape: '', isFollowed: true, reportsWide: true },
    declares: ({ scope, plan: { encoding } }) =>
      isBinary
        ? code`/** The positions at which fields begin and end, in bytes of the file from 0, and the length of a record. */
const columns = new ${scope.use('StoredColumns')}(${numbers(columnsOf(formatPlan))}, ${formatPlan.dialect.maxLength}, ${literal(encoding)});`
        : code`/** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
const columns = new ${scope.use('RecordColumns')}(${numbers(columnsOf(formatPlan))}, ${numbers(gapsOf(formatPlan))}, ${formatPlan.isUnterminated ? formatPlan.dialect.maxLength : 0});`,
    begin: [code`    return true;`],
    reading: (context) => [
      ...(recordWhen === null ? [] : [emitIsRecord(recordWhen)]),
      emitReadFields(formatPlan, context),
      isBinary ? READ_BYTES : emitReadLine(formatPlan),
    ],
    read: [code`    return appendRecord(at, length);`],
  };
}

/**
 * Returns the positions at which the record, its fields and the value of recordWhen begin or end. They are in
 * characters from 0, sorted, without duplicates.
 */
export function columnsOf({ ranges, dialect: { recordWhen } }: FixedWidthPlan): number[] {
  // A stored number is found by its bytes.
  const texts = Object.values(ranges).filter(({ storage }) => storage === undefined);
  const cells = [...texts, ...(recordWhen === null ? [] : [recordWhen])];
  return [...new Set([0, ...cells.flatMap(({ start, length }) => [start - 1, start - 1 + length])])].sort(
    (a, b) => a - b,
  );
}

/**
 * Returns the gaps that no field covers, as pairs of indexes into the result of `columnsOf`. The text before the first
 * field is also a gap.
 */
function gapsOf(formatPlan: FixedWidthPlan): number[] {
  const columns = columnsOf(formatPlan);
  const isField = (from: number) =>
    Object.values(formatPlan.ranges).some(({ start, length }) => start - 1 <= from && from < start - 1 + length);
  return columns.slice(0, -1).flatMap((from, index) => (isField(from) ? [] : [index, index + 1]));
}

function emitReadLine({ ranges, isUnterminated, bytesOf }: FixedWidthPlan): Code {
  // In ASCII, bytes and characters are the same.
  const isPlain = bytesOf === undefined && Object.values(ranges).every(({ padding }) => isAsciiPadding(padding));
  return code`/** Copies a ${isUnterminated ? code`record` : code`line`}. Tries ASCII with the length of the previous one first, and otherwise counts the characters. */
function appendRecord(start: number, from: number): number {
  if (columns.matchesPrevious(input, start)) {
    cells.isAscii = true;
    const length = appendLocatedRecord(start, from);
    if (cells.isAscii) return length;
    report.begin();
  }
  return columns.locate(input, start)${isPlain ? nothing : code` && columns.isAscii`} ? appendLocatedRecord(start, from) : -1;
}`;
}

const READ_BYTES = code`/** Copies a record. */
function appendRecord(start: number, from: number): number {
  columns.locate(input, start);
  return appendLocatedRecord(start, from);
}`;

function emitReadFields(formatPlan: FixedWidthPlan, context: FastContext): Code {
  const next = code`next = ${formatPlan.isUnterminated ? code`columns.end` : code`${context.scope.use('skipLineEnd')}(input, columns.end)`};`;
  return emitLocated(formatPlan, { first: emitRejections(formatPlan), last: [next] }, context);
}

/** Emits the function that copies a record or a group. `around`: its first statements, and those after the fields. */
export function emitLocated(
  formatPlan: FixedWidthPlan,
  around: { readonly first: readonly Code[]; readonly last: readonly Code[] },
  context: FastContext,
): Code {
  const { plan } = context;
  const columns = columnsOf(formatPlan);
  const members = plan.fields.flatMap((field, index) => {
    if (field.computed !== null) return emitMember(field, index, callComputed(field, context), context);
    if (field.title !== null) return emitMember(field, index, callTitle(field), context);
    if (field.copy !== null) return emitMember(field, index, writeCopy(field, context), context);
    const range = formatPlan.ranges[field.key];
    if (range === undefined) return [];
    const read =
      range.storage === undefined
        ? emitCell(field, range, columns, context)
        : emitStoredCell(field, range, range.storage, context);
    return emitMember(field, index, read, context);
  });
  return code`/** Copies a record whose positions are known. */
function appendLocatedRecord(start: number, from: number): number {
  const { offsets } = columns;
${around.first.map((line) => code`  ${line}`)}
  let length = from;
  let end = 0;
  let at = start;
  let to = start;
  let overwritten = 0;
${members}
${around.last.map((line) => code`  ${line}\n`)}${callRelationTests(context).map((line) => code`  ${line}\n`)}${emitMessageEnd(context).map((line) => code`  ${line}`)}
}`;
}

/** Emits the tests for lines that only the careful reader reads: too short, too long, or not a record. */
function emitRejections(formatPlan: FixedWidthPlan): Code[] {
  const { minLength, maxLength, recordWhen } = formatPlan.dialect;
  const max = Number.isFinite(maxLength) ? code` || columns.characters > ${maxLength}` : nothing;
  const lines = [code`if (columns.characters < ${minLength}${max} || columns.end - start > maxRecordBytes) return -1;`];
  if (recordWhen === null) return lines;
  const { start, length } = recordWhen;
  return [
    ...lines,
    code`if (columns.characters < ${start - 1 + length} || !isRecord(input, start + ${emitOffset(start - 1, columnsOf(formatPlan))})) return -1;`,
  ];
}

function emitIsRecord({ values, length }: NonNullable<FixedWidthPlan['dialect']['recordWhen']>): Code {
  // A value with another length than recordWhen.length never matches.
  const words = values
    .filter((value) => ASCII.test(value) && value.length === length)
    .map((value) => emitIsWord(new TextEncoder().encode(value)));
  return code`/** Returns whether the bytes at an offset are ${commentText(values.map((value) => JSON.stringify(value)).join(' or '))}. */
function isRecord(bytes: Uint8Array, from: number): boolean {
  return ${words.length === 0 ? code`bytes.length < from` : joinTests(words)};
}`;
}

/** Emits statements that skip the padding of a field and copy its value. */
function emitCell(
  field: FieldPlan,
  { start, length, align, padding }: CharacterRange,
  columns: readonly number[],
  context: FastContext,
): Code[] {
  const { scope } = context;
  // If the padding is `0`, a field of only zeros is read as one zero.
  const oneZero = (sign: Code) => (padding === '0' ? code` ${sign} 1` : nothing);
  const pad = isAsciiPadding(padding) ? padding.charCodeAt(0) : null;
  const isRightAligned = align === 'RIGHT';
  const to = code`start + ${emitOffset(start - 1 + length, columns)}`;
  const cut =
    pad === null || isRightAligned
      ? to
      : code`${scope.use('skipTrailingPadding')}(input, at${oneZero(code`+`)}, ${to}, ${byteCode(pad)})`;
  return [
    code`at = start + ${emitOffset(start - 1, columns)};`,
    code`to = ${cut};`,
    ...(pad !== null && isRightAligned
      ? [code`at = ${scope.use('skipLeadingPadding')}(input, at, to${oneZero(code`-`)}, ${byteCode(pad)});`]
      : []),
    code`overwritten = input[to] as number;`,
    code`input[to] = 0; // ends the cell`,
    ...callReader(field, code`at`, context),
    code`input[to] = overwritten;`,
    code`if (cellEnd !== to) return -1;`,
  ];
}

/** Emits statements that write a stored number as text, and copy it as a cell is copied. */
function emitStoredCell(
  field: FieldPlan,
  { start, length }: CharacterRange,
  storage: StoragePlan,
  context: FastContext,
): Code[] {
  return [
    code`at = ${emitStoredText(storage, code`${start - 1}, ${length}`)};`,
    code`if (at < 0) return -1;`,
    ...callReader(field, code`at`, context),
    code`if (cellEnd !== columns.textEnd) return -1;`,
  ];
}

/**
 * Returns whether the padding character is ASCII. If it is not, the fast reader reads only records that are entirely
 * ASCII, because they cannot contain the padding character.
 */
function isAsciiPadding(padding: string): boolean {
  return ASCII.test(padding);
}

function emitOffset(offset: number, columns: readonly number[]): Code {
  return code`(offsets[${columns.indexOf(offset)}] as number)`;
}

export function numbers(values: readonly number[]): Code {
  return join(
    values.map((value) => code`${value}`),
    ', ',
    '[',
    ']',
  );
}
