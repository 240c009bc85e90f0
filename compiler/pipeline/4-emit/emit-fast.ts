import { type FieldPlan, hasPlace, needsStages, type Plan } from '../../language/plan/plan.ts';
import { readsLine } from './spec-info.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { MAX_ADDED_BYTES } from '../../kernel/fast/buffers.ts';
import { toJsonBytes } from '../../kernel/fast/json-bytes.ts';
import { type Code, code, join, name, nothing } from '../../emitting/code/literal.ts';
import { formatModule } from '../../emitting/code/format/wrap-lines.ts';
import { Scope } from '../../emitting/code/scope.ts';
import { declareCells, emitCopyPlain } from '../../emitting/bytes/cell.ts';
import { declareCharacters } from '../../emitting/bytes/characters.ts';
import type { FastContext } from '../../language/fields/fast/context.ts';
import type { FastFormat } from '../../language/formats/model/fast-format.ts';
import { emitReader, type TypeForm } from './emit-fast-reader.ts';
import { copyMember, emitStoring } from '../../language/fields/fast/copied-bytes.ts';
import { emitCopies } from '../../language/fields/fast/copies.ts';
import { carefulMember, emitFastField } from '../../language/fields/fast/field.ts';
import { computedMember, emitComputedFields, emitLate } from '../../language/fields/fast/computed.ts';
import { emitTitleFields } from '../../language/fields/fast/titles.ts';
import { planStages } from '../../language/fields/fast/stages.ts';
import { encoderOf } from '../../emitting/encoders/encoders.ts';
import { labelOf } from '../../language/fields/fast/member.ts';
import { emitRelatedValues, hasRelations } from '../../language/fields/relations.ts';
import { carefulRelations, emitRelationTests } from '../../language/fields/fast/relation-bytes.ts';
import { emitIsOneOf } from '../../emitting/bytes/words.ts';

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
  const scope = new Scope();
  const reader = emitFastReader(plan, scope, null);
  if (reader === null) return null;
  const { state, related, careful, sections: functions } = reader;
  const sections = [...state, ...related, join([careful.members, careful.variable], '\n'), ...functions];
  const body = joinSections(sections).source;
  const source = formatModule([fastHead(plan), scope.importsOf(body).source, '', body, ''].join('\n'));
  return { source, careful: careful.names };
}

/** The parts of an emitted fast reader, in the order of the module. */
export interface EmittedReader {
  /** The variables. */
  readonly state: readonly Code[];
  /** The interface of the values that rules need together. */
  readonly related: readonly Code[];
  /** The functions. The last one is `fastReader(readers)`, which creates the reader. */
  readonly sections: readonly Code[];
  /** The interface of the careful readers, the variable with them, and their names in the module. */
  readonly careful: { readonly members: Code; readonly variable: Code; readonly names: readonly string[] };
}

/**
 * Emits the fast reader of a spec, or of one of its record types. `form` is null for a spec with one type. Returns null
 * as `emitFast` does.
 */
export function emitFastReader(plan: Plan<Format>, scope: Scope, form: TypeForm | null): EmittedReader | null {
  const format = formatOf(plan, form);
  if (
    format === null ||
    readsLine(plan.fields) ||
    (form !== null && (needsStages(plan.fields) || !encoderOf(plan).bytes.isInPlace))
  )
    return null;
  const stages = planStages(plan);
  let minRecordLimit = 0;
  const labels = plan.fields.map((field) => labelOf(field, { plan, stages })).join('');
  let added = new TextEncoder().encode(labels).length;
  const cells = new Set<FieldPlan>();
  const context: FastContext = {
    plan,
    scope,
    cell: format.cell,
    nullTexts: plan.nullTexts,
    numbersAs: plan.numbersAs,
    reserveGrowth,
    stages,
    isCell: (field) => cells.has(field),
    isCareful: (field) => careful.has(field),
    observed: form?.observed ?? new Set(),
    summed: form?.summed ?? new Set(),
    onDay: [],
  };
  const before = plan.fields.flatMap((field) => format.beforeRecords?.(field, context) ?? []);
  for (const field of plan.fields)
    if (hasPlace(field) && (format.beforeRecords?.(field, context) ?? null) === null) cells.add(field);
  const fields = [...cells].map((field) => ({ field, fast: emitFastField(field, context) }));
  const careful = new Set(fields.filter(({ fast }) => fast.copy === null).map(({ field }) => field));
  if (added > MAX_ADDED_BYTES) return null;
  const reading = format.reading(context);
  const declarations = uniqueDeclarations(fields.flatMap(({ fast }) => fast.declarations));
  const readers = [
    ...before,
    ...declarations,
    ...emitCopies(fields),
    ...emitStoring(plan.fields, context),
    ...emitTitleFields(context),
  ];
  const reader = emitReader(format, context, { minRecordLimit, form });
  const computed = [...emitComputedFields(context), ...emitLate(context)];
  const sections = [...readers, ...emitRelationTests(context), ...computed, ...reading, reader];
  const { variables, helpers } = emitState(format, context, { statements: sections, isTyped: form !== null });
  const own = form?.careful ?? code`CarefulReaders`;
  const carefulReaders = plan.fields.map(
    ({ functionName, computed: own }) => `${own === null ? 'read' : 'compute'}${functionName}`,
  );
  return {
    state: variables,
    related: hasRelations(plan.fields) ? [emitRelatedValues(plan.fields, plan.names, code`export `)] : [],
    sections: [...helpers, ...sections],
    careful: {
      members: emitCarefulReaders(context, own),
      variable: code`let careful: ${own};`,
      names: [...carefulReaders, ...(hasRelations(plan.fields) ? [plan.names.validateTogether] : [])],
    },
  };

  function reserveGrowth(bytes: number): void {
    minRecordLimit = Math.max(minRecordLimit, bytes);
    added += bytes;
  }
}

function formatOf(plan: Plan<Format>, form: TypeForm | null): FastFormat | null {
  const all = formatKinds[plan.format].fast(plan.formatOperand, plan);
  const { type, isInDocument } = form?.place ?? { type: -1, isInDocument: false };
  const format = form === null || all?.ofType === undefined ? all : all.ofType(type, isInDocument);
  const repeat = form?.repeat ?? null;
  return repeat === null ? format : (format?.ofGroups?.({ ...repeat, nullTexts: plan.nullTexts }) ?? null);
}

/** Returns the comment that begins a fast module. */
export function fastHead({ encoder }: Pick<Plan, 'encoder'>): string {
  return `// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to ${encoderOf({ encoder }).name} in one pass. A function that copies reads \`input\` from an offset and
// appends to \`output\`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.
`;
}

/**
 * Joins sections with a blank line between them. Between two constants or variables of one line each, there is no blank
 * line.
 */
export function joinSections(sections: readonly Code[]): Code {
  const isLine = (source: string) => /^(?:const|let) [^\n]*$/.test(source);
  return sections.reduce((joined, section, i) => {
    if (i === 0) return section;
    const last = sections[i - 1]?.source.split('\n').at(-1) ?? '';
    return isLine(last) && isLine(section.source) ? code`${joined}\n${section}` : code`${joined}\n\n${section}`;
  }, nothing);
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

function emitState(
  format: FastFormat,
  context: FastContext,
  { statements, isTyped }: { statements: readonly Code[]; isTyped: boolean },
): { variables: Code[]; helpers: Code[] } {
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
  const cells = declareCells(format.cell, { isUsed, omitsUnused: isTyped }, scope);
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
      format.readsLimit === false
        ? code`/** The report of the current record. */
let report: ${scope.useType('RecordReport')};`
        : code`/** The report of the current record, and the limit of the current chunk. */
let report: ${scope.useType('RecordReport')};
let maxRecordBytes = 0;`,
      code`/** The offset of the next record. */
let next = 0;`,
    ],
    context.stages.hasAside
      ? [code`/** The offset after the values that are not in the message, or not yet. */\nlet aside = 0;`]
      : [],
  ].filter((group) => group.length > 0);
  return { variables: groups.map((group) => join(group, '\n')), helpers };
}

/** Emits the interface of the careful readers. */
function emitCarefulReaders(context: FastContext, own: Code): Code {
  const { plan, scope } = context;
  const members = plan.fields.map((field) => {
    if (field.computed !== null) return computedMember(field, field.computed, context);
    return field.copy === null ? carefulMember(field, scope) : copyMember(field, scope);
  });
  return code`/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface ${own} {
${[...members, ...carefulRelations(plan, scope)]}
}`;
}
