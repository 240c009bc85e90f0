import { type Code, code, commentText, join, name, nothing } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import type { FastContext } from '../../language/fields/fast/context.ts';
import { emitValue, placeOf } from '../../language/fields/fast/relation-bytes.ts';
import { beginTitles } from '../../language/fields/fast/titles.ts';
import type { FastFormat } from '../../language/formats/model/fast-format.ts';
import type { FieldPlan, Plan } from '../../language/plan/plan.ts';
import type { RepeatPlan } from '../../language/plan/record-types-plan.ts';

/** What differs in the fast reader of one of several record types. */
export interface TypeForm {
  /** Name of the interface of its careful readers. */
  readonly careful: Code;
  /** The fields whose values rules of the file need. */
  readonly observed: ReadonlySet<FieldPlan>;
  /** Those of them that are added up. */
  readonly summed: ReadonlySet<FieldPlan>;
  /** The index of the type, and whether its records belong to documents. */
  readonly place: { readonly type: number; readonly isInDocument: boolean };
  /** Where the groups are that the records of the type are. Null: they are no groups. */
  readonly repeat: RepeatPlan | null;
}

/** Emits the function that creates the fast reader. It follows all other functions, which it calls. */
export function emitReader(
  format: FastFormat,
  context: FastContext,
  { minRecordLimit, form }: { minRecordLimit: number; form: TypeForm | null },
): Code {
  const { plan, scope, onDay } = context;
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
  const isTyped = form !== null;
  const limit = format.readsLimit === false ? nothing : code`    maxRecordBytes = piece.maxRecordBytes;\n`;
  return code`${emitKeys(plan)}${today}/** Creates the fast reader${isTyped ? nothing : code` of ${commentText(plan.name)}`}. */
${isTyped ? nothing : code`export `}function fastReader(readers: ${form?.careful ?? code`CarefulReaders`}): ${scope.useType(isTyped ? 'FastTypeReader' : 'FastReader')} {
  careful = readers;
  return { minRecordLimit: ${minRecordLimit}, begin, read, next: () => next${format.skipsOther === true ? code`, skipOther` : nothing}, writeKey${plan.key.length === 0 ? code`: null` : code``}${form === null ? nothing : emitTypeMembers(form, context)}${format.findsGroups === true ? code`, groups: { count, use }` : nothing} };

  function begin(to: RecordReport, piece: ${scope.useType('FastChunk')}): boolean {
    report = to;
${limit}${begins}${beginTitles(context)}${format.begin}
  }

  function read(at: number, length: number): number {
${context.stages.hasAside ? code`    aside = ${scope.use('ASIDE_START')};\n` : nothing}${format.read}
  }
${emitWriteKey(plan, scope)}${form === null ? nothing : emitTypeValues(form, context)}}`;
}

/** Emits the further members of the reader of one of several record types. */
function emitTypeMembers({ observed }: TypeForm, { plan }: FastContext): Code {
  const places = plan.fields
    .filter((field) => observed.has(field))
    .map((field) => code`${name(field.key)}: ${placeOf(field)}`);
  const copies = plan.fields.some(({ copy }) => copy !== null);
  return code`, copy${copies ? nothing : code`: null`}, places: ${objectOf(places)}, values`;
}

/** Emits the function that returns the values that rules of the file need. */
function emitTypeValues({ observed }: TypeForm, { plan, scope }: FastContext): Code {
  const values = plan.fields
    .filter((field) => observed.has(field))
    .map((field) => code`${name(field.key)}: ${emitValue(field, scope)}`);
  return code`
  function values(): unknown {
    return ${objectOf(values)};
  }
`;
}

function objectOf(members: readonly Code[]): Code {
  return members.length === 0 ? code`{}` : join(members, ', ', '{ ', ' }');
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
