import type { Diagnostic, Spec } from '../../compiler/index.ts';
import type { ReadOptions, SpecModule } from '../../compiler/kernel/model/contract.ts';
import { replaceFile } from '../files/replace-file.ts';
import { type DifferentLine, findDifference } from './line-diff.ts';
import { formatOutcome, type Outcome, outcomeOf } from './outcome.ts';
import { runSample } from './run-sample.ts';
import { readExpected, type SampleFile } from './sample-file.ts';

/** A compiled spec with its diagnostics. */
export interface TestedSpec {
  readonly spec: Spec;
  readonly module: SpecModule;
  readonly diagnostics: readonly Diagnostic[];
}

/** The result for one sample: as expected, different, without an expectation (new), or just written. */
export interface SampleVerdict {
  readonly path: string;
  readonly status: 'same' | 'different' | 'new' | 'written';
  /** Empty unless the status is `different`. */
  readonly difference: readonly DifferentLine[];
  /** The options with which the sample was read. */
  readonly options: ReadOptions;
}

/**
 * Compares the result for a sample with the expected one. With `updates`, writes a different or missing expectation.
 * Throws the system's errors.
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

/** If a rule uses `today`, the first expectation stores the current date. */
function firstOptions({ validationRules = [] }: Spec): ReadOptions {
  const moves = validationRules.some((rule) => rule.ruleType === 'DATE_RANGE' && rule.value.includes('today'));
  return moves ? { today: new Date().toISOString().slice(0, 10) } : {};
}

function includesAllEvents(known: Outcome | null): boolean {
  return known !== null && known.eventsDigest === undefined;
}

function formatKnown(known: Outcome): string {
  try {
    return formatOutcome(known);
  } catch {
    // The file contains other JSON than an expectation.
    return `${JSON.stringify(known, null, 2)}\n`;
  }
}
