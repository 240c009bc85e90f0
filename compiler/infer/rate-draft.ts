import { compile } from '../pipeline/compile.ts';
import type { Batch, SpecModule } from '../kernel/model/contract.ts';

/** The result of reading a sample with its spec. */
export interface Rating {
  readonly records: number;
  /** Lines that are not records. */
  readonly otherLines: number;
  /** Records without an ERROR or FATAL issue. */
  readonly accepted: number;
  /** The ERROR and FATAL issues, counted by code and field. */
  readonly wrong: readonly Wrong[];
  /** Why the sample could not be read to its end, or null if it could. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** The number of ERROR and FATAL issues with one code in one field. `field` is null for structure issues. */
export interface Wrong {
  readonly code: string;
  readonly field: string | null;
  readonly count: number;
}

/** Imports the text of a standalone ES module. */
export type LoadModule = (esm: string) => Promise<SpecModule>;

interface RatedSample {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  readonly load: LoadModule;
}

/** Compiles a spec and reads its sample. @throws Error if the spec has an error, which is a defect of the inference. */
export async function rateSpec(yaml: string, { name, bytes, isWhole, load }: RatedSample): Promise<Rating> {
  const { module, diagnostics } = await compile({
    text: yaml,
    path: `${name}.yaml`,
    syntax: 'yaml',
    expectedName: name,
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (module === null)
    throw new Error(
      `the inferred spec has errors: ${errors.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`,
    );
  return rate(readAll(await load(module.esm), bytes, isWhole));
}

const CHUNK = 1 << 16;

/** If the sample is cut off, the transformer is not ended, so the incomplete record is not reported. */
function* readAll({ createTransformer }: SpecModule, bytes: Uint8Array, isWhole: boolean): Generator<Batch> {
  const transformer = createTransformer({ messages: false });
  for (let at = 0; at < bytes.length; at += CHUNK) {
    for (const batch of transformer.push(bytes.subarray(at, at + CHUNK))) {
      yield batch;
      if (batch.failure !== null) return;
    }
  }
  if (isWhole) yield* transformer.end();
}

function rate(batches: Iterable<Batch>): Rating {
  const wrong = new Map<string, Wrong>();
  let records = 0;
  let rejected = 0;
  let otherLines = 0;
  let failure: Rating['failure'] = null;
  for (const batch of batches) {
    records += batch.records;
    otherLines += batch.otherLines;
    failure ??= batch.failure;
    for (const { issues } of batch.recordIssues) {
      const bad = issues.filter(({ severity }) => severity !== 'WARNING');
      if (bad.length > 0) rejected++;
      for (const { code, field } of bad) {
        const key = `${code} ${field ?? ''}`;
        wrong.set(key, { code, field, count: (wrong.get(key)?.count ?? 0) + 1 });
      }
    }
  }
  return { records, otherLines, accepted: records - rejected, wrong: [...wrong.values()], failure };
}
