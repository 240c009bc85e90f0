import type { Position, UniqueKeys } from '../../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import { createDiskKeys, type DiskKeys } from '../unique-keys/disk-keys.ts';
import type { Run } from './run.ts';
import { createTransformOptions } from './transform-options.ts';

/**
 * Returns the values of UNIQUE rules in the records before the checkpoint, or null if the spec has no such rule. A
 * checkpoint does not contain them, so a resumed run reads the earlier records again. Throws the errors of the source
 * and RunFailure (`too_many_keys`). The caller closes the values.
 */
export async function openUniqueKeys(run: Run, { position }: Checkpoint): Promise<DiskKeys | null> {
  if (run.module.spec.hasUniqueRules !== true) return null;
  const keys = createDiskKeys(run.spaceFolder === undefined ? {} : { folder: run.spaceFolder });
  try {
    if (position !== null) await readAgain(run, position, keys);
    return keys;
  } catch (error) {
    keys.close();
    throw error;
  }
}

async function readAgain(run: Run, { record: last }: Position, keys: DiskKeys): Promise<void> {
  if (run.openAgain === undefined) throw new Error('a run with UNIQUE rules resumes, but its file opens only once');
  const { module, signal } = run;
  const uniqueKeys: UniqueKeys = {
    add: (rule, key, record) => (record > last ? null : keys.add(rule, key, record)),
    addBytes: (rule, key, record) => (record > last ? null : keys.addBytes(rule, key, record)),
  };
  const options = createTransformOptions(run, createCheckpoint());
  const transformer = module.createTransformer({ ...options, messages: false, uniqueKeys });
  const source = await run.openAgain();
  try {
    for await (const chunk of source.chunks(0, signal)) {
      for (const { next } of transformer.push(chunk)) if (next.record >= last) return;
      signal?.throwIfAborted();
    }
    for (const { next } of transformer.end()) if (next.record >= last) return;
  } finally {
    await source.close();
  }
  throw new Error(`the file ends before record ${last}, after which the run resumes`);
}
