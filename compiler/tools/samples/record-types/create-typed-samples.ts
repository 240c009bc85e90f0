import type { RecordTypesSpec } from '../../../pipeline/1-read/spec-shape.ts';
import { planRecordTypes } from '../../../pipeline/3-plan/plan-record-types.ts';
import type { SpecModule } from '../../../kernel/model/contract.ts';
import type { RecordTypesPlan } from '../../../language/plan/record-types-plan.ts';
import type { KeysOf } from '../values/table-keys.ts';
import { nameSamples } from '../sets/name-samples.ts';
import { packSample } from '../sets/pack-sample.ts';
import type { SampleSet } from '../sets/sample-set.ts';
import { createFaultGoals } from './fault-goals.ts';
import { createFieldGoals } from './field-goals.ts';
import { createFileGoals } from './file-goals.ts';
import { type Goal, reachGoals } from './goal.ts';
import { createOwnViews } from './own-views.ts';
import { createPlaceGoals } from './place-goals.ts';
import type { TypedContext } from './typed-context.ts';
import { createTypedWriter } from './typed-writer.ts';
import { findValues } from './type-values.ts';
import { findValidFile } from './valid-file.ts';
import { createValidFiles } from './valid-samples.ts';

/** Creates sample files from a spec with record types; see createSamples. */
export async function createTypedSamples(
  spec: RecordTypesSpec,
  module: SpecModule,
  { today, keysOf }: { today: string; keysOf: KeysOf },
): Promise<SampleSet> {
  const none = (why: string): SampleSet => ({
    today,
    files: [],
    missing: [{ code: 'VALID', ruleId: null, field: null, why }],
  });
  const views = createOwnViews(spec);
  const plan = planRecordTypes(spec, '');
  const { types: plans, fileRules } = plan;
  const writer = createTypedWriter(spec, views, plans);
  if (writer === null) return none('no file can contain records of all types');
  const oracle = { module, writer, today, keysOf };
  const values = await findValues({ spec, views, oracle });
  if (values.kind === 'none') return none(values.why);
  const context: TypedContext = {
    spec,
    views,
    plans,
    fileRules,
    oracle,
    values: values.types,
    messages: messagesOf(plan),
  };
  const valid = findValidFile(context);
  if (valid.kind === 'none') return none(valid.why);
  const createFile = () => structuredClone(valid.nodes);
  const goals = [createFieldGoals, createFileGoals, createPlaceGoals].flatMap((create) => create(context, createFile));
  const broken = reachGoals(context, goals);
  const faults = reachGoals(context, createFaultGoals(context, createFile));
  return {
    today,
    files: nameSamples(
      [...createValidFiles(context, createFile), ...broken.files, ...withoutRepeats(faults.files)],
      writer.ending,
    ).map((file) => packSample(file, writer)),
    missing: broken.missing,
  };
}

function withoutRepeats<F extends Pick<Goal, 'name'>>(files: readonly F[]): F[] {
  return files.filter(({ name }, index) => files.findIndex((file) => file.name === name) === index);
}

function messagesOf({ types, fileRules }: RecordTypesPlan): Map<string, string> {
  const ofFields = types.flatMap(({ plan }) =>
    plan.fields.flatMap(({ requiredRules, rules, relations }) => [...requiredRules, ...rules, ...relations]),
  );
  return new Map([...ofFields, ...fileRules].map(({ ruleId, message }) => [ruleId ?? '', message]));
}
