import { Readable } from 'node:stream';
import avsc from 'avsc';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createContainerSink } from '../../../runtime/sink/file/container-sink.ts';
import type { RunInfo } from '../../../runtime/base/model/run-info.ts';
import type { CountedBatch } from '../../../runtime/base/model/issue-counts.ts';
import type { Checkpoint } from '../../../runtime/base/model/checkpoint.ts';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { loadModule } from '../../support/load-module.ts';

const ONE = `name: one
format: CSV
delimiter: ";"
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL }
`;
const TYPES = `name: several
format: CSV
delimiter: ";"
hasHeader: false
recordTypes:
  - { name: head, publish: false, when: { column: 1, values: [H] }, fields: [{ name: kind, type: STRING }] }
  - { name: sale, when: { column: 1, values: [S] }, fields: [{ name: kind, type: STRING }, { name: sum, type: STRING }] }
  - { name: visit, when: { column: 1, values: [V] }, fields: [{ name: kind, type: STRING }, { name: guests, type: STRING }] }
`;

/** Writes the messages of a file in two batches, and reads the file with avsc. */
async function writeAndRead(text: string, file: string, isDeflated: boolean) {
  const module = await loadModule({ text, path: 'specs/container.yaml', syntax: 'yaml', encoder: 'AVRO' });
  const parts: Uint8Array[] = [];
  const target = {
    write: async (bytes: readonly Uint8Array[]) => void parts.push(...bytes.map((part) => part.slice())),
    finish: async () => {},
    discard: async () => void parts.splice(0),
  };
  const sink = createContainerSink(target, { namespace: 'com.example', isDeflated });
  // The sink reads nothing else of a run, its checkpoint and its result.
  await sink.open({ spec: module.spec } as RunInfo);
  const transformer = module.createTransformer({ today: '2026-01-01', batchRecords: 2 });
  for (const batch of [...transformer.push(Buffer.from(file)), ...transformer.end()])
    await sink.commit(batch as CountedBatch, {} as Checkpoint);
  await sink.close({ status: 'SUCCESS' } as ProcessingResult);
  const decoder = new avsc.streams.BlockDecoder({
    parseHook: (schema) => avsc.Type.forSchema(schema, { wrapUnions: 'always' }),
  });
  const records: unknown[] = [];
  let codec = '';
  decoder.on('metadata', (_type: unknown, name: string) => {
    codec = name;
  });
  for await (const record of Readable.from(parts).pipe(decoder)) records.push(JSON.parse(JSON.stringify(record)));
  return { records, codec };
}

for (const isDeflated of [false, true])
  test(`avsc reads an object container file with the codec ${isDeflated ? 'deflate' : 'null'}`, async () => {
    const { records, codec } = await writeAndRead(ONE, 'id;amount\na;1.50\nb;\nü;-3\n', isDeflated);
    assert.is(codec, isDeflated ? 'deflate' : 'null');
    assert.equal(records, [
      { id: 'a', amount: { string: '1.50' } },
      { id: 'b', amount: null },
      { id: 'ü', amount: { string: '-3' } },
    ]);
  });

test('a file without records has its schema', async () => {
  assert.equal(await writeAndRead(ONE, 'id;amount\n', false), { records: [], codec: 'null' });
});

test('records of several types are a union', async () => {
  const { records } = await writeAndRead(TYPES, 'H\nS;1.00\nS;2.00\nV;2\nV;3\n', false);
  const visit = (guests: string) => ({
    'com.example.several_visit': { kind: { string: 'V' }, guests: { string: guests } },
  });
  const sale = (sum: string) => ({ 'com.example.several_sale': { kind: { string: 'S' }, sum: { string: sum } } });
  assert.equal(records, [sale('1.00'), sale('2.00'), visit('2'), visit('3')]);
});

test.run();
