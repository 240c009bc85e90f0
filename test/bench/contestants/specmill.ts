import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Batch, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { Prepare } from './contestant.ts';
import { CHUNK_BYTES } from './read-rows.ts';

/** The compiled module: chunks of bytes in, batches out, one thread. */
export const prepareSpecmill: Prepare = async ({ file, modules, spec, isHashed }) => {
  const module = (await import(pathToFileURL(join(modules, `${spec}.mjs`)).href)) as SpecModule;
  const hash = isHashed ? createHash('sha256') : null;
  return async () => {
    const tally = { records: 0, good: 0, issues: 0 };
    const take = (batches: Iterable<Batch>): void => {
      for (const batch of batches) {
        if (batch.failure !== null) throw new Error(batch.failure.message);
        tally.records += batch.records;
        tally.good += batch.count;
        for (const { issues } of batch.recordIssues) tally.issues += issues.length;
        if (hash !== null) forEachMessage(batch, (message) => hash.update(message).update('\n'));
      }
    };
    const transformer = module.createTransformer({ skipInvalidRecords: true });
    const chunk = new Uint8Array(CHUNK_BYTES);
    const descriptor = openSync(file, 'r');
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk))
      take(transformer.push(chunk.subarray(0, read)));
    take(transformer.end());
    closeSync(descriptor);
    return { ...tally, hash: hash?.digest('hex') ?? null };
  };
};

function forEachMessage({ bytes, ends }: Batch, take: (message: Uint8Array) => void): void {
  let start = 0;
  for (const end of ends) {
    take(bytes.subarray(start, end));
    start = end;
  }
}
