import { type Code, code, literals, name } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { emitBlockInput, emitInput } from '../model/input.ts';
import { emitSettings } from '../model/settings.ts';
import type { FixedWidthDialect } from '../../../kernel/fixed-width/line-parser.ts';
import type { FixedWidthPlan } from './plan.ts';
import { createRawRecord } from './raw-record.ts';

/** Emits the constant `dialect`: the settings for splitting a file into records. */
export function emitDialect({ dialect }: FixedWidthPlan, scope: Scope, types: readonly Code[] = []): Code {
  const { recordWhen, types: _, skipsUnknown, continuation, filler, ...settings } = dialect;
  const lines = Object.entries({ continuation, filler }).flatMap(([key, selected]) =>
    selected === undefined ? [] : [code`\n  ${name(key)}: ${emitWhen(selected)},`],
  );
  const typed =
    types.length === 0
      ? []
      : [code`\n  types: [\n${types}\n  ],\n  skipsUnknown: ${skipsUnknown === true ? code`true` : code`false`},`];
  return code`/** The settings for splitting the file into records. */
const dialect: Omit<${scope.useType('FixedWidthDialect')}, 'maxRecordBytes'> = {
${emitSettings(settings)}
  recordWhen: ${emitWhen(recordWhen)},${typed}${lines}
};`;
}

function emitWhen(when: FixedWidthDialect['recordWhen']): Code {
  if (when === null) return code`null`;
  return code`{ start: ${when.start}, length: ${when.length}, values: ${literals(when.values)} }`;
}

/** Emits the function `records`, which creates the source of a file's records. */
export function emitRecords(
  { dialect, isUnterminated }: FixedWidthPlan,
  { encoding, maxRecordBytes }: Pick<Plan, 'encoding' | 'maxRecordBytes'>,
  scope: Scope,
): Statement {
  const records = scope.use(isUnterminated ? 'createFixedWidthBlockSource' : 'createFixedWidthRecordSource');
  const input = isUnterminated ? emitBlockInput(encoding, dialect.maxLength, scope) : emitInput(encoding, scope);
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: scope.useType('FixedWidthRecordSource'),
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`return ${records}({ ...dialect, maxRecordBytes }, ${input}, options.from);`,
    ],
  });
}

/** Emits the statements that read a file with several record types. */
export function emitFixedWidthTypes(module: RecordTypesPlan, scope: Scope): Statement[] {
  // This format created the plans.
  const plans = module.types.map(({ plan }) => plan.formatOperand as FixedWidthPlan);
  const [first] = plans;
  if (first === undefined) throw new Error('a spec has at least one record type');
  const { isUnterminated, dialect: own } = first;
  const dialect = {
    ...first.dialect,
    recordWhen: null,
    minLength: isUnterminated ? own.minLength : 0,
    maxLength: isUnterminated ? own.maxLength : Infinity,
    skipsUnknown: module.onUnknownRecordType === null,
    ...(module.continuation !== null && { continuation: module.continuation }),
    ...(module.filler !== null && { filler: module.filler }),
  };
  return [
    emitDialect({ ...first, dialect }, scope, plans.map(emitType)).source,
    ...module.types.map(({ plan }, index) =>
      emitReadRecord(plan, createRawRecord(plans[index] ?? first, scope), scope),
    ),
    emitRecords({ ...first, dialect }, module, scope),
  ];
}

function emitType({ dialect: { recordWhen, minLength, maxLength } }: FixedWidthPlan): Code {
  const most = maxLength === Infinity ? code`Infinity` : code`${maxLength}`;
  return code`    { when: ${emitWhen(recordWhen)}, minLength: ${minLength}, maxLength: ${most} },`;
}
