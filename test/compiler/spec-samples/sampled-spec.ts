import { readAndCheck } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { createSamples } from '../../../compiler/tools/samples/create-samples.ts';
import type { SampleSet, SampleText } from '../../../compiler/tools/samples/sets/sample-set.ts';
import { interpret } from '../../readers/oracle/interpret.ts';
import { loadModule } from '../../support/load-module.ts';

/** A spec's module and the sample files generated from the spec. */
export interface SampledSpec {
  readonly module: SpecModule;
  readonly set: SampleSet;
}

/** Compiles a spec and generates its samples. @throws if the spec has errors. */
export async function samplesOf(
  text: string,
  { syntax, today }: { syntax: 'yaml' | 'json'; today: string },
): Promise<SampledSpec> {
  const input = { text, path: `spec.${syntax}`, syntax };
  const module = await loadModule(input);
  const { spec } = readAndCheck(input);
  if (spec === null) throw new Error(`${text} has errors`);
  return { module, set: await createSamples(spec, module, today) };
}

/** The issues of a file as comparable texts: each issue with its record, then warnings and failure. */
export interface Wrong {
  readonly issues: readonly string[];
  readonly warnings: readonly string[];
  readonly failure: string | null;
}

/** Returns the issues that a spec's module reports for a file. */
export function wrongByModule({ createTransformer }: SpecModule, bytes: Uint8Array, today: string): Wrong {
  const transformer = createTransformer({ today });
  const batches = [...transformer.push(bytes), ...transformer.end()];
  return {
    issues: batches.flatMap(({ recordIssues }) =>
      recordIssues.flatMap(({ record, issues }) => issues.map((issue) => formatIssue(record, issue))),
    ),
    warnings: batches.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
    failure: batches.find(({ failure }) => failure !== null)?.failure?.code ?? null,
  };
}

/** Returns the issues from the oracle, which shares no code with the compiler. */
export function wrongByOracle(spec: object, bytes: Uint8Array, today: string): Wrong {
  const { records, warnings, failure } = interpret(spec, bytes, { today });
  return {
    issues: records.flatMap(({ record, issues }) => issues.map((issue) => formatIssue(record, issue))),
    warnings: warnings.map(({ code }) => code),
    failure: failure?.code ?? null,
  };
}

function formatIssue(
  record: number,
  { code, ruleId, field }: { code: string; ruleId: string | null; field: string | null },
): string {
  return JSON.stringify([record, code, ruleId, field]);
}

/**
 * Returns how the issues differ from those that the sample promises: none, one in its second record, or one of the
 * whole file.
 */
export function differenceOf({ name, breaks }: SampleText, { issues, warnings, failure }: Wrong): string {
  const found = JSON.stringify({ issues, failure });
  if (breaks === null) return issues.length === 0 && failure === null ? '' : `${name} is to be good: ${found}`;
  if (failure !== null) return failure === breaks.code ? '' : `${name} is to break ${breaks.code}: ${found}`;
  if (breaks.code === 'EMPTY_FILE') return warnings.includes('EMPTY_FILE') ? '' : `${name} is to be empty: ${found}`;
  return issues.length === 1 && issues[0] === formatIssue(2, breaks)
    ? ''
    : `${name} is to break ${JSON.stringify(breaks)}: ${found}`;
}
