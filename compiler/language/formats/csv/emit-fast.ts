import { AUTO, type CsvPlan } from './plan.ts';
import { type FieldPlan, hasPlace } from '../../plan/plan.ts';
import { type Code, code, commentText, join, name, nothing } from '../../../emitting/code/literal.ts';
import { byteCode } from '../../../emitting/bytes/characters.ts';
import type { FastContext } from '../../fields/fast/context.ts';
import type { FastFormat } from '../model/fast-format.ts';
import { encoderOf } from '../../../emitting/encoders/encoders.ts';
import { callComputed } from '../../fields/fast/computed.ts';
import { writeCopy } from '../../fields/fast/copied-bytes.ts';
import { callTitle } from '../../fields/fast/titles.ts';
import { callReader, emitMember, emitMessageEnd } from '../../fields/fast/member.ts';
import { callRelationTests } from '../../fields/fast/relation-bytes.ts';
import { emitIsWord } from '../../../emitting/bytes/words.ts';

/**
 * Characters that the fast reader of CSV can find as single bytes: a tab, and printable ASCII except letters, digits
 * and the space.
 */
const DISTINCT_BYTE = /^[!-\/:-@[-`{-~\t]$/;

/** Maximum number of message members that one generated function writes. */
const MAX_MEMBERS = 8;

/**
 * Returns whether the fast reader can read files of this CSV dialect. Delimiter, quote and escape must each be a tab or
 * ASCII punctuation other than `-`, `+` and `.`; the quote may be empty. The values of recordWhen must be printable
 * ASCII without spaces, delimiters and quotes.
 */
export function hasFastCsv(formatPlan: CsvPlan): boolean {
  const { delimiter, quote, escape, recordWhen, trailingDelimiter } = formatPlan.dialect;
  const { skipBlanks, escapesOutside, quotesRows, separator } = formatPlan.dialect;
  const isDistinct = (character: string) => DISTINCT_BYTE.test(character) && !/[-+.]/.test(character);
  return (
    delimiter !== AUTO &&
    formatPlan.conditions === undefined &&
    skipBlanks !== true &&
    escapesOutside !== true &&
    quotesRows !== true &&
    separator === undefined &&
    trailingDelimiter !== 'YES' &&
    (recordWhen === null || recordWhen.values.every((value) => isPlainValue(value, formatPlan))) &&
    isDistinct(delimiter) &&
    (quote === '' || (isDistinct(quote) && isDistinct(escape)))
  );
}

/** Returns whether a value is printable ASCII without spaces, delimiters and quotes. */
export function isPlainValue(value: string, { dialect: { delimiter, quote } }: CsvPlan): boolean {
  return /^[!-~]+$/.test(value) && !value.includes(delimiter) && !(quote !== '' && value.includes(quote));
}

/** Returns the parts of the fast reader that are specific to CSV. Columns may be in any order. */
export function fastCsv(formatPlan: CsvPlan, all: readonly FieldPlan[]): FastFormat {
  const fields = ownFields(all);
  const { delimiter, quote, escape } = formatPlan.dialect;
  return {
    cell: { delimiter, quote, escape, isFollowed: true, reportsWide: false },
    begin: [
      code`    // The record source of CSV files provides this layout.`,
      code`    if (piece.layout !== header) useHeader(piece.layout as Header);`,
      fields.length > 1 ? code`    return width > 1;` : code`    return width > 0;`,
    ],
    reading: (context) => [
      ...emitFindTypeEnd(formatPlan),
      emitUseHeader(formatPlan, context),
      emitInOrder(formatPlan, context),
      emitIndexed(formatPlan, context),
      emitFinish(context),
      ...emitSkipOther(formatPlan),
    ],
    read: [...(fields.length > 1 ? [] : [emitBlankTest()]), ...emitRead(formatPlan)],
    skipsOther: formatPlan.dialect.recordWhen !== null,
  };
}

/** Returns the fields that have columns. */
export function ownFields(fields: readonly FieldPlan[]): FieldPlan[] {
  return fields.filter(hasPlace);
}

/**
 * Emits the test whether a line may be blank. In a file with one column, such a line is no record. The careful reader
 * decides.
 */
function emitBlankTest(): Code {
  return code`    const first = input[at] as number;
    if (first <= SPACE || first > MAX_ASCII) return -1;`;
}

/**
 * Returns the first field of each column that several fields read, by each further field. A record whose columns are in
 * the order of the fields has one cell for all of them.
 */
function findShared({ columns }: CsvPlan, fields: readonly FieldPlan[]): ReadonlyMap<FieldPlan, FieldPlan> {
  const shared = new Map<FieldPlan, FieldPlan>();
  if (columns.kind !== 'NAMED') return shared;
  const first = new Map<string, FieldPlan>();
  for (const field of ownFields(fields)) {
    const column = JSON.stringify(columns.named[field.key]?.column);
    const leader = first.get(column);
    if (leader === undefined) first.set(column, field);
    else shared.set(field, leader);
  }
  return shared;
}

function emitUseHeader(formatPlan: CsvPlan, { plan, scope }: FastContext): Code {
  const { recordWhen } = formatPlan.dialect;
  const fields = ownFields(plan.fields);
  const shared = findShared(formatPlan, plan.fields);
  const leaders = fields.filter((field) => !shared.has(field));
  const places = fields.map((field) => code`${leaders.indexOf(shared.get(field) ?? field)}`);
  const place = shared.size === 0 ? code`index` : code`(places[index] as number)`;
  const expected =
    shared.size === 0
      ? nothing
      : code`/** The column of each field if the columns are in the order of the fields. */\nconst places = ${join(places, ', ', '[', ']')};\n`;
  const columns = fields.map(({ key }, i) => code`  columns[${i}] = Math.min(at.${name(key)} ?? width, width);`);
  const count = fields.length;
  const order =
    recordWhen === null
      ? code`  isInOrder = width === ${leaders.length} && columns.every((column, index) => column === ${place});\n`
      : code`  recordType = layout.recordType;
  leading = columns[0] as number;
  isInOrder = recordType < width && width === leading + ${leaders.length} && columns.every((column, index) => column === leading + ${place});\n`;
  return code`/** The column index of each field. A column that the file lacks has the index after the last one. */
const columns = new Int32Array(${count});
${expected}/** The offset of each cell of a record. */
let starts = new Int32Array(0);
let header: ${scope.useType('Header')} | null = null;
let width = 0;
let isInOrder = false;
${recordWhen === null ? nothing : code`/** The number of columns before those of the fields. */\nlet leading = 0;\n`}
/** Stores the columns of the fields. */
function useHeader(layout: Header): void {
  const { at } = layout;
  header = layout;
  width = layout.width;
  starts = new Int32Array(width + 1);
${columns}
${order}}`;
}

/** Emits the functions that copy a record if the columns are in the order of the fields. They read each byte once. */
function emitInOrder(formatPlan: CsvPlan, context: FastContext): Code {
  const { recordWhen } = formatPlan.dialect;
  const { fields } = context.plan;
  const shared = findShared(formatPlan, fields);
  const leaders = ownFields(fields).filter((field) => !shared.has(field));
  const followed = new Set(shared.values());
  const readInOrder = (field: FieldPlan): Code[] => {
    const leader = shared.get(field);
    if (leader === undefined) return readCell(field, code`at`, context);
    const start = code`starts[${leaders.indexOf(leader)}] as number`;
    return [code`follow = cellEnd;`, ...readCell(field, start, context), code`cellEnd = follow;`];
  };
  const isOther = code`input[cellEnd] !== DELIMITER`;
  const groups = groupsOf(fields, leaders).map((group, i) => {
    const first = group.find((field) => leaders.includes(field));
    const steps = group.flatMap((field) => [
      ...(field === first || !leaders.includes(field)
        ? []
        : [code`  if (${isOther}) return -1;`, code`  at = cellEnd + 1;`]),
      ...(followed.has(field) ? [code`  starts[${leaders.indexOf(field)}] = at;`] : []),
      ...emitMember(field, fields.indexOf(field), readInOrder(field), context),
    ]);
    const hasFollowers = group.some((field) => shared.has(field));
    return code`/** Copies ${namesOf(group)} of a record whose columns are in the order of the fields. */
function appendMembersInOrder${i + 1}(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
${hasFollowers ? code`  let follow = 0;\n` : nothing}${steps}
  return length;
}`;
  });
  const calls = groups
    .slice(1)
    .map(
      (_, i) =>
        code`  if (length < 0 || ${isOther}) return -1;\n  length = appendMembersInOrder${i + 2}(cellEnd + 1, length);`,
    );
  return code`${join(groups, '\n\n')}

${recordWhen === null ? appendInOrder(calls) : appendTypedInOrder(calls)}`;
}

function appendInOrder(calls: readonly Code[]): Code {
  return code`/** Copies a record whose columns are in the order of the fields. */
function appendRecordInOrder(start: number, from: number): number {
  let length = appendMembersInOrder1(start, from);
${calls}
  return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
}`;
}

/** Emits the function that copies a record of the wanted type. The cells before the first field are only skipped. */
function appendTypedInOrder(calls: readonly Code[]): Code {
  return code`/** Copies a record whose columns are in the order of the fields, after any others. */
function appendRecordInOrder(start: number, from: number): number {
  const typeAt = recordType === 0 ? start : cells.find(input, start, recordType);
  const typeEnd = typeAt < 0 ? -1 : findTypeEnd(input, typeAt);
  if (typeEnd < 0) return -1;
  let first = start;
  if (leading === recordType + 1) first = input[typeEnd] === DELIMITER ? typeEnd + 1 : -1;
  else if (leading > 0) first = cells.find(input, start, leading);
  if (first < 0) return -1;
  let length = appendMembersInOrder1(first, from);
${calls}
  return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
}`;
}

function emitIndexed({ dialect: { recordWhen } }: CsvPlan, context: FastContext): Code {
  const { members, calls } = emitIndexedMembers(context);
  return code`${members}

/** Copies a record with columns in any order: finds its cells first. */
function appendIndexedRecord(start: number, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
${recordWhen === null ? nothing : code`  if (recordType >= width || findTypeEnd(input, starts[recordType] as number) < 0) return -1;\n`}${calls}
  return length >= 0 && finish(start, starts[width] as number) ? close(length) : -1;
}`;
}

/** Emits the functions that copy the cells of a record whose places are known, and the statements that call them. */
export function emitIndexedMembers(context: FastContext): { members: Code; calls: readonly Code[] } {
  const { fields } = context.plan;
  const columns = ownFields(fields);
  const groups = groupsOf(fields).map((group, i) => {
    const steps = group.flatMap((field) => {
      const start = code`starts[columns[${columns.indexOf(field)}] as number] as number`;
      return emitMember(field, fields.indexOf(field), readCell(field, start, context), context);
    });
    return code`/** Copies ${namesOf(group)} of a record whose cells were found. */
function appendIndexedMembers${i + 1}(from: number): number {
  let length = from;
  let end = 0;
${steps}
  return length;
}`;
  });
  const calls = groups.map(
    (_, i) =>
      code`  ${i === 0 ? code`let ` : code`if (length >= 0) `}length = appendIndexedMembers${i + 1}(${i === 0 ? code`from` : code`length`});`,
  );
  return { members: join(groups, '\n\n'), calls };
}

/**
 * Divides the fields into groups of at most MAX_MEMBERS. One generated function writes the members of one group,
 * because V8 takes seconds to compile a large function, while the file is already being read.
 */
function groupsOf(fields: readonly FieldPlan[], own: readonly FieldPlan[] = ownFields(fields)): FieldPlan[][] {
  const size = Math.ceil(own.length / Math.ceil(own.length / MAX_MEMBERS));
  const firsts = own.filter((_, index) => index > 0 && index % size === 0).map((field) => fields.indexOf(field));
  const starts = [0, ...firsts];
  return starts.map((start, index) => fields.slice(start, starts[index + 1]));
}

/** Returns the statements that read the cell of a field, or copy its value from another record. */
function readCell(field: FieldPlan, at: Code, context: FastContext): Code[] {
  if (field.computed !== null) return callComputed(field, context);
  if (field.title !== null) return callTitle(field);
  return field.copy === null ? callReader(field, at, context) : writeCopy(field, context);
}

function namesOf(group: readonly FieldPlan[]): Code {
  return commentText(group.map((field) => field.name).join(', '));
}

export function emitFinish(context: FastContext): Code {
  return code`/** Moves \`next\` after the line end at an offset. Returns false if there is none, or the record is too long. */
function finish(start: number, at: number): boolean {
  const byte = input[at];
  if ((byte !== LF && byte !== CR) || at - start > maxRecordBytes) return false;
  next = byte === CR && input[at + 1] === LF ? at + 2 : at + 1;
  return true;
}

/** ${encoderOf(context.plan).bytes.endDoc} */
function close(length: number): number {
${callRelationTests(context).map((line) => code`  ${line}\n`)}${emitMessageEnd(context).map((line) => code`  ${line}`)}
}`;
}

/** Emits the statements of the reader's function `read(at, length)`. */
function emitRead({ dialect: { comment } }: CsvPlan): Code[] {
  const [first] = new TextEncoder().encode(comment);
  return [
    ...(first === undefined ? [] : [code`    if (input[at] === ${byteCode(first)}) return -1;`]),
    code`    return isInOrder ? appendRecordInOrder(at, length) : appendIndexedRecord(at, length);`,
  ];
}

/** Emits the test whether a line is a record. */
function emitFindTypeEnd({ dialect: { recordWhen } }: CsvPlan): Code[] {
  if (recordWhen === null) return [];
  const tests = recordWhen.values.map((value) => {
    const word = new TextEncoder().encode(value);
    return code`  if (${emitIsWord(word)} && BARE[bytes[from + ${word.length}] as number] === END_BYTE) return from + ${word.length}; // ${commentText(JSON.stringify(value))}`;
  });
  return [
    code`/** The index of the column that marks a line as a record. */
let recordType = 0;

/** Returns the offset at which the cell ends that marks a line as a record, or -1 for another value. */
function findTypeEnd(bytes: Uint8Array, from: number): number {
${tests}
  return -1;
}`,
  ];
}

/**
 * Emits the function that skips a line that is no record. The type must be an unquoted cell that begins with an ASCII
 * character and is not blank. Comments and blank lines are left to the careful reader.
 */
function emitSkipOther({ dialect: { recordWhen, comment, quote } }: CsvPlan): Code[] {
  if (recordWhen === null) return [];
  const [first] = new TextEncoder().encode(comment);
  const quoteTest = quote === '' ? nothing : code` || type === ${byteCode(quote.charCodeAt(0))}`;
  return [
    code`/** Returns whether a line is no record, and skips it. */
function skipOther(start: number): boolean {
${first === undefined ? nothing : code`  if (input[start] === ${byteCode(first)}) return false;\n`}  if (recordType >= width) return false;
  const typeAt = recordType === 0 ? start : cells.find(input, start, recordType);
  if (typeAt < 0 || findTypeEnd(input, typeAt) >= 0) return false;
  const type = input[typeAt] as number;
  if (type <= SPACE || type > MAX_ASCII${quoteTest}) return false;
  return finish(start, cells.findLineEnd(input, start));
}`,
  ];
}
