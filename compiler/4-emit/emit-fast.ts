import type { FieldPlan, Plan } from '../plan/plan.ts';
import { type Format, formatKinds } from '../formats/format-kinds.ts';
import { MAX_ADDED_BYTES } from '../kernel/fast/buffers.ts';
import { toJsonBytes } from '../kernel/fast/json-bytes.ts';
import { type Code, code, commentText, join, name } from '../code/literal.ts';
import { formatModule } from '../code/format/wrap-lines.ts';
import { Scope } from '../code/scope.ts';
import { declareCells, emitCopyPlain } from '../bytes/cell.ts';
import type { FastContext } from '../fields/fast/context.ts';
import type { FastFormat } from '../formats/model/fast-format.ts';
import { carefulMember, emitFastField } from '../fields/fast/field.ts';
import { labelOf } from '../fields/fast/member.ts';
import { emitIsOneOf } from '../bytes/words.ts';

/** A fast reader. `careful` lists the fields whose careful readers it calls, by function name: `Amount`. */
export interface FastModule {
  /** The text of `generated/<name>.fast.ts`. */
  source: string;
  careful: readonly string[];
}

/** Emits the fast reader of a module. Returns null if the format has no fast reader for such files. */
export function emitFast(plan: Plan<Format>): FastModule | null {
  const format = formatKinds[plan.format].fast(plan.formatOperand, plan);
  if (format === null) return null;
  const scope = new Scope();
  let least = 0;
  let added = new TextEncoder().encode(plan.fields.map(labelOf).join('')).length;
  const careful = new Set<FieldPlan>();
  const context: FastContext = {
    plan,
    scope,
    cell: format.cell,
    nullTexts: plan.nullTexts,
    numbersAs: plan.numbersAs,
    noteGrowth,
    isCareful: (field) => careful.has(field),
    onDay: [],
  };
  const fields = plan.fields.map((field) => {
    const before = format.before?.(field, context) ?? null;
    if (before !== null) return { field, statements: before };
    const { statements, isCareful } = emitFastField(field, context);
    if (isCareful) careful.add(field);
    return { field, statements };
  });
  if (added > MAX_ADDED_BYTES) return null;
  const reading = format.reading(context);
  const readers = fields.flatMap(({ statements }) => statements);
  const state = emitState(format, context, [...readers, ...reading]);
  const sections = [...state, ...readers, ...reading, emitReader(format, context, least)];
  const source = formatModule([HEAD, scope.imports().source, '', join(sections, '\n\n').source, ''].join('\n'));
  return { source, careful: plan.fields.map(({ functionName }) => functionName) };

  function noteGrowth(bytes: number): void {
    least = Math.max(least, bytes);
    added += bytes;
  }
}

const HEAD = '// Compiled by Specmill from a spec: change the spec, not this file.';

function emitState(format: FastFormat, context: FastContext, statements: readonly Code[]): Code[] {
  const { plan, scope } = context;
  const isUsed = (own: string) => statements.some(({ source }) => source.includes(own));
  const nullTexts = plan.nullTexts.filter((text) => text !== '');
  const windows = scope.use('fastBuffers');
  const constants = [
    code`/** What is read, and what that writes: always the same bytes, so that V8 compiles in where they are. */
const input = ${windows}.input;
const output = ${windows}.output;
const outputView = ${windows}.outputView;`,
    ...declareCells(format.cell, isUsed, scope),
    ...(format.declares === undefined ? [] : [format.declares(context)]),
    code`/** Of the piece that is being read. */
let report: ${scope.useType('RecordReport')};
let maxRecordBytes = 0;
/** Where the record behind the one that was read begins. */
let next = 0;`,
  ];
  const readers = code`/** The careful readers of the fields, for cells that are odd or not clean. */
export interface CarefulReaders {
${plan.fields.map((field) => carefulMember(field, scope))}
}
let careful: CarefulReaders;`;
  return [
    join(constants, '\n'),
    readers,
    ...(isUsed('copyPlain(') ? [emitCopyPlain(format.cell, scope)] : []),
    ...(isUsed('isNull(') ? [emitIsOneOf(name('isNull'), nullTexts, nullTexts.map(toJsonBytes))] : []),
  ];
}

function emitReader(format: FastFormat, { plan, scope, onDay }: FastContext, least: number): Code {
  const begins =
    onDay.length === 0
      ? code``
      : code`    if (report.today !== day) {
      day = report.today;
${onDay.map((line) => code`      ${line}`)}
    }
`;
  const today = onDay.length === 0 ? code`` : code`let day = NaN;\n\n`;
  return code`${emitKeys(plan)}${today}/** The second reading of a record of ${commentText(plan.name)}: from bytes to JSON; issues are told by the careful readers of the fields. */
export function fastReader(readers: CarefulReaders): ${scope.useType('FastReader')} {
  careful = readers;
  return { minRecordLimit: ${least}, begin, read, next: () => next, writeKey${plan.key.length === 0 ? code`: null` : code``} };

  function begin(to: RecordReport, piece: ${scope.useType('FastChunk')}): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
${begins}${format.begin}
  }

  function read(at: number, length: number): number {
${format.read}
  }
${emitWriteKey(plan, scope)}}`;
}

function emitKeys({ key, fields }: Plan): Code {
  const places = key
    .flatMap((index) => fields[index] ?? [])
    .map((field) => code`const ${name(`${field.key}Key`)} = { from: 0, to: 0 };\n`);
  return places.length === 0
    ? code``
    : code`/** Where the values of the key stand in the output. */\n${join(places, '')}\n`;
}

function emitWriteKey({ key, fields }: Plan, scope: Scope): Code {
  const places = key.flatMap((index) => fields[index] ?? []).map((field) => name(`${field.key}Key`));
  const [only] = places;
  if (only === undefined) return code``;
  const write =
    places.length === 1
      ? code`${scope.use('writeKeyText')}(output, ${only}, keys, length)`
      : code`${scope.use('writeKeyTexts')}(output, ${join(places, ', ', '[', ']')}, keys, length)`;
  return code`
  function writeKey(keys: Uint8Array, length: number): number {
    return ${write};
  }
`;
}
