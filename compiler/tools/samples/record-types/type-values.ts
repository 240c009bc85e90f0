import type { RecordTypesSpec } from '../../../pipeline/1-read/spec-shape.ts';
import { MAX_RECORD_BYTES } from '../../../language/plan/plan.ts';
import { parseIsoDate } from '../../../kernel/values/dates/calendar.ts';
import { isRelation } from '../../../language/rules/relations.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import { findValidRecord, validCells } from '../oracle/good-record.ts';
import { judgeCells, type SampleOracle, type Verdicts } from '../oracle/sample-oracle.ts';
import { cellsToTry } from '../values/cells-to-try.ts';
import { findTableKeys } from '../values/table-keys.ts';
import { type FieldCandidates, findCandidates, nullCells } from '../values/field-candidates.ts';
import { findOrigin, type OwnView } from './own-views.ts';
import { isolateType, type TypedOracle } from './typed-oracle.ts';

/** What is known about the cells of one record type. */
export interface TypeValues {
  readonly candidates: readonly FieldCandidates[];
  /** The issues of the cells that were tried, by field. */
  readonly verdicts: readonly Verdicts[];
  /** The cells of each field that have no issues, those that do not mean null first. */
  readonly valid: readonly (readonly Cell[])[];
  /** The cells of a record that has no issues on its own. */
  readonly record: readonly Cell[];
}

/** The values of all types, or why there are none. */
export type AllValues =
  | { readonly kind: 'found'; readonly types: readonly TypeValues[] }
  | { readonly kind: 'none'; readonly why: string };

interface ValuesInput {
  readonly spec: RecordTypesSpec;
  readonly views: readonly OwnView[];
  readonly oracle: TypedOracle;
}

/** Tries cells for every field of every type, and finds a record of each type that has no issues on its own. */
export async function findValues(input: ValuesInput): Promise<AllValues> {
  const types: TypeValues[] = [];
  for (const [type, view] of input.views.entries()) {
    const found = await findTypeValues(input, view, type);
    if (typeof found === 'string') return { kind: 'none', why: `${view.name}: ${found}` };
    types.push(found);
  }
  return { kind: 'found', types };
}

async function findTypeValues(
  { spec, views, oracle }: ValuesInput,
  view: OwnView,
  type: number,
): Promise<TypeValues | string> {
  const writer = oracle.writer.types[type];
  const line = oracle.writer.lines[type];
  if (writer === undefined) return 'its records cannot be written';
  const fileRules = new Set<string | null>((spec.fileRules ?? []).map(({ ruleId }) => ruleId));
  const fields = view.spec.fields.map(({ name }) => name);
  const own: SampleOracle = {
    module: isolateType(oracle.module, {
      ...{ name: view.name, fields, fileRules },
      line: views[line?.type ?? type]?.name ?? '',
      recordsOfLine: line?.records ?? 1,
    }),
    writer,
    fields,
    today: oracle.today,
    maxRecordBytes: view.spec.maxRecordBytes ?? MAX_RECORD_BYTES,
    relations: new Set(view.rules.filter(isRelation).map(({ ruleId }) => ruleId)),
  };
  const candidates = findCandidates(
    { ...view.spec, validationRules: [...(view.spec.validationRules ?? []), ...rulesOfCopies(spec, views, type)] },
    parseIsoDate(oracle.today),
    findTableKeys(view.spec, oracle.keysOf),
  );
  const verdicts = await judgeCells(
    own,
    candidates.map((candidate, field) => cellsToTry(view.spec, candidate, writer.requiredCells(field))),
  );
  const found = findValidRecord({ spec: view.spec, candidates, verdicts, oracle: own });
  if (found.kind === 'none') return found.why;
  const nulls = new Set(nullCells(view.spec));
  const valid = verdicts.map((verdict) => {
    const cells = validCells(verdict);
    return [...cells.filter((cell) => !nulls.has(cell)), ...cells.filter((cell) => nulls.has(cell))];
  });
  return { candidates, verdicts, valid, record: found.cells };
}

/** Returns the rules of the fields that are copied from a type, as rules of the fields that they are copied from. */
function rulesOfCopies(spec: RecordTypesSpec, views: readonly OwnView[], type: number) {
  return views.flatMap(({ rules }, other) =>
    rules.flatMap((rule) => {
      const origin = other === type ? null : findOrigin(spec, views, { type: other, field: rule.field });
      const field = origin?.type === type ? views[type]?.spec.fields[origin.field]?.name : undefined;
      return field === undefined || isRelation(rule) ? [] : [{ ...rule, field }];
    }),
  );
}
