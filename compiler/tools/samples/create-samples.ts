import { hasRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { AnySpec, Spec } from '../../pipeline/1-read/spec-shape.ts';
import { createPlan } from '../../pipeline/3-plan/create-plan.ts';
import { MAX_RECORD_BYTES } from '../../language/plan/plan.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import type { Plan } from '../../language/plan/plan.ts';
import type { SpecModule } from '../../kernel/model/contract.ts';
import { NO_RECORD_FOUND } from '../../kernel/model/no-records.ts';
import { parseIsoDate } from '../../kernel/values/dates/calendar.ts';
import type { FileWriter } from '../../language/formats/model/samples/file-writer.ts';
import { isRelation } from '../../language/rules/relations.ts';
import { withoutComputed } from '../../pipeline/1-read/without-computed.ts';
import { createComputedSamples } from './sets/computed.ts';
import { createBrokenSamples } from './sets/broken.ts';
import { createFaultSamples } from './sets/faults.ts';
import { findValidRecord } from './oracle/good-record.ts';
import { createValidSamples } from './sets/valid.ts';
import { type SampleOracle, judgeCells, judgeFile } from './oracle/sample-oracle.ts';
import { packSample } from './sets/pack-sample.ts';
import { nameSamples } from './sets/name-samples.ts';
import type { SampleSet } from './sets/sample-set.ts';
import { cellsToTry } from './values/cells-to-try.ts';
import { findTableKeys, type KeysOf } from './values/table-keys.ts';
import { titleTextsOf } from './values/title-texts.ts';
import { findCandidates } from './values/field-candidates.ts';
import type { SampleContext } from './sets/context.ts';
import { createTypedSamples } from './record-types/create-typed-samples.ts';

/**
 * Creates sample files from a spec: valid files, files with values at the bounds of rules, and files with exactly one
 * violation of a rule, a type or a structure requirement. Each file is verified with the compiled `module` of the spec.
 * `today` (`yyyy-MM-dd`) is the date for rules that depend on it. `keysOf` returns some keys of a reference table. The spec must have no errors. If no valid file can be
 * created, the result has no files.
 */
export async function createSamples(
  spec: AnySpec,
  module: SpecModule,
  today: string,
  keysOf: KeysOf = () => [],
): Promise<SampleSet> {
  return hasRecordTypes(spec)
    ? createTypedSamples(spec, module, { today, keysOf })
    : createSamplesOfOneType(spec, module, { today, keysOf });
}

async function createSamplesOfOneType(
  spec: Spec,
  module: SpecModule,
  { today, keysOf }: { today: string; keysOf: KeysOf },
): Promise<SampleSet> {
  const none = (why: string): SampleSet => ({
    today,
    files: [],
    missing: [{ code: 'VALID', ruleId: null, field: null, why }],
  });
  const plan = createPlan(spec, '');
  const { samples } = formatKinds[spec.format];
  const inFile = withoutComputed(spec);
  const writers = titleTextsOf(spec, parseIsoDate(today), findTableKeys(spec, keysOf)).map((titles) =>
    samples.createWriter(inFile, plan.formatOperand, null, titles),
  );
  const writer = chooseWriter(spec, writers, { module, today });
  if (writer === null) return none(samples.whyNone);
  const oracle: SampleOracle = {
    module,
    writer,
    fields: inFile.fields.map(({ name }) => name),
    today,
    maxRecordBytes: spec.maxRecordBytes ?? MAX_RECORD_BYTES,
    relations: new Set((spec.validationRules ?? []).filter(isRelation).map(({ ruleId }) => ruleId)),
  };
  const empty = writer.writeFile([]).bytes;
  // A file without a byte is no document, but those with records may be.
  const failure = empty.length === 0 ? null : judgeFile(oracle, empty).failure;
  if (failure !== null && failure !== NO_RECORD_FOUND) return none(`every file fails with ${failure}`);
  const candidates = findCandidates(inFile, parseIsoDate(today), findTableKeys(spec, keysOf));
  const verdicts = await judgeCells(
    oracle,
    candidates.map((candidate, field) => cellsToTry(inFile, candidate, writer.requiredCells(field))),
  );
  const found = findValidRecord({ spec, candidates, verdicts, oracle });
  if (found.kind === 'none') return none(found.why);
  const context: SampleContext = {
    spec,
    oracle,
    candidates,
    verdicts,
    validRecord: found.cells,
    messages: messagesOf(plan),
  };
  const parts = [
    createValidSamples(context),
    createBrokenSamples(context),
    createComputedSamples(context),
    createFaultSamples(context),
  ];
  return {
    today,
    files: nameSamples(
      parts.flatMap(({ files }) => files),
      writer.ending,
    ).map((file) => packSample(file, writer)),
    missing: parts.flatMap(({ missing }) => missing),
  };
}

/**
 * Returns the first writer whose lines before the records have valid values, or the last one. Null: the files cannot be
 * written.
 */
function chooseWriter(
  { fields }: Spec,
  writers: readonly (FileWriter | null)[],
  judge: Pick<SampleOracle, 'module' | 'today'>,
): FileWriter | null {
  const titles = new Set<string | null>(
    fields.filter(({ fromLine }) => fromLine !== undefined).map(({ name }) => name),
  );
  const isValid = (writer: FileWriter) => {
    const record = writer.writeRecord(writer.fillers);
    const verdict = record === null ? null : judgeFile(judge, writer.writeFile([record]).bytes);
    return verdict?.recordIssues.every(({ issues }) => issues.every(({ field }) => !titles.has(field))) === true;
  };
  if (writers.length === 1) return writers[0] ?? null;
  return writers.find((writer) => writer !== null && isValid(writer)) ?? writers.at(-1) ?? null;
}

function messagesOf({ fields }: Plan): Map<string | null, string> {
  return new Map(
    fields.flatMap(({ requiredRules, rules, relations }) =>
      [...requiredRules, ...rules, ...relations].map(({ ruleId, message }) => [ruleId, message]),
    ),
  );
}
