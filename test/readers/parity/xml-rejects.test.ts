import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { createRunOptions } from '../../../runtime/base/model/run-info.ts';
import { documentRejects } from '../../../runtime/runs/replay/document-rejects.ts';
import type { SliceReader } from '../../../runtime/reading/source/disk/slice-reader.ts';
import { interpret, type Interpretation } from '../oracle/interpret.ts';
import { loadModule, transform } from './run-module.ts';
import { createXmlScenario, xmlDrafts, type XmlScenario } from './xml-draft.ts';
import { effort, replay, scaleRuns } from '../../support/property.ts';

/** How many documents were compared, and how many records their rejects contain. */
const met = { documents: 0, records: 0, torn: 0 };

test('the rejects of a document contain exactly its rejected records, with the same issues', async () => {
  const property = fc.asyncProperty(xmlDrafts, async (draft) => {
    const scenario = createXmlScenario(draft);
    for (const file of scenario.files) await judge(scenario, file.bytes, file.feeding.maxRecordBytes);
  });
  await fc.assert(property, {
    ...replay,
    numRuns: scaleRuns(60),
  });
  assert.ok(met.documents > 20 * effort && met.records > 20 * effort && met.torn > 2 * effort, JSON.stringify(met));
});

async function judge({ spec, today, ...scenario }: XmlScenario, bytes: Uint8Array, limit: number): Promise<void> {
  const oracle = { today, skipInvalidRecords: true, ...(limit > 0 && { maxRecordBytes: limit }) };
  const whole = interpret(spec, bytes, oracle);
  const rejected = whole.records.filter(({ outcome }) => outcome !== 'processed');
  const module = await loadModule({ spec, ...scenario });
  // The oracle does not know the order of a required value and its records. Other tests look for it.
  const read = transform(module, [bytes.slice()], { today, skipInvalidRecords: true });
  if (read.some(({ failure }) => failure?.code === 'VALUE_AFTER_RECORD')) return;
  const options = createRunOptions({
    today,
    skipInvalidRecords: true,
    batchRecords: 3,
    ...(limit > 0 && { maxRecordBytes: limit }),
  });
  const rest = whole.failure === null ? { kind: 'end' as const } : { kind: 'unread' as const, byteOffset: 0 };
  const file = {
    module,
    options: { ...options, fileName: 'f' },
    slices: cutterOf(bytes),
    records: whole.records.length,
    rest,
  };
  const parts: Uint8Array[] = [];
  for await (const part of documentRejects(file)) parts.push(part);
  const rejects = new Uint8Array(Buffer.concat(parts));
  if (rejected.length === 0 && whole.failure === null) return assert.equal(rejects.length, 0);
  assert.equal(
    rejects.length,
    bytes.length -
      whole.records
        .filter(({ outcome }) => outcome === 'processed')
        .reduce((sum, { byteLength }) => sum + byteLength, 0),
  );
  if (!isLeftAlone(spec)) return;
  const again = interpret(spec, rejects, oracle);
  assert.deepEqual(summarize(again), summarize({ ...whole, records: rejected }));
  met.documents++;
  met.records += rejected.length;
  if (whole.failure !== null) met.torn++;
}

/**
 * Returns whether a record's result is independent of the records before it: no field reads a value from them, and no
 * record is the root.
 */
function isLeftAlone({ recordPath, fields }: XmlScenario['spec']): boolean {
  const last = localName(String(recordPath).split('/').at(-1) ?? '');
  const isRoot = /^\/[^/]+$/u.test(String(recordPath));
  return (
    !isRoot &&
    fields.every(
      ({ columnName }) =>
        !String(columnName).startsWith('/') || !String(columnName).split('/').map(localName).includes(last),
    )
  );
}

function localName(name: string): string {
  return name.replace(/^.*:/u, '');
}

function summarize({ records, failure }: Pick<Interpretation, 'records' | 'failure'>): object {
  return {
    failure: failure?.code ?? null,
    records: records.map(({ outcome, value, issues }) => ({ outcome, value, issues })),
  };
}

function cutterOf(bytes: Uint8Array): SliceReader {
  return {
    readSlice: async (from, length) => bytes.slice(from, from + length),
    async *readRange(from, to) {
      for (let at = from; at < Math.min(to, bytes.length); at += 11) yield bytes.slice(at, Math.min(at + 11, to));
    },
    close: async () => {},
  };
}

test.run();
