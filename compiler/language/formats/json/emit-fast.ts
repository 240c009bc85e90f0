import { type Code, code } from '../../../emitting/code/literal.ts';
import type { FastContext } from '../../fields/fast/context.ts';
import { callComputed } from '../../fields/fast/computed.ts';
import { callReader, emitMember, emitMessageEnd } from '../../fields/fast/member.ts';
import { callRelationTests } from '../../fields/fast/relation-bytes.ts';
import { type FieldPlan, hasPlace } from '../../plan/plan.ts';
import type { FastFormat } from '../model/fast-format.ts';
import type { JsonPlan } from './plan.ts';

/**
 * Maximum number of fields that read the same value. Each of them copies it, and the output has room for some copies of a
 * record.
 */
const MAX_FIELDS_OF_VALUE = 4;
/** Pointers with more tokens, and with larger indexes of items, are left to the careful reader. */
const MAX_TOKENS = 64;
const MAX_INDEX = 255;

/** Returns whether the fast reader can read files of this spec: lines, whose fields are not too deep in their records. */
export function hasFastJson({ fields, recordPath }: JsonPlan): boolean {
  const readers = new Map<string, number>();
  for (const { path } of fields) {
    const place = JSON.stringify(path);
    readers.set(place, (readers.get(place) ?? 0) + 1);
  }
  return (
    recordPath === null &&
    fields.length > 0 &&
    Math.max(...readers.values()) <= MAX_FIELDS_OF_VALUE &&
    fields.every(({ path }) => path.length <= MAX_TOKENS && path.every((token) => !isLargeIndex(token)))
  );
}

function isLargeIndex(token: string): boolean {
  return /^\d+$/.test(token) && Number(token) > MAX_INDEX;
}

/**
 * Returns the parts of the fast reader that are specific to JSON Lines. It expects what earlier records had between their
 * values. It writes a NUL after each value to end it, which is safe because its input is a copy.
 */
export function fastJson(own: JsonPlan): FastFormat {
  return {
    cell: { delimiter: '\0', quote: '', escape: '', isFollowed: false, reportsWide: false, ended: CELLS },
    declares: ({
      scope,
    }) => code`/** Finds the values of a record in its line. Stores the offsets of each field's value. */
const finder = new ${scope.use('JsonValueFinder')}(${own.fields.length});
const { from: starts, to: ends } = finder;`,
    begin: [code`    finder.begin(piece);`, code`    return true;`],
    reading: (context) => [emitReadLine(own, context)],
    read: [code`    return appendRecord(at, length);`],
  };
}

const CELLS = { reader: 'JsonCellReader', doc: 'Reads texts with escapes.' } as const;

function emitReadLine({ fields }: JsonPlan, context: FastContext): Code {
  const { plan } = context;
  const places = plan.fields.filter(hasPlace);
  const readValue = (field: FieldPlan): Code[] =>
    field.computed === null ? emitCell(field, places.indexOf(field), context) : callComputed(field, context);
  const members = plan.fields.flatMap((field, index) => emitMember(field, index, readValue(field), context));
  // Issues show a number as it was sent.
  const isRewritten = fields.some(({ reads }) => reads === 'WHOLE')
    ? [code`  if (finder.isRewritten && report.issues.length > 0) return -1;`]
    : [];
  return code`/** Copies the values of a line. */
function appendRecord(start: number, from: number): number {
  const recordEnd = finder.find(start);
  if (recordEnd < 0) return -1;
  let length = from;
  let end = 0;
  let to = 0;
${members}
${isRewritten}
  next = recordEnd;
${callRelationTests(context).map((line) => code`  ${line}\n`)}${emitMessageEnd(context).map((line) => code`  ${line}`)}
}`;
}

/** Emits statements that end the value of a field with a NUL and copy it. */
function emitCell(field: FieldPlan, index: number, context: FastContext): Code[] {
  return [
    code`to = ends[${index}] as number;`,
    code`input[to] = 0; // ends the value`,
    ...callReader(field, code`starts[${index}] as number`, context),
  ];
}
