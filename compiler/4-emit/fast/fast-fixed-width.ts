import type { FixedWidthPlace, FixedWidthPlan } from '../../formats/fixed-width-plan.ts';
import type { FieldPlan } from '../../3-plan/plan.ts';
import { type Code, code, commentText, join, nothing } from '../literal.ts';
import type { FastFormat } from './emit-fast.ts';
import type { FastContext } from './fast-field.ts';
import { callReader, emitMember } from './fast-member.ts';
import { emitIsWord } from './fast-words.ts';

const ASCII = /^[\x01-\x7f]*$/;

/** Whether a fixed-width file has a fast reader: its records are lines. */
export function hasFastFixedWidth({ isUnterminated, dialect: { recordWhen } }: FixedWidthPlan): boolean {
  return !isUnterminated && (recordWhen === null || recordWhen.values.some((value) => ASCII.test(value)));
}

/** The reading of lines of plain ASCII: fields at fixed places. A cell ends where a NUL is put while it is read. */
export function fastFixedWidth(own: FixedWidthPlan): FastFormat {
  const { recordWhen } = own.dialect;
  return {
    cell: { delimiter: '\0', quote: '', escape: '', isFollowed: false },
    begin: [code`    return stretch.layout !== null;`],
    reading: (context) => [...(recordWhen === null ? [] : [emitIsRecord(recordWhen)]), emitReadLine(own, context)],
    read: [code`    return recordOfLine(input, at, output, length);`],
  };
}

function emitReadLine(own: FixedWidthPlan, context: FastContext): Code {
  const { plan, scope } = context;
  const members = plan.fields.flatMap((field, index) => {
    const place = own.places[field.key];
    return place === undefined ? [] : emitMember(field, index, emitCell(field, place, own, context), context);
  });
  return code`/** A line of plain ASCII. */
function recordOfLine(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  const lineEnd = ${scope.use('asciiLineEnd')}(input, start);
${emitRefusals(own).map((line) => code`  ${line}`)}
  let length = from;
  let end = 0;
  let at = start;
  let to = lineEnd;
  let kept = 0;
${members}
  next = ${scope.use('behindLineEnd')}(input, lineEnd);
  output[length] = 0x7d;
  return length + 1;
}`;
}

/** What is left to the careful reading: other lines, and lines that are too short or too long. */
function emitRefusals({ dialect }: FixedWidthPlan): Code[] {
  const { leastLength, mostLength, recordWhen } = dialect;
  const most = Number.isFinite(mostLength) ? code` || lineEnd - start > ${mostLength}` : nothing;
  const lines = [code`if (lineEnd - start < ${leastLength}${most} || lineEnd - start > maxRecordBytes) return -1;`];
  if (recordWhen === null) return lines;
  const { start, length } = recordWhen;
  return [...lines, code`if (lineEnd - start < ${start - 1 + length} || !isRecord(input, ${offsetOf(start - 1)})) return -1;`];
}

function emitIsRecord({ values, length }: NonNullable<FixedWidthPlan['dialect']['recordWhen']>): Code {
  // Shorter ones stand in no line that is long enough.
  const words = values.filter((value) => ASCII.test(value) && value.length === length).map((value) => emitIsWord(new TextEncoder().encode(value)));
  return code`/** Whether one of ${commentText(values.join(', '))} stands there. */
function isRecord(bytes: Uint8Array, from: number): boolean {
  return ${words.length === 0 ? code`bytes.length < from` : join(words, ' || ')};
}`;
}

/** The statements that cut a field out without its padding, and read it. */
function emitCell(field: FieldPlan, { start, length, align, padding }: FixedWidthPlace, { dialect }: FixedWidthPlan, context: FastContext): Code[] {
  const { scope } = context;
  const from = start - 1;
  const end = from + length;
  // Only fields that may reach beyond the shortest record can be cut short by the end of the line.
  const place = (offset: number) => (end > dialect.leastLength ? code`Math.min(${offsetOf(offset)}, lineEnd)` : offsetOf(offset));
  // One zero stays of a number that is all zeros.
  const least = (sign: Code) => (padding === '0' ? code` ${sign} 1` : nothing);
  const pad = ASCII.test(padding) ? padding.charCodeAt(0) : null;
  const isRight = align === 'RIGHT';
  const cut = pad === null || isRight ? place(end) : code`${scope.use('beforePadding')}(input, at${least(code`+`)}, ${place(end)}, ${pad})`;
  return [
    code`at = ${place(from)};`,
    code`to = ${cut};`,
    ...(pad !== null && isRight ? [code`at = ${scope.use('behindPadding')}(input, at, to${least(code`-`)}, ${pad});`] : []),
    code`kept = input[to] as number;`,
    code`input[to] = 0;`,
    ...callReader(field, code`at`, context),
    code`input[to] = kept;`,
  ];
}

function offsetOf(offset: number): Code {
  return offset === 0 ? code`start` : code`start + ${offset}`;
}
