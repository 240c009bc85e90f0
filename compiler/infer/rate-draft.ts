import { compile } from '../compile.ts';
import type { SpecModule } from '../kernel/contract.ts';

/** How a spec does on its sample. */
export interface Rating {
  readonly records: number;
  /** Records without an ERROR or FATAL issue. */
  readonly accepted: number;
  /** What is wrong, how often: codes with the fields they are told of (null: the record as a whole). */
  readonly wrong: readonly Wrong[];
  /** Why the sample could not be read to its end; null where it could. */
  readonly failure: string | null;
}

export interface Wrong {
  readonly code: string;
  readonly field: string | null;
  readonly count: number;
}

/** Makes a module of the text of a standalone ES module. */
export type LoadModule = (esm: string) => Promise<SpecModule>;

/** Compiles a spec and reads its sample with it. @throws where the spec has an error: a fault of whoever drew it. */
export async function rateSpec(yaml: string, { name, bytes, load }: { name: string; bytes: Uint8Array; load: LoadModule }): Promise<Rating> {
  const { module, diagnostics } = await compile({ text: yaml, path: `${name}.yaml`, syntax: 'yaml', expectedName: name });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (module === null) throw new Error(`the spec that was drawn is wrong: ${errors.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`);
  return readAll(await load(module.esm), bytes);
}

async function readAll({ read }: SpecModule, bytes: Uint8Array): Promise<Rating> {
  const wrong = new Map<string, Wrong>();
  let records = 0;
  let accepted = 0;
  try {
    for await (const { issues } of read(chunksOf(bytes))) {
      const bad = issues.filter(({ severity }) => severity !== 'WARNING');
      records++;
      if (bad.length === 0) accepted++;
      for (const { code, field } of bad) {
        const key = `${code} ${field ?? ''}`;
        wrong.set(key, { code, field, count: (wrong.get(key)?.count ?? 0) + 1 });
      }
    }
    return { records, accepted, wrong: [...wrong.values()], failure: null };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return { records, accepted, wrong: [...wrong.values()], failure: String(error.code) };
  }
}

const CHUNK = 1 << 16;

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
