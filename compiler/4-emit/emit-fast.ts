import type { Plan } from '../plan/plan.ts';
import { type Format, formatKinds } from '../formats/format-kinds.ts';
import { MAX_ADDED_BYTES } from '../kernel/fast/buffers.ts';
import { toJsonBytes } from '../kernel/fast/json-bytes.ts';
import { type Code, code, commentText, join, name, nothing } from '../code/literal.ts';
import { formatModule } from '../code/format/wrap-lines.ts';
import { Scope } from '../code/scope.ts';
import { declareCells, emitCopyPlain } from '../bytes/cell.ts';
import { declareCharacters } from '../bytes/characters.ts';
import type { FastContext } from '../fields/fast/context.ts';
import type { FastFormat } from '../formats/model/fast-format.ts';
import { emitCopies } from '../fields/fast/copies.ts';
import { carefulMember, emitFastField } from '../fields/fast/field.ts';
import { labelOf } from '../fields/fast/member.ts';
import { emitRelatedValues, hasRelations } from '../fields/relations.ts';
import { carefulTogether, emitTogether } from '../fields/fast/together.ts';
import { emitIsOneOf } from '../bytes/words.ts';

/**
 * A fast reader, which copies bytes to JSON, and the careful readers that it may call. A careful reader reads one field
 * from text and reports its issues. `careful` lists the functions of all fields in spec order, such as `readAmount`.
 */
export interface FastModule {
  /** The text of `generated/<name>.fast.ts`. */
  source: string;
  careful: readonly string[];
}

/**
 * Emits the fast reader of a module. Returns null if the format has no fast reader for this spec. Also returns null if
 * the bytes of a message that do not come from its record, such as field names and padding, can exceed MAX_ADDED_BYTES.
 */
export function emitFast(plan: Plan<Format>): FastModule | null {
  const format = formatKinds[plan.format].fast(plan.formatOperand, plan);
  if (format === null) return null;
  const scope = new Scope();
  let minRecordLimit = 0;
  let added = new TextEncoder().encode(plan.fields.map(labelOf).join('')).length;
  const context: FastContext = {
    plan,
    scope,
    cell: format.cell,
    nullTexts: plan.nullTexts,
    numbersAs: plan.numbersAs,
    reserveGrowth,
    isCareful: (field) => careful.has(field),
    onDay: [],
  };
  const before = plan.fields.flatMap((field) => format.beforeRecords?.(field, context) ?? []);
  const fields = plan.fields
    .filter((field) => (format.beforeRecords?.(field, context) ?? null) === null)
    .map((field) => ({ field, fast: emitFastField(field, context) }));
  const careful = new Set(fields.filter(({ fast }) => fast.copy === null).map(({ field }) => field));
  if (added > MAX_ADDED_BYTES) return null;
  const reading = format.reading(context);
  const declarations = uniqueDeclarations(fields.flatMap(({ fast }) => fast.declarations));
  const readers = [...before, ...declarations, ...emitCopies(fields)];
  const statements = [...readers, ...emitTogether(context), ...reading, emitReader(format, context, minRecordLimit)];
  const sections = [...emitState(format, context, statements), ...statements];
  const source = formatModule([HEAD, scope.imports().source, '', joinSections(sections), ''].join('\n'));
  const carefulReaders = plan.fields.map(({ functionName }) => `read${functionName}`);
  return { source, careful: [...carefulReaders, ...(hasRelations(plan.fields) ? ['validateTogether'] : [])] };

  function reserveGrowth(bytes: number): void {
    minRecordLimit = Math.max(minRecordLimit, bytes);
    added += bytes;
  }
}

const HEAD = `// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads \`input\` from an offset and
// appends to \`output\`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.
`;

/**
 * Joins sections with a blank line between them. Between two constants or variables of one line each, there is no blank
 * line.
 */
function joinSections(sections: readonly Code[]): string {
  const isLine = (source: string) => /^(?:const|let) [^\n]*$/.test(source);
  return sections
    .map(({ source }, i) => {
      const last = sections[i - 1]?.source;
      return last === undefined
        ? source
        : `${isLine(last.split('\n').at(-1) ?? '') && isLine(source) ? '\n' : '\n\n'}${source}`;
    })
    .join('');
}

/**
 * Removes repeated declarations. Moves a declaration such as `const rows = matcher.rows;` directly after that of
 * `matcher`.
 */
function uniqueDeclarations(declarations: readonly Code[]): Code[] {
  const unique: Code[] = [];
  for (const declaration of new Map(declarations.map((one) => [one.source, one])).values()) {
    const owner = /^const \w+ = (\w+)\.\w+;$/.exec(declaration.source)?.[1];
    const last = unique.findLastIndex(({ source }) => owner !== undefined && new RegExp(`\\b${owner}\\b`).test(source));
    unique.splice(last < 0 ? unique.length : last + 1, 0, declaration);
  }
  return unique;
}

function emitState(format: FastFormat, context: FastContext, statements: readonly Code[]): Code[] {
  const { plan, scope } = context;
  const isUsedIn = (codes: readonly Code[]) => (own: string) =>
    codes.some(({ source }) => new RegExp(`\\b${own}\\b`).test(source));
  const isUsed = isUsedIn(statements);
  const nullTexts = plan.nullTexts.filter((text) => text !== '');
  const windows = scope.use('fastBuffers');
  const helpers = [
    ...(isUsed('appendPlain') ? [emitCopyPlain(format.cell, scope)] : []),
    ...(isUsed('isNull') ? [emitIsOneOf(name('isNull'), nullTexts, nullTexts.map(toJsonBytes))] : []),
  ];
  const cells = declareCells(format.cell, isUsed, scope);
  const characters = declareCharacters(format.cell, isUsedIn([...statements, ...helpers]));
  const groups = [
    [
      code`/** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
const input = ${windows}.input;
const output = ${windows}.output;
const outputView = ${windows}.outputView;`,
    ],
    characters,
    cells,
    format.declares === undefined ? [] : [format.declares(context)],
    [
      code`/** The report of the current record, and the limit of the current chunk. */
let report: ${scope.useType('RecordReport')};
let maxRecordBytes = 0;
/** The offset of the next record. */
let next = 0;`,
    ],
  ].filter((group) => group.length > 0);
  const related = hasRelations(plan.fields) ? [emitRelatedValues(plan.fields, plan.names, code`export `)] : [];
  const readers = code`/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface CarefulReaders {
${[...plan.fields.map((field) => carefulMember(field, scope)), ...carefulTogether(plan.fields, scope)]}
}
let careful: CarefulReaders;`;
  return [...groups.map((group) => join(group, '\n')), ...related, readers, ...helpers];
}

function emitReader(format: FastFormat, { plan, scope, onDay }: FastContext, minRecordLimit: number): Code {
  const begins =
    onDay.length === 0
      ? code``
      : code`    if (report.today !== day) {
      day = report.today;
${onDay.map((line) => code`      ${line}`)}
    }
`;
  const today =
    onDay.length === 0 ? code`` : code`/** The day of the run, as days since 1970-01-01. */\nlet day = NaN;\n\n`;
  return code`${emitKeys(plan)}${today}/** Creates the fast reader of ${commentText(plan.name)}. */
export function fastReader(readers: CarefulReaders): ${scope.useType('FastReader')} {
  careful = readers;
  return { minRecordLimit: ${minRecordLimit}, begin, read, next: () => next${format.skipsOther === true ? code`, skipOther` : nothing}, writeKey${plan.key.length === 0 ? code`: null` : code``} };

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
  const keyVariables = key
    .flatMap((index) => fields[index] ?? [])
    .map((field) => code`const ${name(`${field.key}Key`)} = { from: 0, to: 0 };\n`);
  return keyVariables.length === 0
    ? code``
    : code`/** The positions of the key's values in the output. */\n${join(keyVariables, '')}\n`;
}

function emitWriteKey({ key, fields }: Plan, scope: Scope): Code {
  const keyVariables = key.flatMap((index) => fields[index] ?? []).map((field) => name(`${field.key}Key`));
  const [only] = keyVariables;
  if (only === undefined) return code``;
  const write =
    keyVariables.length === 1
      ? code`${scope.use('writeKeyText')}(output, ${only}, keys, length)`
      : code`${scope.use('writeKeyTexts')}(output, ${join(keyVariables, ', ', '[', ']')}, keys, length)`;
  return code`
  function writeKey(keys: Uint8Array, length: number): number {
    return ${write};
  }
`;
}
