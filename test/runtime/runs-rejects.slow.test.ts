import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { modulePath } from '../../runtime/state/registry/compile/module-cache.ts';
import { loadModule } from '../../runtime/state/registry/compile/load-module.ts';
import type { RunOptions } from '../../runtime/base/model/run-info.ts';
import { openSpool } from '../../runtime/reading/source/spool.ts';
import { collect, createRequest, type Opened, rejectionOf, suiteOfRuns } from './data-folder.ts';
import type { RunModule } from '../../runtime/base/model/run-module.ts';

const test = suiteOfRuns('rejects', 'all');

const PLAIN =
  'name: plain\nformat: CSV\nonTypeMismatch: ERROR\nfields:\n  - { name: id, type: STRING }\n  - { name: n, type: INTEGER }\n';
const FRAMED = `${PLAIN}comment: "#"\nskipLines: { top: 2, bottom: 2 }\n`;

async function compile(folder: string, text: string): Promise<RunModule> {
  const { loaded, diagnostics } = await loadModule({ text, path: 'spec.yaml', syntax: 'yaml' }, folder);
  if (loaded === null) throw new Error(JSON.stringify(diagnostics));
  return { path: modulePath(folder, loaded.hash), hash: loaded.hash, spec: loaded.module.spec };
}

interface Ran {
  status: string;
  rejects: Buffer;
  ids: string[];
}

/** Runs a file into its own topic. Returns its rejects and the ids of the published records. */
async function run(
  { all, folder }: { all: Opened; folder: string },
  module: RunModule,
  file: string | Buffer,
  options: Partial<RunOptions> = {},
): Promise<Ran> {
  const topic = `t${(await all.store.topics.list()).length}`;
  const bytes = Buffer.from(file);
  const spooled = await openSpool(folder).receive(
    (async function* () {
      yield bytes;
    })(),
    { fileName: 'f.csv', maxBytes: Infinity },
  );
  const request = {
    ...(await createRequest(folder, '', { module, topic, options: { skipInvalidRecords: true, ...options } })),
    spooled,
  };
  const accepted = await all.runs.accept(request);
  const runId = 'runId' in accepted ? accepted.runId : '';
  const { status } = await all.runs.finished(runId);
  const rejects = Buffer.concat(await collect(all.runs.rejects(runId)));
  const messages = (await collect(all.store.topics.messages(topic, { from: 0, limit: Infinity }))).flat();
  return { status, rejects, ids: messages.map(({ value }) => (JSON.parse(value ?? '') as { id: string }).id) };
}

test('rejects: the header, then the unpublished records byte for byte', async (at) => {
  const module = await compile(at.folder, PLAIN);
  const { rejects, ids } = await run(at, module, 'id,n\r\na,1\r\nb,x\r\n"c\r\n1",y\r\nd,2\r\ne,3,4\r\nf,z');
  assert.is(rejects.toString(), 'id,n\r\nb,x\r\n"c\r\n1",y\r\ne,3,4\r\nf,z');
  assert.equal(ids, ['a', 'd']);
});

test('rejects and errors of a stored file with a changed byte are refused', async (at) => {
  const module = await compile(at.folder, PLAIN);
  await run(at, module, 'id,n\na,1\nb,x\nc,y\n');
  const [{ runId = '' } = {}] = await at.all.runs.list({ limit: 1 });
  const spool = join(at.folder, 'spool');
  const text = 'id,n\na,1\nb,x\nc,y\n';
  const name = readdirSync(spool).find((one) => readFileSync(join(spool, one), 'utf8') === text) ?? '';
  const whole = Buffer.from(text);
  for (const bit of [0, 100, whole.length * 8 - 1]) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(join(spool, name), flipped);
    for (const read of [at.all.runs.rejects, at.all.runs.errors])
      assert.is((await rejectionOf(collect(read(runId) as AsyncIterable<unknown>))).name, 'StoredDataDamaged');
  }
  writeFileSync(join(spool, name), whole);
  assert.is(Buffer.concat(await collect(at.all.runs.rejects(runId))).toString(), 'id,n\nb,x\nc,y\n');
});

test('rejects are empty if everything was published', async (at) => {
  const module = await compile(at.folder, PLAIN);
  for (const file of ['id,n\na,1\n', 'id,n\n', 'id,n\na,x\n']) {
    assert.is((await run(at, module, file, { skipInvalidRecords: false })).rejects.length, 0);
  }
});

test('rejects contain skipped lines at their places, so that the corrected file is read in the same way', async (at) => {
  const module = await compile(at.folder, FRAMED);
  const file = 'top 1\ntop 2\n# about\nid,n\n# first\na,1\nb,x\n# between\nc,y\nd,4\n# after\nbottom 1\nbottom 2';
  const first = await run(at, module, file);
  assert.is(first.rejects.toString(), 'top 1\ntop 2\n# about\nid,n\n# first\nb,x\nc,y\n# after\nbottom 1\nbottom 2');
  const mended = await run(at, module, first.rejects.toString().replace('x', '2').replace('y', '3'));
  assert.equal([mended.status, mended.ids, mended.rejects.length], ['SUCCESS', ['b', 'c'], 0]);
});

test('rejects of a run over many batches', async (at) => {
  const module = await compile(at.folder, FRAMED);
  const records = Array.from({ length: 20_000 }, (_, index) => `id${index},${index % 3 === 0 ? 'x' : '1'}\n`);
  const frame = ['top 1\ntop 2\nid,n\n', 'bottom 1\nbottom 2\n'] as const;
  const { rejects, ids } = await run(at, module, frame.join(records.join('')), { batchRecords: 7 });
  assert.is(rejects.toString(), frame.join(records.filter((_, index) => index % 3 === 0).join('')));
  assert.is(ids.length, records.length - Math.ceil(records.length / 3));
});

test('rejects of a record with continuation lines contain all its lines', async (at) => {
  const when = (value: string) => `{ column: "1", values: ["${value}"] }`;
  const fields = '[{ name: kind, type: STRING }, { name: id, type: STRING }, { name: n, type: INTEGER }]';
  const spec = [
    'name: joined\nformat: CSV\nhasHeader: false\nonTypeMismatch: ERROR',
    `continuation: { when: ${when('88')}, joins: previous }`,
    `filler: { when: ${when('99')} }`,
    `recordTypes:\n  - { name: item, when: ${when('16')}, fields: ${fields} }\n`,
  ];
  const module = await compile(at.folder, spec.join('\n'));
  const record = (id: string, n: string) => `16,${id}\n\n88,${n}\n`;
  const records = Array.from({ length: 50 }, (_, index) => record(`id${index}`, index % 3 === 0 ? 'x' : '1'));
  const { rejects, ids } = await run(at, module, `${records.join('')}88\n99\n`, { batchRecords: 4 });
  const rejected = records.filter((_, index) => index % 3 === 0);
  assert.is(rejects.toString(), `${rejected.join('')}99\n`);
  assert.is(ids.length, records.length - rejected.length);
  const mended = await run(at, module, rejects.toString().replaceAll('x', '2'));
  assert.equal([mended.status, mended.ids.length, mended.rejects.length], ['SUCCESS', rejected.length, 0]);
});

test('rejects of a run stopped by maxErrors: the rejected records and everything not read', async (at) => {
  const module = await compile(at.folder, FRAMED);
  const file = 'top 1\ntop 2\nid,n\na,1\nb,x\nc,2\nd,y\ne,5\nf,z\ng,7\nbottom 1\nbottom 2\n';
  const { status, rejects, ids } = await run(at, module, file, { maxErrors: 1 });
  assert.equal([status, ids], ['FAILED', ['a', 'c']]);
  assert.is(rejects.toString(), 'top 1\ntop 2\nid,n\nb,x\nd,y\ne,5\nf,z\ng,7\nbottom 1\nbottom 2\n');
});

test('rejects of a refused all-or-nothing run, and of an unreadable file: the whole file', async (at) => {
  const module = await compile(at.folder, PLAIN);
  const file = 'id,n\na,1\nb,x\nc,3\n';
  assert.is((await run(at, module, file, { delivery: 'all-or-nothing', maxErrors: 0 })).rejects.toString(), file);
  const headless = 'x,y\na,1\nb,2\n';
  const { status, rejects } = await run(at, module, headless);
  assert.equal([status, rejects.toString()], ['FAILED', headless]);
});

test('rejects keep the bytes of other encodings, and the BOM', async (at) => {
  const utf16 = await compile(at.folder, `${PLAIN}encoding: utf-16le\n`);
  const toBytes = (text: string) => Buffer.from(text, 'utf16le');
  assert.ok(
    (await run(at, utf16, toBytes('\ufeffid,n\nä,1\n\u{1f600},x\n'))).rejects.equals(
      toBytes('\ufeffid,n\n\u{1f600},x\n'),
    ),
  );
  const plain = await compile(at.folder, PLAIN);
  const [head, good, bad] = [
    Buffer.from('\ufeffid,n\n'),
    Buffer.from('a,1\n'),
    Buffer.from([0x62, 0xff, 0x2c, 0x31, 0x0a]),
  ];
  assert.ok((await run(at, plain, Buffer.concat([head, good, bad, good]))).rejects.equals(Buffer.concat([head, bad])));
});

test('a rejected line that is too long to hold in memory', async (at) => {
  const module = await compile(at.folder, `${PLAIN}maxRecordBytes: 1000\n`);
  const long = `${'x'.repeat(5_000_000)},1\n`;
  assert.is((await run(at, module, `id,n\na,1\n${long}b,2\n`)).rejects.toString(), `id,n\n${long}`);
});

test.run();
