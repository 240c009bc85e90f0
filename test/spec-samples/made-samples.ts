import { readAndCheck } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { createSamples } from '../../compiler/samples/create-samples.ts';
import type { SampleSet, SampleText } from '../../compiler/samples/sets/sample-set.ts';
import { interpret } from '../oracle/interpret.ts';
import { loadModule } from '../support/load-module.ts';

/** A spec's module, and the files made from the spec. */
export interface Made {
  readonly module: SpecModule;
  readonly set: SampleSet;
}

/** Compiles a spec and makes its samples. @throws where the spec has errors. */
export async function samplesOf(
  text: string,
  { syntax, today }: { syntax: 'yaml' | 'json'; today: string },
): Promise<Made> {
  const input = { text, path: `spec.${syntax}`, syntax };
  const module = await loadModule(input);
  const { spec } = readAndCheck(input);
  if (spec === null) throw new Error(`${text} has errors`);
  return { module, set: await createSamples(spec, module, today) };
}

/** What is wrong with a file, in words that can be compared: each issue with its record, warnings and failure of the file. */
export interface Wrong {
  readonly issues: readonly string[];
  readonly warnings: readonly string[];
  readonly failure: string | null;
}

/** What a spec's module says is wrong with a file. */
export function wrongByModule({ createTransformer }: SpecModule, bytes: Uint8Array, today: string): Wrong {
  const transformer = createTransformer({ today });
  const batches = [...transformer.push(bytes), ...transformer.end()];
  return {
    issues: batches.flatMap(({ recordIssues }) =>
      recordIssues.flatMap(({ record, issues }) => issues.map((issue) => told(record, issue))),
    ),
    warnings: batches.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
    failure: batches.find(({ failure }) => failure !== null)?.failure?.code ?? null,
  };
}

/** What the oracle says, which shares no code with the compiler. */
export function wrongByOracle(spec: object, bytes: Uint8Array, today: string): Wrong {
  const { records, warnings, failure } = interpret(spec, bytes, { today });
  return {
    issues: records.flatMap(({ record, issues }) => issues.map((issue) => told(record, issue))),
    warnings: warnings.map(({ code }) => code),
    failure: failure?.code ?? null,
  };
}

function told(
  record: number,
  { code, ruleId, field }: { code: string; ruleId: string | null; field: string | null },
): string {
  return JSON.stringify([record, code, ruleId, field]);
}

/** What is due of a file: nothing, the one thing that it breaks in its second record, or that alone which is wrong with it as a whole. */
export function differenceOf({ name, breaks }: SampleText, { issues, warnings, failure }: Wrong): string {
  const found = JSON.stringify({ issues, failure });
  if (breaks === null) return issues.length === 0 && failure === null ? '' : `${name} is to be good: ${found}`;
  if (failure !== null) return failure === breaks.code ? '' : `${name} is to break ${breaks.code}: ${found}`;
  if (breaks.code === 'EMPTY_FILE') return warnings.includes('EMPTY_FILE') ? '' : `${name} is to be empty: ${found}`;
  return issues.length === 1 && issues[0] === told(2, breaks)
    ? ''
    : `${name} is to break ${JSON.stringify(breaks)}: ${found}`;
}
