import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../../runtime/state/registry/compile/load-module.ts';
import { modulePath } from '../../runtime/state/registry/compile/module-cache.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import type { RunOptions } from '../../runtime/base/model/run-info.ts';
import type { SerializedRun } from '../../runtime/runs/run-request.ts';
import { openSpool } from '../../runtime/reading/source/spool.ts';
import {
  collect,
  createDataFolder,
  createRequest,
  openAll,
  type Opened,
  type OpenedFolder,
  suiteOfRuns,
} from './data-folder.ts';
import { createWorkplace, type Workplace } from './specmill.ts';
import { compressZstd } from '../support/zstd.ts';
import { createZip } from './zip.ts';
import type { RunModule } from '../../runtime/base/model/run-module.ts';

/** A compressed file produces the same records, issues, offsets, rejects and dead letters as its content. */
const SPEC =
  'name: plain\nformat: CSV\nonTypeMismatch: ERROR\nfields:\n  - { name: id, type: STRING }\n  - { name: n, type: INTEGER }\n';
const records = Array.from({ length: 10_000 }, (_, i) => `id${i},${i % 5 === 0 ? 'x' : i}\r\n`);
const content = Buffer.from(`id,n\r\n${records.join('')}`);
const zstd = compressZstd(content);
const forms: Readonly<Record<string, Buffer>> = {
  plain: content,
  gzip: gzipSync(content),
  zip: createZip([{ name: 'in.csv', content }]),
  ...(zstd !== null && { zstd }),
};

const runs = suiteOfRuns<OpenedFolder & { module: RunModule }>('compressed files in the spool', 'all');
runs.before(async (context) => {
  const { loaded } = await loadModule({ text: SPEC, path: 'spec.yaml', syntax: 'yaml' }, context.folder);
  if (loaded === null) throw new Error('the spec is wrong');
  context.module = { path: modulePath(context.folder, loaded.hash), hash: loaded.hash, spec: loaded.module.spec };
});

type At = { folder: string; all: Opened; module: RunModule };

async function run({ folder, all, module }: At, file: Buffer, options: Partial<RunOptions> = {}) {
  const topic = `t${(await all.store.topics.list()).length}`;
  const spooled = await openSpool(folder).receive(
    (async function* () {
      yield file;
    })(),
    { fileName: 'f.csv', maxBytes: Infinity },
  );
  const deadLetterTopic = `${topic}-dead`;
  const request = {
    ...(await createRequest(folder, '', {
      module,
      topic,
      deadLetterTopic,
      options: { skipInvalidRecords: true, ...options },
    })),
    spooled,
  };
  const accepted = await all.runs.accept(request);
  const runId = 'runId' in accepted ? accepted.runId : '';
  await all.runs.finished(runId);
  const view = await all.runs.get(runId);
  if (view === null) throw new Error('the run is not there');
  const { progress, fileSha256 } = view;
  const messages = async (of: string) =>
    (await collect(all.store.topics.messages(of, { from: 0, limit: Infinity }))).flat().map(({ value }) => value);
  return {
    fileSha256,
    progress,
    result: withoutOwn(view),
    published: await messages(topic),
    dead: await messages(deadLetterTopic),
    rejects: Buffer.concat(await collect(all.runs.rejects(runId))).toString(),
    errors: (await collect(all.runs.errors(runId))).join(''),
  };
}

/** Returns the view of a run without the members that differ between runs. */
function withoutOwn(view: SerializedRun): Partial<SerializedRun> {
  const own = ['durationMs', 'runId', 'fileSha256', 'createdAt', 'finishedAt', 'topic', 'deadLetterTopic', 'progress'];
  return Object.fromEntries(Object.entries(view).filter(([key]) => !own.includes(key)));
}

runs('messages, rejects and results are the same for every compression', async (at) => {
  const plain = await run(at, forms['plain'] ?? Buffer.alloc(0));
  assert.is(plain.published.length, 8000);
  assert.is(plain.dead.length, 2000);
  for (const [name, file] of Object.entries(forms)) {
    const { fileSha256, progress, ...view } = await run(at, file);
    assert.is(fileSha256, createHash('sha256').update(file).digest('hex'), name);
    assert.equal(progress, { bytes: file.length, totalBytes: file.length }, name);
    assert.equal(
      view,
      {
        ...view,
        result: plain.result,
        published: plain.published,
        dead: plain.dead,
        rejects: plain.rejects,
        errors: plain.errors,
      },
      name,
    );
  }
});

runs('a run stopped by maxErrors has the same rejects for a compressed file', async (at) => {
  const plain = await run(at, forms['plain'] ?? Buffer.alloc(0), { maxErrors: 1200 });
  const packed = await run(at, forms['zip'] ?? Buffer.alloc(0), { maxErrors: 1200 });
  assert.is(plain.result.status, 'FAILED');
  assert.equal(
    [packed.result, packed.rejects.length, packed.published],
    [plain.result, plain.rejects.length, plain.published],
  );
});

runs('a damaged file ends as FAILED, and the issues before the damage are still reported', async (at) => {
  const cut = (forms['gzip'] ?? Buffer.alloc(0)).subarray(0, 15_000);
  const { result, published, rejects } = await run(at, cut);
  assert.equal([result.status, result.failure?.code], ['FAILED', 'decompression_failed']);
  assert.ok(published.length > 1000 && published.length < 8000 && result.processedRecords === published.length);
  assert.ok(rejects.startsWith('id,n\r\nid0,x\r\nid5,x\r\n'));
  const several = await run(
    at,
    createZip([
      { name: 'a', content },
      { name: 'b', content },
    ]),
  );
  assert.equal(
    [several.result.status, several.result.failure?.code, several.result.totalRecords, several.rejects],
    ['FAILED', 'decompression_failed', 0, ''],
  );
});

runs('a file whose content is too large ends as FAILED', async (at) => {
  const { result } = await run(at, forms['gzip'] ?? Buffer.alloc(0), { maxFileBytes: 50_000 });
  assert.equal([result.status, result.failure?.code], ['FAILED', 'decompressed_too_large']);
});

runs('an interrupted run resumes at its checkpoint', async ({ module }) => {
  for (const name of ['gzip', 'zip']) {
    const { folder, remove } = createDataFolder();
    cpSync(module.path, modulePath(folder, module.hash));
    const before = await openAll(folder);
    const spooled = await openSpool(folder).receive(Readable.from([forms[name]]), {
      fileName: 'f.csv',
      maxBytes: Infinity,
    });
    const request = {
      ...(await createRequest(folder, '', {
        module: { ...module, path: modulePath(folder, module.hash) },
        options: { batchRecords: 100 },
      })),
      spooled,
    };
    const accepted = await before.runs.accept(request);
    const runId = 'runId' in accepted ? accepted.runId : '';
    while (((await before.runs.get(runId))?.totalRecords ?? 0) < 1000) await sleep(5);
    await before.close();

    const after = await openAll(folder);
    assert.is((await after.store.runs.find(runId))?.ended, null, `${name}: the run ended too soon`);
    await after.runs.resume();
    assert.is((await after.runs.finished(runId)).processedRecords, 10_000);
    const messages = (await collect(after.store.topics.messages('t', { from: 0, limit: Infinity }))).flat();
    assert.equal(
      messages.map(({ value }) => (JSON.parse(value ?? '') as { id: string }).id),
      records.map((_, i) => `id${i}`),
    );
    await after.close();
    remove();
  }
});

runs.run();

const program = suite<{ at: Workplace }>('compressed files on the command line');
program.before((context) => {
  context.at = createWorkplace();
  context.at.write('plain.yaml', SPEC);
  for (const [name, file] of Object.entries(forms)) context.at.write(`${name}.dat`, file);
});
program.after(({ at }) => at.remove());

program('validate reports the same for a file, a redirected file and a pipe', ({ at }) => {
  const parseResult = (text: string) => ({
    ...(JSON.parse(text) as ProcessingResult),
    durationMs: 0,
    fileName: '',
    fileSha256: '',
  });
  const plain = parseResult(at.call(['validate', '--spec', 'plain.yaml', 'plain.dat', '--json']).stdout);
  assert.is(plain.totalRecords, 10_000);
  for (const [name, file] of Object.entries(forms)) {
    const ended = at.call(['validate', '--spec', 'plain.yaml', `${name}.dat`, '--json']);
    assert.is(
      (JSON.parse(ended.stdout) as ProcessingResult).fileSha256,
      createHash('sha256').update(file).digest('hex'),
    );
    assert.equal(parseResult(ended.stdout), plain, name);
    assert.equal(
      parseResult(at.shell(`specmill validate --spec plain.yaml - --json < ${name}.dat`).stdout),
      plain,
      `${name}, redirected`,
    );
    assert.equal(
      parseResult(at.shell(`cat ${name}.dat | specmill validate --spec plain.yaml - --json`).stdout),
      plain,
      `${name}, piped`,
    );
  }
});

program('transform writes the same events', ({ at }) => {
  const plain = at.call(['transform', '--spec', 'plain.yaml', 'plain.dat', '--out', '-']).stdout;
  for (const name of Object.keys(forms))
    assert.is(at.call(['transform', '--spec', 'plain.yaml', `${name}.dat`, '--out', '-']).stdout, plain, name);
});

program('--max-file-bytes limits the decompressed size, and still the size of a plain file', ({ at }) => {
  const call = (name: string) =>
    JSON.parse(
      at.call(['validate', '--spec', 'plain.yaml', name, '--json', '--max-file-bytes', '50000']).stdout,
    ) as ProcessingResult;
  assert.equal(
    [call('gzip.dat').failure?.code, call('zip.dat').failure?.code],
    ['decompressed_too_large', 'decompressed_too_large'],
  );
  assert.is(call('plain.dat').failure, undefined);
});

program.run();
