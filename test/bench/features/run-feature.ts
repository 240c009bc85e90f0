/**
 * Reads a file with the module of a spec, once for each message of the parent process: `run-feature.ts SPEC FILE KEYS`. Sends
 * each `Reading` to the parent. KEYS is the number of keys of the reference table `vendors`.
 */
import { readFileSync } from 'node:fs';
import { describeCost, readAndCheck } from '../../../compiler/index.ts';
import { createReferenceTable } from '../../../compiler/kernel/values/reference/create-table.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { createMessageMemory } from '../../../runtime/base/model/message-memory.ts';
import { loadBundle } from '../../support/load-module.ts';

/** What one reading found. */
export interface Reading {
  /** Processor time of the reading, in seconds. */
  readonly seconds: number;
  readonly records: number;
  /** Number of records that the fast reader has accepted. */
  readonly fastRecords: number;
  /** Number of records with issues. */
  readonly issues: number;
  /** Names of the fields that only the careful reader can read. Null if there is no fast reader. */
  readonly carefulFields: readonly string[] | null;
}

const CHUNK_BYTES = 512 * 1024;
/** The memory of the messages is used again, as in a run. New memory would be collected with the large heap of this process. */
const memory = createMessageMemory();

const [, , specPath = '', filePath = '', keys = '0'] = process.argv;
const input = { text: readFileSync(specPath, 'utf8'), path: specPath, syntax: 'json' as const };
const module = await loadBundle(input);
const file = readFileSync(filePath);
const reference = keys === '0' ? {} : { vendors: createReferenceTable(writeVendors(Number(keys)), 'vendor', true) };
const carefulFields = findCarefulFields();
process.on('message', () => process.send?.({ ...readOnce(module, file), carefulFields } satisfies Reading));

function readOnce(from: SpecModule, bytes: Buffer): Omit<Reading, 'carefulFields'> {
  const before = process.cpuUsage();
  // The cast is safe: only tests use this member of a transformer.
  const transformer = from.createTransformer({
    ...{ today: '2026-01-01', batchRecords: 10_000, memory },
    maskKeys: { tokens: 'a key for measuring' },
    reference,
  }) as ReturnType<SpecModule['createTransformer']> & { fastRecords: number };
  let records = 0;
  let issues = 0;
  const count = (batches: ReturnType<typeof transformer.push>): void => {
    for (const batch of batches) {
      if (batch.failure !== null) throw new Error(batch.failure.message);
      records += batch.records;
      issues += batch.recordIssues.length;
      memory.release(batch.bytes);
    }
  };
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) count(transformer.push(bytes.subarray(at, at + CHUNK_BYTES)));
  count(transformer.end());
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, records, issues, fastRecords: transformer.fastRecords };
}

function writeVendors(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, i) => `vendor ${i},Street ${i},City ${i % 1000}\n`);
  return Buffer.from(`vendor,street,city\n${rows.join('')}`);
}

/** Returns the names of the fields that `specmill check --cost` shows. */
function findCarefulFields(): readonly string[] | null {
  const { spec } = readAndCheck(input);
  if (spec === null) throw new Error('the spec has errors');
  const { slow, careful } = describeCost(spec);
  return slow === null ? careful.map(({ name }) => name) : null;
}
