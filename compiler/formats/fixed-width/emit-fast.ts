import type { FixedWidthPlace, FixedWidthPlan } from './plan.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { MAX_FAST_RECORD_BYTES } from '../../kernel/fast/buffers.ts';
import { type Code, code, commentText, join, nothing } from '../../code/literal.ts';
import type { FastContext } from '../../bytes/byte-form.ts';
import type { FastFormat } from '../../4-emit/emit-fast.ts';
import { callReader, emitMember } from '../../fields/fast/member.ts';
import { emitIsWord } from '../../bytes/words.ts';

/** What a line can hold as it stands, but for letters beyond ASCII. */
const ASCII = /^[^\0\n\r\x80-\uffff]*$/;

/** Whether fixed-width files have a fast reader: what tells records may be anything, but fields that overlap must not make of a record what no output has room for. */
export function hasFastFixedWidth({ places, dialect: { recordWhen } }: FixedWidthPlan): boolean {
  const characters = Object.values(places).reduce((sum, { length }) => sum + length, 0);
  if (characters > MAX_FAST_RECORD_BYTES) return false;
  return recordWhen === null || recordWhen.values.some((value) => ASCII.test(value));
}

/** The reading of fixed width: fields at places that count characters. A cell ends where a NUL is put while it is read. */
export function fastFixedWidth(own: FixedWidthPlan): FastFormat {
  const { recordWhen } = own.dialect;
  return {
    cell: { delimiter: '\0', quote: '', escape: '', isFollowed: true, tellsWide: true },
    declares: ({
      scope,
    }) => code`/** Where fields begin and end, in characters, and between which of these places none stands. */
const columns = new ${scope.use('RecordColumns')}(${numbers(columnsOf(own))}, ${numbers(gapsOf(own))}, ${own.isUnterminated ? own.dialect.maxLength : 0});`,
    begin: [code`    return true;`],
    reading: (context) => [
      ...(recordWhen === null ? [] : [emitIsRecord(recordWhen)]),
      emitReadFields(own, context),
      emitReadLine(own),
    ],
    read: [code`    return recordOfLine(at, length);`],
  };
}

/** Where the record begins, and where fields, and what tells records, begin and end: characters from 0. */
function columnsOf({ places, dialect: { recordWhen } }: FixedWidthPlan): number[] {
  const cells = [...Object.values(places), ...(recordWhen === null ? [] : [recordWhen])];
  return [...new Set([0, ...cells.flatMap(({ start, length }) => [start - 1, start - 1 + length])])].sort(
    (a, b) => a - b,
  );
}

/** Indexes of columns: pairs of neighbours between which no field stands. What stands before the first one is a gap, too. */
function gapsOf(own: FixedWidthPlan): number[] {
  const columns = columnsOf(own);
  const isField = (from: number) =>
    Object.values(own.places).some(({ start, length }) => start - 1 <= from && from < start - 1 + length);
  return columns.slice(0, -1).flatMap((from, index) => (isField(from) ? [] : [index, index + 1]));
}

function emitReadLine({ places, isUnterminated }: FixedWidthPlan): Code {
  const isPlain = Object.values(places).every(({ padding }) => isAsciiPadding(padding));
  return code`/** A ${isUnterminated ? code`record` : code`line`}: taken to be like those before it and all ASCII; where it is not, its characters are counted. */
function recordOfLine(start: number, from: number): number {
  if (columns.matchesPrevious(input, start)) {
    cells.isAscii = true;
    const length = recordOfFields(start, from);
    if (cells.isAscii) return length;
    report.begin();
  }
  return columns.locate(input, start)${isPlain ? nothing : code` && columns.isAscii`} ? recordOfFields(start, from) : -1;
}`;
}

function emitReadFields(own: FixedWidthPlan, context: FastContext): Code {
  const { plan, scope } = context;
  const columns = columnsOf(own);
  const members = plan.fields.flatMap((field, index) => {
    const place = own.places[field.key];
    return place === undefined ? [] : emitMember(field, index, emitCell(field, place, columns, context), context);
  });
  return code`/** A record whose columns are known. */
function recordOfFields(start: number, from: number): number {
  const { offsets } = columns;
${emitRefusals(own).map((line) => code`  ${line}`)}
  let length = from;
  let end = 0;
  let at = start;
  let to = start;
  let kept = 0;
${members}
  next = ${own.isUnterminated ? code`columns.end` : code`${scope.use('skipLineEnd')}(input, columns.end)`};
  output[length] = 0x7d;
  return length + 1;
}`;
}

/** What is left to the careful reading: other lines, and lines that are too short or too long. */
function emitRefusals(own: FixedWidthPlan): Code[] {
  const { minLength, maxLength, recordWhen } = own.dialect;
  const most = Number.isFinite(maxLength) ? code` || columns.characters > ${maxLength}` : nothing;
  const lines = [
    code`if (columns.characters < ${minLength}${most} || columns.end - start > maxRecordBytes) return -1;`,
  ];
  if (recordWhen === null) return lines;
  const { start, length } = recordWhen;
  return [
    ...lines,
    code`if (columns.characters < ${start - 1 + length} || !isRecord(input, start + ${placeOf(start - 1, columnsOf(own))})) return -1;`,
  ];
}

function emitIsRecord({ values, length }: NonNullable<FixedWidthPlan['dialect']['recordWhen']>): Code {
  // Shorter ones stand in no line that is long enough.
  const words = values
    .filter((value) => ASCII.test(value) && value.length === length)
    .map((value) => emitIsWord(new TextEncoder().encode(value)));
  return code`/** Whether one of ${commentText(values.join(', '))} stands there. */
function isRecord(bytes: Uint8Array, from: number): boolean {
  return ${words.length === 0 ? code`bytes.length < from` : join(words, ' || ')};
}`;
}

/** The statements that cut a field out without its padding, and read it to its end. */
function emitCell(
  field: FieldPlan,
  { start, length, align, padding }: FixedWidthPlace,
  columns: readonly number[],
  context: FastContext,
): Code[] {
  const { scope } = context;
  // One zero stays of a number that is all zeros.
  const least = (sign: Code) => (padding === '0' ? code` ${sign} 1` : nothing);
  const pad = isAsciiPadding(padding) ? padding.charCodeAt(0) : null;
  const isRight = align === 'RIGHT';
  const to = code`start + ${placeOf(start - 1 + length, columns)}`;
  const cut =
    pad === null || isRight ? to : code`${scope.use('skipTrailingPadding')}(input, at${least(code`+`)}, ${to}, ${pad})`;
  return [
    code`at = start + ${placeOf(start - 1, columns)};`,
    code`to = ${cut};`,
    ...(pad !== null && isRight
      ? [code`at = ${scope.use('skipLeadingPadding')}(input, at, to${least(code`-`)}, ${pad});`]
      : []),
    code`kept = input[to] as number;`,
    code`input[to] = 0;`,
    ...callReader(field, code`at`, context),
    code`input[to] = kept;`,
    code`if (cellEnd !== to) return -1;`,
  ];
}

/** Padding of other characters is left to the careful reading, but where a record is all ASCII and has none. */
function isAsciiPadding(padding: string): boolean {
  return ASCII.test(padding);
}

function placeOf(offset: number, columns: readonly number[]): Code {
  return code`(offsets[${columns.indexOf(offset)}] as number)`;
}

function numbers(values: readonly number[]): Code {
  return join(
    values.map((value) => code`${value}`),
    ', ',
    '[',
    ']',
  );
}
