import { correctionKinds } from '../../corrections/correction-kinds.ts';
import type { XmlPlan } from './plan.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { type Code, code, commentText, name } from '../../../emitting/code/literal.ts';
import type { FastContext } from '../../fields/fast/context.ts';
import type { FastFormat } from '../model/fast-format.ts';
import { emitJson } from '../../fields/fast/field.ts';
import { callComputed } from '../../fields/fast/computed.ts';
import { writeCopy } from '../../fields/fast/copied-bytes.ts';
import { callReader, emitMember, emitMessageEnd } from '../../fields/fast/member.ts';
import { callRelationTests } from '../../fields/fast/relation-bytes.ts';

/** The constant of a module that finds the records of documents. */
export const DOCUMENTS = code`documents`;

const CELLS = { reader: 'XmlCellReader', doc: 'Reads values that contain references or other markup.' } as const;

/**
 * Returns whether the fast reader can read documents of this spec. There must be a field, and no predicate. A field whose value precedes
 * the records must not have a correction that can lengthen text, because the length limit counts the corrected texts of
 * one record together.
 */
export function hasFastXml({ before, hasPredicates }: XmlPlan, fields: readonly FieldPlan[]): boolean {
  return (
    fields.length > 0 &&
    !hasPredicates &&
    before.every((index) =>
      fields[index]?.corrections.every(({ correctionType }) => !correctionKinds[correctionType].grows),
    )
  );
}

/**
 * Returns the parts of the fast reader that are specific to XML. It expects the same tags as in earlier records, with
 * values between them. It writes a NUL after each value to end it, which is safe because its input is a copy.
 */
export function fastXml(own: XmlPlan): FastFormat {
  return {
    ...fastRecords(own, ({ scope, plan }) => code`new ${scope.use('XmlValueFinder')}(${plan.fields.length})`),
    // Records of documents do not inherit values.
    ofType: (type, isInDocument) =>
      isInDocument && own.before.length === 0
        ? { ...fastRecords(own, () => code`${DOCUMENTS}.part(${type})`), readsLimit: false }
        : null,
  };
}

/** Returns the parts for records whose values `finder` finds. */
function fastRecords(own: XmlPlan, finder: (context: FastContext) => Code): FastFormat {
  const isBefore = (field: FieldPlan, { plan }: FastContext) => own.before.includes(plan.fields.indexOf(field));
  return {
    cell: { delimiter: '\0&<', quote: '', escape: '', isFollowed: false, reportsWide: false, ended: CELLS },
    declares: (
      context,
    ) => code`/** Finds the values of a record between its tags. Stores the offsets of each field's value. */
const finder = ${finder(context)};
const { from: starts, to: ends } = finder;`,
    beforeRecords: (field, context) => (isBefore(field, context) ? [emitBefore(field)] : null),
    begin: [
      own.before.length === 0 ? code`    finder.begin(piece);` : code`    ({ inherited } = finder.begin(piece));`,
      own.before.length === 0
        ? code`    return true;`
        : code`    if (inherited !== prepared || report.today !== preparedOn || maxRecordBytes !== preparedFor) prepare();\n    return isPrepared;`,
    ],
    reading: (context) => [
      ...(own.before.length === 0 ? [] : [emitPrepare(own, context)]),
      emitReadElement(own, context),
    ],
    read: [code`    return appendRecord(at, length);`],
  };
}

function emitBefore({ name: own, key }: FieldPlan): Code {
  return code`/** The JSON of ${commentText(own)}, which precedes the records. */
let ${name(`${key}Before`)} = new Uint8Array(0);`;
}

function emitPrepare({ before }: XmlPlan, context: FastContext): Code {
  const { plan } = context;
  const lines = before
    .flatMap((index) => plan.fields[index] ?? [])
    .map((field) => {
      const text = code`inherited[${plan.fields.indexOf(field)}]`;
      return code`  ${name(`${field.key}Before`)} = encoder.encode(${emitJson(field, context)}(careful.read${name(field.functionName)}(${text}, report)));`;
    });
  return code`/** The texts of the fields that precede the records. */
let inherited: ${context.scope.useType('XmlLayout')}['inherited'] = [];

const encoder = new TextEncoder();
/** The inherited texts that were read last. */
let prepared: XmlLayout['inherited'] | null = null;
/** The day of the run when they were read. */
let preparedOn = NaN;
/** The maximum size of a record when they were read. */
let preparedFor = NaN;
/** Whether they have no issue. */
let isPrepared = false;
/** Whether a correction changed one of them. */
let isCorrected = false;

/** Reads the fields that precede the records. */
function prepare(): void {
  prepared = inherited;
  preparedOn = report.today;
  preparedFor = maxRecordBytes;
  report.begin();
${lines}
  isPrepared = report.issues.length === 0;
  isCorrected = report.corrected;
}`;
}

function emitReadElement({ before }: XmlPlan, context: FastContext): Code {
  const { plan } = context;
  const readValue = (field: FieldPlan, index: number): Code[] => {
    if (field.computed !== null) return callComputed(field, context);
    if (field.copy !== null) return writeCopy(field, context);
    return before.includes(index) ? [emitKnown(field, context)] : emitCell(field, index, context);
  };
  const members = plan.fields.flatMap((field, index) => emitMember(field, index, readValue(field, index), context));
  return code`/** Copies an element that is a record. */
function appendRecord(start: number, from: number): number {
  const recordEnd = finder.find(start);
  if (recordEnd < 0) return -1;
  let length = from;
  let end = 0;
  let to = 0;
${before.length === 0 ? [] : [code`  if (isCorrected) report.corrected = true;`]}
${members}
  next = recordEnd;
${callRelationTests(context).map((line) => code`  ${line}\n`)}${emitMessageEnd(context).map((line) => code`  ${line}`)}
}`;
}

function emitKnown({ key }: FieldPlan, { scope }: FastContext): Code {
  return code`end = ${scope.use('writeBytes')}(output, length, ${name(`${key}Before`)});`;
}

/** Emits statements that end the value of a field with a NUL and copy it. */
function emitCell(field: FieldPlan, index: number, context: FastContext): Code[] {
  return [
    code`to = ends[${index}] as number;`,
    code`input[to] = 0; // ends the value`,
    ...callReader(field, code`starts[${index}] as number`, context),
  ];
}
