import { cpSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import type { Issue } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../runtime/state/registry/compile/load-module.ts';
import { modulePath } from '../../runtime/state/registry/compile/module-cache.ts';
import type { RunOptions } from '../../runtime/base/model/run-info.ts';
import { openSpool } from '../../runtime/reading/source/spool.ts';
import { collect, createDataFolder, createRequest, openAll, type Opened, suiteOfRuns } from './data-folder.ts';
import { createZip } from './zip.ts';
import type { RunModule } from '../../runtime/base/model/run-module.ts';

/** Rejects of an XML file: the document without the published records. */
const SPEC = `name: entries
onTypeMismatch: ERROR
onMissingRequired: ERROR
format: XML
recordPath: /n:doc/group/e
namespaces: { n: urn:d }
fields:
  - { name: account, type: STRING, columnName: /n:doc/group/@account, required: true }
  - { name: id, type: STRING, columnName: "@id" }
  - { name: n, type: INTEGER, columnName: n, required: true }
`;
const DOCUMENT = `<?xml version="1.0"?>
<!-- made by hand -->
<d:doc xmlns:d="urn:d" xmlns:x='urn:x'>
  <group account="A&amp;1"><!-- first --><e id="a"><n>1</n></e><e id="b"><n>x</n></e>
    <e id='c' ><n>3</n></e>
  </group >
  <about><e id="no record"><n>y</n></e></about>
  <group account="B2">text <e id="d" x:y="z"><!-- <e> --><n><![CDATA[y]]></n></e><?pi data?><e id="e"/><e id="f"><n>6</n></e></group>
  <group account="C3"><e id="g"><n>7</n></e></group>
</d:doc>
<!-- end -->
`;
const REJECTS = `<?xml version="1.0"?>
<!-- made by hand -->
<d:doc xmlns:d="urn:d" xmlns:x='urn:x'>
  <group account="A&amp;1"><!-- first --><e id="b"><n>x</n></e>
    
  </group >
  <about><e id="no record"><n>y</n></e></about>
  <group account="B2">text <e id="d" x:y="z"><!-- <e> --><n><![CDATA[y]]></n></e><?pi data?><e id="e"/></group>
  <group account="C3"></group>
</d:doc>
<!-- end -->
`;

type At = { folder: string; all: Opened; module: RunModule; remove(): void };
const test = suiteOfRuns<At>('rejects of XML', 'all');
test.before(async (context) => {
  const { loaded } = await loadModule({ text: SPEC, path: 'spec.yaml', syntax: 'yaml' }, context.folder);
  if (loaded === null) throw new Error('the spec is wrong');
  context.module = { path: modulePath(context.folder, loaded.hash), hash: loaded.hash, spec: loaded.module.spec };
});

interface Ran {
  status: string;
  failure: string | null;
  rejects: Buffer;
  ids: (string | null)[];
  /** The issues of each record with issues, without positions. */
  issues: Issue[][];
}

async function run(
  { all, folder, module }: At,
  file: string | Uint8Array,
  options: Partial<RunOptions> = {},
): Promise<Ran> {
  const topic = `t${(await all.store.topics.list()).length}`;
  const spooled = await openSpool(folder).receive(Readable.from([Buffer.from(file)]), {
    fileName: 'f.xml',
    maxBytes: Infinity,
  });
  const accepted = await all.runs.accept({
    ...(await createRequest(folder, '', { module, topic, options: { skipInvalidRecords: true, ...options } })),
    spooled,
  });
  const runId = 'runId' in accepted ? accepted.runId : '';
  const { status, failure } = await all.runs.finished(runId);
  const rejects = Buffer.concat(await collect(all.runs.rejects(runId)));
  const messages = (await collect(all.store.topics.messages(topic, { from: 0, limit: Infinity }))).flat();
  const lines = (await collect(all.runs.errors(runId))).join('').split('\n').slice(0, -1);
  const issues = lines.map((line) => (JSON.parse(line) as { messages: Issue[] }).messages);
  return {
    status,
    failure: failure?.code ?? null,
    rejects,
    ids: messages.map(({ value }) => (JSON.parse(value ?? '') as { id: string | null }).id),
    issues,
  };
}

test('rejects are the document without the published records, and reading them returns the same issues', async (at) => {
  const { rejects, ids, issues } = await run(at, DOCUMENT);
  assert.is(rejects.toString(), REJECTS);
  assert.equal(ids, ['a', 'c', 'f', 'g']);
  assert.is(issues.length, 3);
  const again = await run(at, rejects);
  assert.equal([again.status, again.failure, again.ids, again.issues], ['FAILED', 'no_record_processed', [], issues]);
  assert.is(again.rejects.toString(), REJECTS);
});

test("corrected rejects yield the records with their ancestors' values", async (at) => {
  const mended = await run(
    at,
    REJECTS.replace('<n>x<', '<n>2<').replace('[y]', '[4]').replace('<e id="e"/>', '<e id="e"><n>5</n></e>'),
  );
  assert.equal([mended.status, mended.ids, mended.rejects.length], ['SUCCESS', ['b', 'd', 'e'], 0]);
});

test('rejects in each encoding, with its BOM or declaration', async (at) => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const swapped = (text: string) => Buffer.from(utf16(text)).swap16();
  const latin = (text: string) =>
    Buffer.from(text.replace('?>', ' encoding="windows-1252"?>').replace('made', 'gemäß made'), 'latin1');
  for (const encode of [utf16, swapped, latin, (text: string) => Buffer.from(`\ufeff${text}`)]) {
    assert.is((await run(at, encode(DOCUMENT))).rejects.toString('hex'), encode(REJECTS).toString('hex'));
  }
});

test('rejects of a compressed document, over many batches, with records longer than a chunk', async (at) => {
  const entry = (i: number) =>
    `<e id="id${i}"><n>${i % 3 === 0 ? 'x' : '1'}</n>${i % 200 === 0 ? `<!-- ${'long '.repeat(20_000)}-->` : ''}</e>`;
  const entries = Array.from({ length: 1500 }, (_, i) => entry(i));
  const open = '<d:doc xmlns:d="urn:d"><group account="A">';
  const close = '</group></d:doc>';
  const content = Buffer.from(`${open}${entries.join('\n')}${close}`);
  const expected = `${open}${entries.map((text, i) => (i % 3 === 0 ? text : '')).join('\n')}${close}`;
  for (const file of [content, gzipSync(content), createZip([{ name: 'a.xml', content }])]) {
    const { rejects, ids } = await run(at, file, { batchRecords: 7 });
    assert.is(ids.length, 1500 - 500);
    assert.ok(rejects.equals(Buffer.from(expected)));
  }
});

test('rejects are empty if everything was published', async (at) => {
  const published = await run(at, DOCUMENT, { skipInvalidRecords: false });
  assert.equal([published.ids.length, published.rejects.length], [7, 0]);
  for (const file of [REJECTS.replaceAll(/<e id="[bde]"[^]*?(?:<\/e>|\/>)/gu, ''), '<doc/>']) {
    assert.is((await run(at, file)).rejects.length, 0);
  }
});

test('rejects of a run stopped by maxErrors: the rejected records and everything not read', async (at) => {
  const { status, rejects, ids } = await run(at, DOCUMENT, { maxErrors: 1 });
  assert.equal([status, ids], ['FAILED', ['a', 'c']]);
  assert.is(rejects.toString(), DOCUMENT.replace('<e id="a"><n>1</n></e>', '').replace("<e id='c' ><n>3</n></e>", ''));
  assert.equal((await run(at, rejects)).ids, ['f', 'g']);
});

test('rejects of a refused all-or-nothing run: the whole file', async (at) => {
  assert.is((await run(at, DOCUMENT, { delivery: 'all-or-nothing', maxErrors: 0 })).rejects.toString(), DOCUMENT);
});

test('rejects of a document that is malformed further on: everything but the published records', async (at) => {
  const torn = DOCUMENT.replace('</n></e></group>\n</d:doc>', '</e>');
  const { failure, rejects, ids } = await run(at, torn);
  assert.equal([failure, ids], ['MALFORMED_XML', ['a', 'c', 'f']]);
  assert.is(
    rejects.toString(),
    ['<e id="a"><n>1</n></e>', "<e id='c' ><n>3</n></e>", '<e id="f"><n>6</n></e>'].reduce(
      (text, entry) => text.replace(entry, ''),
      torn,
    ),
  );
  assert.is((await run(at, '<doc><')).rejects.toString(), '<doc><');
});

test('rejects of a record that is too long, and of one with a value that is', async (at) => {
  const long = `<e id="long"><n>${'1'.repeat(3_000)}</n></e>`;
  const document = DOCUMENT.replace('<e id="b"><n>x</n></e>', long);
  const { rejects, issues } = await run(at, document, { maxRecordBytes: 1_000 });
  assert.is(rejects.toString(), REJECTS.replace('<e id="b"><n>x</n></e>', long));
  assert.is(issues[0]?.[0]?.code, 'RECORD_TOO_LONG');
});

test('rejects of a run in progress contain the decided records as a whole document; afterwards all of them', async ({
  module,
}) => {
  const { folder, remove } = createDataFolder();
  cpSync(module.path, modulePath(folder, module.hash));
  const entries = Array.from({ length: 40_000 }, (_, i) => `<e id="id${i}"><n>${i % 4 === 0 ? 'x' : '1'}</n></e>\n`);
  const wrap = (inner: readonly string[]) =>
    `<d:doc xmlns:d="urn:d"><group account="A">${inner.join('')}</group></d:doc>`;
  const before = await openAll(folder);
  const spooled = await openSpool(folder).receive(Readable.from([gzipSync(wrap(entries))]), {
    fileName: 'f.xml',
    maxBytes: Infinity,
  });
  const options = { batchRecords: 50, skipInvalidRecords: true };
  const accepted = await before.runs.accept({
    ...(await createRequest(folder, '', { module: { ...module, path: modulePath(folder, module.hash) }, options })),
    spooled,
  });
  const runId = 'runId' in accepted ? accepted.runId : '';
  while (((await before.runs.get(runId))?.totalRecords ?? 0) < 1000) await sleep(5);
  await before.close();

  const after = await openAll(folder);
  const decided = (await after.runs.get(runId))?.totalRecords ?? 0;
  assert.is((await after.store.runs.find(runId))?.ended, null, 'the run is still in progress');
  const rejected = (records: number) => wrap(entries.map((text, i) => (i < records && i % 4 === 0 ? text : '\n')));
  assert.ok(
    Buffer.concat(await collect(after.runs.rejects(runId))).equals(Buffer.from(rejected(decided))),
    'under way',
  );
  await after.runs.resume();
  assert.is((await after.runs.finished(runId)).processedRecords, 30_000);
  assert.ok(
    Buffer.concat(await collect(after.runs.rejects(runId))).equals(Buffer.from(rejected(Infinity))),
    'at the end',
  );
  await after.close();
  remove();
});

test.run();
