import { type Code, code, join, literal, literals, name, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import type { LineWhen, RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { emitTitles } from '../model/emit-titles.ts';
import { emitConditions } from '../model/emit-conditions.ts';
import { emitHeld, emitWithHolds } from '../model/emit-holds.ts';
import { emitRepeats, emitWithGroups } from '../model/emit-repeats.ts';
import { emitBlockInput, emitInput } from '../model/input.ts';
import { emitSettings } from '../model/settings.ts';
import type { FixedWidthDialect } from '../../../kernel/fixed-width/line-parser.ts';
import { edgesOf, type FixedWidthPlan } from './plan.ts';
import { createRawRecord } from './raw-record.ts';

/** Emits the constant `dialect`: the settings for splitting a file into records. */
export function emitDialect(
  { dialect, conditions, titles = [], bytesOf, ranges }: Omit<FixedWidthPlan, 'isUnterminated'>,
  scope: Scope,
  types: readonly Code[] = [],
  others: Partial<Record<'continuation' | 'filler', LineWhen | null>> = {},
): Code {
  const { recordWhen, types: _, skipsUnknown, continuation: __, filler: ___, ...settings } = dialect;
  const lines = Object.entries(others).flatMap(([key, selected]) =>
    selected === null ? [] : [code`\n  ${name(key)}: ${emitWhen(selected, selected.conditions, scope)},`],
  );
  const typed =
    types.length === 0
      ? []
      : [code`\n  types: [\n${types}\n  ],\n  skipsUnknown: ${skipsUnknown === true ? code`true` : code`false`},`];
  return code`/** The settings for splitting the file into records. */
const dialect: Omit<${scope.useType('FixedWidthDialect')}, 'maxRecordBytes'> = {
${emitSettings(settings)}${emitTitles({ titles }, scope)}${emitBytes(bytesOf, types.length > 0 ? [] : edgesOf({ ranges, dialect, ...(conditions !== undefined && { conditions }) }), scope)}
  recordWhen: ${emitWhen(recordWhen, conditions, scope)},${typed}${lines}
};`;
}

/** Emits how bytes are counted, if positions are bytes. */
function emitBytes(encoding: string | undefined, edges: readonly number[], scope: Scope): Code {
  if (encoding === undefined) return nothing;
  return code`\n  widthOf: ${scope.use('createCharacterWidth')}(${literal(encoding)}),${edges.length === 0 ? nothing : code`\n  edges: ${emitList(edges)},`}`;
}

function emitList(edges: readonly number[]): Code {
  return join(
    edges.map((edge) => code`${edge}`),
    ', ',
    '[',
    ']',
  );
}

function emitWhen(
  when: FixedWidthDialect['recordWhen'],
  conditions: readonly ConditionPlan[] | undefined,
  scope: Scope,
): Code {
  if (when === null) return code`null`;
  const placeOf = ({ start, length }: { start: number; length: number }) => code`start: ${start}, length: ${length}`;
  const all = conditions === undefined ? nothing : code`, all: ${emitConditions(conditions, placeOf, scope)}`;
  return code`{ ${placeOf(when)}, values: ${literals(when.values)}${all} }`;
}

/** Returns whether a number is stored as bytes. */
export function hasStored(ranges: FixedWidthPlan['ranges']): boolean {
  return Object.values(ranges).some(({ storage }) => storage !== undefined);
}

/** Emits the reader of numbers that are stored as bytes. Returns nothing if there are none. */
export function emitStoredNumbers(isStored: boolean, encoding: string, scope: Scope): Statement[] {
  if (!isStored) return [];
  return [
    code`/** Reads numbers that are stored as bytes that are no text. */
const stored = ${scope.use('createStoredNumbers')}(${literal(encoding)});`.source,
  ];
}

/** Emits the function `records`, which creates the source of a file's records. */
export function emitRecords(
  { dialect, isUnterminated, isBinary = false, lengths }: FixedWidthPlan,
  { encoding, maxRecordBytes }: Pick<Plan, 'encoding' | 'maxRecordBytes'>,
  scope: Scope,
  withGroups: (source: Code) => Code = (source) => source,
): Statement {
  const records = scope.use(
    lengths !== undefined
      ? 'createFixedWidthLengthSource'
      : isUnterminated
        ? 'createFixedWidthBlockSource'
        : 'createFixedWidthRecordSource',
  );
  const input = isBinary
    ? code`${scope.use('createBinaryBlockInput')}(${literal(encoding)}, ${lengths === undefined ? dialect.maxLength : 1}, options.from)`
    : isUnterminated
      ? emitBlockInput(encoding, dialect.maxLength, scope)
      : emitInput(encoding, scope);
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: scope.useType('FixedWidthRecordSource'),
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`return ${withGroups(code`${records}({ ...dialect, maxRecordBytes }, ${input}, ${emitFrom(lengths, encoding)})`)};`,
    ],
  });
}

/** Emits where reading begins, with how the lengths of records are written. */
function emitFrom(lengths: FixedWidthPlan['lengths'], encoding: string): Code {
  if (lengths === undefined) return code`options.from`;
  const included = lengths.included ? code`true` : code`false`;
  return code`{ from: options.from, encoding: ${literal(encoding)}, lengths: ${literal(lengths.lengths)}, included: ${included} }`;
}

/** Emits the statements that read a file with several record types. */
export function emitFixedWidthTypes(module: RecordTypesPlan, scope: Scope): Statement[] {
  // This format created the plans.
  const plans = module.types.map(({ plan }) => plan.formatOperand as FixedWidthPlan);
  const [first] = plans;
  if (first === undefined) throw new Error('a spec has at least one record type');
  const { isUnterminated, dialect: own } = first;
  const isBinary = plans.some((plan) => plan.isBinary === true);
  const isStored = plans.some(({ ranges }) => hasStored(ranges));
  const dialect = {
    ...first.dialect,
    recordWhen: null,
    minLength: isUnterminated ? own.minLength : 0,
    maxLength: isUnterminated ? own.maxLength : Infinity,
    skipsUnknown: module.onUnknownRecordType === null,
  };
  const withGroups = (source: Code) =>
    emitWithGroups(
      module,
      emitWithHolds(module, source, scope),
      () => emitGroups(module, plans, dialect, scope),
      scope,
    );
  return [
    ...[...emitRepeats(module, scope), ...emitHeld(module, COPIER, scope)].map(({ source }) => source),
    emitDialect(
      { dialect, ranges: {}, ...(first.bytesOf !== undefined && { bytesOf: first.bytesOf }) },
      scope,
      plans.map((plan, index) => (module.types[index]?.repeat == null ? emitType(plan, scope) : NO_LINES)),
      { continuation: module.continuation, filler: module.filler },
    ).source,
    ...emitStoredNumbers(isStored, module.encoding, scope),
    ...module.types.map(({ plan }, index) =>
      emitReadRecord(plan, createRawRecord(plans[index] ?? first, scope), scope),
    ),
    emitRecords({ ...first, dialect, isBinary }, module, scope, withGroups),
  ];
}

const COPIER = { copy: 'copyFixedWidthLine', cellOf: 'cellInSlices' } as const;

/** The type of records that are groups of other records: no line has it. */
const NO_LINES = code`    { when: { start: 1, length: 1, values: [] }, minLength: 0, maxLength: Infinity },`;

/** Emits how the groups of records are found. */
function emitGroups(
  { types }: RecordTypesPlan,
  plans: readonly FixedWidthPlan[],
  { onMissingColumns, onShortRecord }: FixedWidthPlan['dialect'],
  scope: Scope,
): Code {
  const forms = types.flatMap(({ repeat }, type) => {
    const plan = plans[type];
    if (repeat === null || plan === undefined) return [];
    const edges = plan.bytesOf === undefined ? nothing : code`, edges: ${emitList(edgesOf(plan))}`;
    const minLength = plan.isUnterminated ? 0 : plan.dialect.minLength;
    return [code`${type}: { minLength: ${minLength}${edges} }`];
  });
  const severity = onMissingColumns === null ? code`null` : literal(onMissingColumns);
  const pads = onShortRecord === null ? code`true` : code`false`;
  return code`${scope.use('fixedWidthGroups')}(repeats, { onMissingColumns: ${severity}, pads: ${pads}, forms: { ${join(forms, ', ')} } })`;
}

function emitType({ dialect, conditions, bytesOf, ranges }: FixedWidthPlan, scope: Scope): Code {
  const { recordWhen, minLength, maxLength } = dialect;
  const own = edgesOf({ ranges, dialect, ...(conditions !== undefined && { conditions }) });
  const edges = bytesOf === undefined ? nothing : code`, edges: ${emitList(own)}`;
  const most = maxLength === Infinity ? code`Infinity` : code`${maxLength}`;
  return code`    { when: ${emitWhen(recordWhen, conditions, scope)}, minLength: ${minLength}, maxLength: ${most}${edges} },`;
}
