import {
  type AnySpec,
  dependsOnToday,
  type Diagnostic,
  hasRecordTypes,
  viewRecordTypes,
} from '../../../compiler/index.ts';
import type { ReadOptions, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { type DifferentLine, findDifference } from './line-diff.ts';
import { formatOutcome, type Outcome, outcomeOf } from './outcome.ts';
import { runSample } from './run-sample.ts';
import { readExpected, type SampleFile } from './sample-file.ts';

/** A parsed spec, its loaded module, and its diagnostics. */
export interface TestedSpec {
  readonly spec: AnySpec;
  readonly module: SpecModule;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The result of testing one sample. `same`: the result is as expected. `different`: it is not. `new`: there is no
 * expected result. `written`: the expected result was created or replaced.
 */
export interface SampleVerdict {
  readonly path: string;
  readonly status: 'same' | 'different' | 'new' | 'written';
  /** Empty unless the status is `different`. */
  readonly difference: readonly DifferentLine[];
  /** The options with which the sample was read. */
  readonly options: ReadOptions;
}

/**
 * Reads a sample and compares the result with the expected one. With `updates`, an expected result that is missing or
 * different is written, and the status is `written`. Throws the system's errors, and SyntaxError if the expected result
 * is not valid JSON.
 */
export async function testSample(
  { spec, module, diagnostics }: TestedSpec,
  sample: SampleFile,
  updates: boolean,
): Promise<SampleVerdict> {
  const known = await readExpected(sample.expectedPath);
  const options = known?.options ?? firstOptions(spec);
  const verdict = { path: sample.path, difference: [], options };
  const outcome: Outcome = {
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(diagnostics.length === 0 ? {} : { diagnostics: diagnostics.map(({ code }) => code) }),
    ...outcomeOf(await runSample(module, sample.path, options), includesAllEvents(known)),
  };
  const actual = formatOutcome(outcome);
  const expected = known === null ? null : formatKnown(known);
  if (expected === actual) return { ...verdict, status: 'same' };
  if (updates) {
    await replaceFile(sample.expectedPath, actual);
    return { ...verdict, status: 'written' };
  }
  return expected === null
    ? { ...verdict, status: 'new' }
    : { ...verdict, status: 'different', difference: findDifference(expected, actual) };
}

/**
 * Returns the options for a sample without an expected result. If a rule uses `today`, they contain the current date,
 * so that later tests have the same result.
 */
function firstOptions(spec: AnySpec): ReadOptions {
  const rules = (hasRecordTypes(spec) ? viewRecordTypes(spec) : [spec]).flatMap((view) => view.validationRules ?? []);
  return rules.some(dependsOnToday) ? { today: new Date().toISOString().slice(0, 10) } : {};
}

function includesAllEvents(known: Outcome | null): boolean {
  return known !== null && known.eventsDigest === undefined;
}

function formatKnown(known: Outcome): string {
  try {
    return formatOutcome(known);
  } catch {
    // The file contains other JSON than an expected result.
    return `${JSON.stringify(known, null, 2)}\n`;
  }
}
