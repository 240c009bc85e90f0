import { createReadStream } from 'node:fs';
import type { NumberedCorrection } from '../../../compiler/index.ts';
import type { Batch, ReadOptions, RecordOutcome, SpecModule } from '../../../compiler/kernel/model/contract.ts';

/** A rule and the field that it checks. The id of `required: true` is `required:<field>`. */
export interface RuleName {
  readonly ruleId: string;
  readonly field: string;
  /** Name of the record type that has the rule. Absent if the spec has one type of records. */
  readonly recordType?: string;
}

/** The rules and corrections that samples have exercised so far. */
export interface Coverage {
  /**
   * The ids of the rules that at least one record violated. `satisfied` has those that at least one record satisfied.
   */
  readonly violated: Set<string>;
  readonly satisfied: Set<string>;
  /** The ids of the corrections that changed a text or filled a null. */
  readonly corrected: Set<string>;
}

/** Creates an empty coverage. */
export function createCoverage(): Coverage {
  return { violated: new Set(), satisfied: new Set(), corrected: new Set() };
}

/** The path of a sample file, and the options with which to read it. */
export interface Sample {
  readonly path: string;
  readonly options: ReadOptions;
}

/**
 * Reads a sample and adds the rules that its records violate or satisfy to `coverage`. A null value does not satisfy a
 * rule. If the file cannot be read to its end, only the records before that point count. Throws the system's errors.
 */
export async function coverRules(
  coverage: Coverage,
  { module, rules, sample }: { module: SpecModule; rules: readonly RuleName[]; sample: Sample },
): Promise<void> {
  for await (const [{ value, issues, recordType }] of readTogether([module], sample)) {
    const violated = new Set(issues.map(({ ruleId }) => ruleId));
    for (const rule of rules) {
      if (rule.recordType !== recordType) continue;
      if (violated.has(rule.ruleId)) coverage.violated.add(nameOf(rule));
      else if (memberOf(value, rule.field) !== null) coverage.satisfied.add(nameOf(rule));
    }
  }
}

/** Returns a name that no other rule of the spec has. Record types may have fields of the same name. */
export function nameOf({ ruleId, recordType = '' }: Pick<RuleName, 'ruleId' | 'recordType'>): string {
  return `${recordType}:${ruleId}`;
}

/**
 * Reads a sample and adds the rules of the file that it violates or satisfies to `coverage`. `ruleIds` are the ids of all
 * rules of the file. If the file cannot be read to its end, it satisfies none. Throws the system's errors.
 */
export async function coverFileRules(
  coverage: Coverage,
  { module, ruleIds, sample }: { module: SpecModule; ruleIds: readonly string[]; sample: Sample },
): Promise<void> {
  const transformer = module.createTransformer({ ...sample.options, messages: false });
  const violated = new Set<string | null>();
  let isWhole = true;
  const take = ({ fileIssues = [], recordIssues, failure }: Batch) => {
    for (const { ruleId } of [...fileIssues, ...recordIssues.flatMap(({ issues }) => issues)]) violated.add(ruleId);
    isWhole &&= failure === null;
  };
  for await (const chunk of createReadStream(sample.path))
    for (const batch of transformer.push(chunk as Buffer)) take(batch);
  for (const batch of transformer.end()) take(batch);
  for (const ruleId of ruleIds) {
    if (violated.has(ruleId)) coverage.violated.add(nameOf({ ruleId }));
    else if (isWhole) coverage.satisfied.add(nameOf({ ruleId }));
  }
}

/**
 * Reads a sample and adds the corrections that change a value to `coverage`. `steps` are the loaded modules of
 * compileCorrectionSteps(): module n applies the first n corrections of each field. `corrections` is the result of
 * numberOfEach(). If the file cannot be read to its end, only the records before that point count. Throws the system's
 * errors.
 */
export async function coverCorrections(
  coverage: Coverage,
  {
    steps,
    corrections,
    sample,
  }: { steps: readonly SpecModule[]; corrections: readonly NumberedCorrection[]; sample: Sample },
): Promise<void> {
  for await (const outcomes of readTogether(steps, sample)) {
    const values = outcomes.map(({ value }) => value);
    if (values.includes(null)) continue;
    for (const { correction, number, recordType } of corrections) {
      if (recordType !== outcomes[0].recordType) continue;
      const { ruleId, field } = correction;
      const isText = outcomes[number]?.issues.every((issue) => issue.field !== field) === true;
      if (isText && memberOf(values[number - 1], field) !== memberOf(values[number], field))
        coverage.corrected.add(nameOf({ ruleId }));
    }
  }
}

/**
 * Reads a file with several modules in parallel and yields, for each record, the outcome of every module. Ends when one
 * module ends or cannot read the file further.
 */
async function* readTogether(
  modules: readonly SpecModule[],
  { path, options }: Sample,
): AsyncGenerator<[RecordOutcome<unknown>, ...RecordOutcome<unknown>[]]> {
  const readers = modules.map((module) => module.read(createReadStream(path), options));
  try {
    for (;;) {
      const next = await Promise.all(readers.map((reader) => reader.next()));
      const [first, ...others] = next.flatMap(({ done, value }) => (done === true ? [] : [value]));
      if (first === undefined || others.length + 1 < modules.length) return;
      yield [first, ...others];
    }
  } catch (error) {
    if (!isFileFailure(error)) throw error;
  } finally {
    await Promise.all(readers.map((reader) => reader.return(undefined)));
  }
}

// instanceof does not work, because each generated module contains a copy of the class.
function isFileFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'FileFailure';
}

function memberOf(value: unknown, field: string): unknown {
  // The value of a record is an object with one member per field.
  return value === null || value === undefined ? null : ((value as Record<string, unknown>)[field] ?? null);
}
