import { requireOneType } from '../../../pipeline/1-read/record-views.ts';
import type { SpecText } from '../../../pipeline/1-read/read-spec.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Batch, SpecModule, Transformer } from '../../../kernel/model/contract.ts';
import { readAndCheck } from '../../../pipeline/check.ts';
import type { Noted, SpecDraft } from '../model/draft.ts';
import { writeYaml } from '../model/write-yaml.ts';
import { createDraftTransformer, hasDraftTransformer } from './read-lines.ts';

/** The result of reading a sample with a draft. */
export interface Rating {
  readonly records: number;
  /** The number of lines that are not records. */
  readonly otherLines: number;
  /** The number of records without an ERROR or FATAL issue. */
  readonly accepted: number;
  /** The ERROR and FATAL issues, counted by code and field. */
  readonly errors: readonly ErrorCount[];
  /** Why the sample could not be read to its end, or null if it was. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** The ids of the rules of the file that the sample breaks. */
  readonly brokenRules: readonly string[];
}

/** The number of ERROR and FATAL issues with one code in one field. `field` is null for structure issues. */
export interface ErrorCount {
  readonly code: string;
  readonly field: string | null;
  readonly count: number;
}

/** Compiles a spec and imports its module. Rejects if the spec has an error. */
export type CreateModule = (spec: SpecText) => Promise<SpecModule>;

/** The sample that a draft reads. `name` is the name of the spec. */
export interface RatedSample {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  readonly createModule: CreateModule;
}

/**
 * Reads a sample with its draft and returns the result. Throws Error if the draft has an error, which is a defect of
 * the inference. Only the draft of an XML sample, or with
 * record types, is compiled.
 */
export async function rateDraft(draft: SpecDraft, sample: RatedSample): Promise<Rating> {
  if (!hasDraftTransformer(draft.format) || draft.recordTypes !== undefined) return rateSpec(writeYaml(draft), sample);
  // Reading JSON is several times as fast as reading YAML.
  const { spec, diagnostics } = readAndCheck({ ...textOf(writeJson(draft), sample.name), syntax: 'json' });
  if (spec === null) throw describeErrors(diagnostics);
  return rate(readAll(createDraftTransformer(requireOneType(spec, 'infer'), draft), sample));
}

/** Compiles a spec, reads a sample with the compiled module, and returns the result. Rejects as `createModule` does. */
export async function rateSpec(yaml: string, sample: RatedSample): Promise<Rating> {
  const { createTransformer } = await sample.createModule(textOf(yaml, sample.name));
  return rate(readAll(createTransformer({ messages: false }), sample));
}

function writeJson({ settings, fields, computed = [], corrections, rules }: SpecDraft): string {
  const values = (list: readonly Noted<unknown>[]) => list.map(({ value }) => value);
  return JSON.stringify({
    ...Object.fromEntries(settings.map(({ value }) => value)),
    fields: values([...fields, ...computed]),
    ...(corrections.length === 0 ? {} : { correctionRules: values(corrections) }),
    ...(rules.length === 0 ? {} : { validationRules: values(rules) }),
  });
}

function textOf(text: string, name: string): SpecText {
  return { text, path: `${name}.yaml`, syntax: 'yaml', expectedName: name };
}

/** Returns an Error that names the errors of an inferred spec. */
export function describeErrors(diagnostics: readonly Diagnostic[]): Error {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return new Error(
    `the inferred spec has errors: ${errors.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`,
  );
}

const CHUNK = 1 << 16;

/**
 * Reads the sample, and stops after a failure. If the sample is not the whole file, the transformer is not ended, so it
 * does not report the incomplete last record.
 */
function* readAll(transformer: Transformer, { bytes, isWhole }: RatedSample): Generator<Batch> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    for (const batch of transformer.push(bytes.subarray(at, at + CHUNK))) {
      yield batch;
      if (batch.failure !== null) return;
    }
  }
  if (isWhole) yield* transformer.end();
}

function rate(batches: Iterable<Batch>): Rating {
  const wrong = new Map<string, ErrorCount>();
  let records = 0;
  let rejected = 0;
  let otherLines = 0;
  const brokenRules = new Set<string>();
  let failure: Rating['failure'] = null;
  for (const batch of batches) {
    records += batch.records;
    otherLines += batch.otherLines;
    failure ??= batch.failure;
    for (const { ruleId } of batch.fileIssues ?? []) brokenRules.add(ruleId ?? '');
    for (const { issues } of batch.recordIssues) {
      const bad = issues.filter(({ severity }) => severity !== 'WARNING');
      if (bad.length > 0) rejected++;
      for (const { code, field } of bad) {
        const key = `${code} ${field ?? ''}`;
        wrong.set(key, { code, field, count: (wrong.get(key)?.count ?? 0) + 1 });
      }
    }
  }
  return {
    records,
    otherLines,
    accepted: records - rejected,
    errors: [...wrong.values()],
    failure,
    brokenRules: [...brokenRules],
  };
}
