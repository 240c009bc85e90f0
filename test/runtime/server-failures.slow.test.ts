import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';
import { createJsonLog } from '../../runtime/base/log/json-log.ts';
import { TableRegistry } from '../../runtime/state/reference/table-registry.ts';
import { openRegistry } from '../../runtime/state/registry/open-registry.ts';
import { CompilerBusy, type CompileRequest } from '../../runtime/state/registry/compile/compile-request.ts';
import type { SpecCompilation, SpecCompiler } from '../../runtime/state/registry/compile/spec-compiler.ts';
import { createDiagnostic } from '../../runtime/state/registry/compile/spec-diagnostic.ts';
import type { SerializedResult } from '../../runtime/base/model/result.ts';
import { RunNotFinished, type RunSummary } from '../../runtime/runs/run-request.ts';
import { FileGone, RunsStopped } from '../../runtime/runs/failures.ts';
import type { Runs } from '../../runtime/runs/runs.ts';
import { createMetrics } from '../../runtime/server/metrics/create-metrics.ts';
import { createStorageLimit } from '../../runtime/server/http/storage-limit.ts';
import { createApp } from '../../runtime/server/app.ts';
import { problems } from '../../runtime/server/http/problem.ts';
import type { Services } from '../../runtime/server/http/services.ts';
import { createFileProgress } from '../../runtime/reading/source/disk/file-progress.ts';
import { createFileMemory } from '../../runtime/reading/source/file-memory.ts';
import type { ArrivingFile, TransientReceiveOptions, Spool, SpooledFile } from '../../runtime/reading/source/spool.ts';
import { DiskFull } from '../../runtime/base/model/disk-full.ts';
import { openStore } from '../../runtime/state/store/open-store.ts';
import { createSpoolQuota } from '../../runtime/server/http/spool-quota.ts';
import { createStreamSlots } from '../../runtime/server/http/stream-slots.ts';
import { noAudit, openToAll, unlimitedAnswers } from './open-to-all.ts';
import { csvFile, formOf, jsonInit, ORDERS, problemOf } from './service.ts';

/** Failures that are rare in a whole service. The parts are replaced by hand, and there is no socket. */
const test = suite<{ folder: string }>('failures at the edge');

test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'specmill-edge-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true }));

const SECRET = new Error('cannot read /home/somebody/secret');
const RUN_ID = '7d0a1c5e-0000-4000-8000-000000000001';
const spooled: SpooledFile = { path: '/nowhere', fileName: 'a.csv', bytes: 3, sha256: 'ab'.repeat(32) };
// The members of a run view that the answers use.
const runSummary = { runId: RUN_ID, finishedAt: 'now', fileName: 'a.csv' } as RunSummary;

interface Edge {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  specId: string;
  /** Lines of the log, parsed. */
  logged: Record<string, unknown>[];
  discarded: SpooledFile[];
  close(): Promise<void>;
}

/** An app over a real registry with one spec of the API and the given parts. Every other call fails with SECRET. */
async function openEdge(
  folder: string,
  {
    runs = {},
    spool = {},
    more = {},
    isRefused = false,
    compileSent,
  }: {
    runs?: Partial<Runs>;
    spool?: Partial<Spool>;
    more?: Partial<Services>;
    isRefused?: boolean;
    /** Replaces the compiler for the specs of requests. */
    compileSent?: (request: CompileRequest) => Promise<SpecCompilation>;
  } = {},
): Promise<Edge> {
  const logged: Record<string, unknown>[] = [];
  const discarded: SpooledFile[] = [];
  const log = createJsonLog((line) => logged.push(JSON.parse(line) as Record<string, unknown>));
  const store = await openStore(folder);
  const specId = '7d0a1c5e-0000-4000-8000-0000000000aa';
  await store.specs.insert({ id: specId, name: 'orders', body: JSON.stringify(ORDERS), version: 'v1' });
  const refusing: SpecCompiler = {
    compile: async () => ({ module: null, diagnostics: [createDiagnostic('compile_failed', { reason: 'no' })] }),
    close: async () => {},
  };
  // The same compiler, without a thread.
  const compiling: SpecCompiler = {
    compile: async (input, request) =>
      compileSent !== undefined && request !== undefined
        ? compileSent(request)
        : ((await compile(input)) as SpecCompilation),
    close: async () => {},
  };
  const registry = await openRegistry({
    folder: join(folder, 'specs'),
    dataFolder: folder,
    store: store.specs,
    createCompiler: () => (isRefused ? refusing : compiling),
    log,
  });
  const fail = () => Promise.reject(SECRET);
  const app = createApp({
    ...unlimitedAnswers,
    access: openToAll,
    audit: noAudit,
    registry,
    tables: new TableRegistry(folder),
    specsFolder: '',
    topics: store.topics,
    sources: null,
    jobs: null,
    cluster: null,
    log,
    metrics: createMetrics({
      runsByState: () => ({ QUEUED: 0, RUNNING: 0, PAUSED: 0 }),
      diskFreeBytes: async () => 0,
      brokerUnreachableSeconds: () => 0,
    }),
    metricsOpen: false,
    storage: createStorageLimit(folder, 0),
    eventStreams: createStreamSlots({ max: 9, maxPerCaller: 9 }),
    spoolQuota: createSpoolQuota(null, async () => 0),
    fileStreams: createStreamSlots({ max: 9, maxPerCaller: 9 }),
    brokerUnreachableSeconds: () => 0,
    anyHost: false,
    isStopping: () => false,
    store: { findProblem: async () => null },
    limits: {
      maxFileBytes: 1000,
      maxRecordBytes: 1000,
      maxOutputBytes: 1e12,
      maxOutputRatio: 100,
      maxProcessorMs: 1e9,
      maxColumns: 16_384,
    },
    // Parts that a test does not replace must not be called.
    runs: {
      checkQueue() {},
      unpacksFrom: () => null,
      accept: fail,
      finished: fail,
      get: fail,
      list: fail,
      dryRun: fail,
      ...runs,
    } as Runs,
    fileMemory: createFileMemory(folder),
    storesSmallFiles: false,
    spool: {
      async receive(chunks: AsyncIterable<Uint8Array>) {
        for await (const _ of chunks);
        return spooled;
      },
      receiveTransient(this: Spool, chunks: AsyncIterable<Uint8Array>, file: TransientReceiveOptions): ArrivingFile {
        return {
          path: spooled.path,
          fileName: spooled.fileName,
          sha256: null,
          fileProgress: createFileProgress(),
          expectedBytes: null,
          received: this.receive(chunks, file),
        };
      },
      discard: async (file: SpooledFile) => void discarded.push(file),
      ...spool,
    } as Spool,
    ...more,
  });
  return {
    logged,
    discarded,
    specId,
    fetch: async (path, init) =>
      app.fetch(new Request(`http://localhost${path.startsWith('//') ? path.slice(1) : `/api/v1${path}`}`, init)),
    async close() {
      await registry.close();
      await store.close();
    },
  };
}

const upload = (edge: Edge, path = '/transform/file-to-events', headers: Readonly<Record<string, string>> = {}) =>
  edge.fetch(path, {
    method: 'POST',
    headers,
    body: formOf({
      specId: edge.specId,
      ...(path.endsWith('events') ? { brokerTopic: 't' } : {}),
      file: csvFile('abc'),
    }),
  });

test('an unexpected error: 500 with an id that is also in the log, and no other detail', async ({ folder }) => {
  const edge = await openEdge(folder);
  for (const response of [await edge.fetch('/runs'), await upload(edge)]) {
    const body = await problemOf(response, 500, 'internal_error');
    assert.not.match(JSON.stringify(body), /secret/);
    const line = edge.logged.find(({ errorId }) => errorId === body['errorId']);
    assert.match(JSON.stringify(line), /secret/);
  }
  assert.equal(edge.discarded, [spooled]);
  await edge.close();
});

test('a full disk: 507, whether a file, a run or a spec has no room', async ({ folder }) => {
  const full = () => Promise.reject(new DiskFull());
  const edge = await openEdge(folder, { runs: { accept: full } });
  await problemOf(await upload(edge), 507, 'disk_full');
  assert.equal(edge.discarded, [spooled]);
  await edge.close();
  const noSpool = await openEdge(`${folder}/2`, { spool: { receive: full } });
  await problemOf(await upload(noSpool, '/transform/validate'), 507, 'disk_full');
  assert.equal(noSpool.discarded, []);
  await noSpool.close();
});

test('a run that cannot end now: 503 with its id and Location; nothing is discarded', async ({ folder }) => {
  for (const [code, expected] of [
    ['broker_unavailable', 'broker_unavailable'],
    ['stopping', 'stopping'],
    ['disk_full', 'run_paused'],
    ['storage_failed', 'storage_failed'],
  ] as const) {
    const finished = () => Promise.reject(new RunNotFinished(RUN_ID, { code, message: 'it waits' }));
    const edge = await openEdge(`${folder}/${code}`, {
      runs: { accept: async () => ({ kind: 'accepted', runId: RUN_ID }), finished },
    });
    const response = await upload(edge);
    assert.is(response.headers.get('location'), `/api/v1/runs/${RUN_ID}`);
    assert.is((await problemOf(response, 503, expected))['runId'], RUN_ID);
    assert.equal([edge.discarded, edge.logged.filter(({ level }) => level === 'error')], [[], []]);
    await edge.close();
  }
});

test('a stopping service accepts nothing new and says so in every answer', async ({ folder }) => {
  const edge = await openEdge(folder, { more: { isStopping: () => true } });
  for (const response of [
    await edge.fetch('/specs', jsonInit('POST', ORDERS)),
    await upload(edge),
    await edge.fetch(`/specs/${edge.specId}`, { method: 'DELETE' }),
  ]) {
    assert.is(response.headers.get('connection'), 'close');
    await problemOf(response, 503, 'stopping');
  }
  const ready = await edge.fetch('//health/ready');
  assert.equal([ready.status, ((await ready.json()) as { status: string }).status], [503, 'stopping']);
  assert.is((await edge.fetch('//health/live')).status, 200);
  assert.is((await edge.fetch('/specs')).status, 200);
  await edge.close();
  const late = await openEdge(`${folder}/2`, { runs: { accept: () => Promise.reject(new RunsStopped()) } });
  await problemOf(await upload(late), 503, 'stopping');
  assert.equal(late.discarded, [spooled]);
  await late.close();
});

test('an expired file: 410 for errors and rejects', async ({ folder }) => {
  async function* gone(): AsyncGenerator<never> {
    throw new FileGone();
  }
  const edge = await openEdge(folder, { runs: { find: async () => runSummary, errors: gone, rejects: gone } });
  for (const what of ['errors', 'rejects'])
    await problemOf(await edge.fetch(`/runs/${RUN_ID}/${what}`), 410, 'file_gone');
  await edge.close();
});

test('an answer that fails midway is cut off and logged; the file of the dry run is discarded', async ({ folder }) => {
  const edge = await openEdge(folder, {
    runs: {
      async dryRun(_, { onErrors } = {}): Promise<SerializedResult> {
        await onErrors?.('{"record":1}\n');
        throw SECRET;
      },
    },
  });
  const response = await upload(edge, '/transform/validate', { accept: 'application/x-ndjson' });
  assert.is(response.status, 200);
  const reader = response.body?.getReader();
  assert.is(Buffer.from((await reader?.read())?.value ?? []).toString(), '{"record":1}\n');
  await reader?.read().then(
    () => assert.unreachable(),
    () => {},
  );
  assert.is(edge.logged.filter(({ event }) => event === 'response_broken_off').length, 1);
  assert.equal(edge.discarded, [spooled]);
  const early = await openEdge(`${folder}/2`, { runs: { dryRun: () => Promise.reject(SECRET) } });
  for (const accept of ['application/x-ndjson', 'application/json'])
    await problemOf(await upload(early, '/transform/validate', { accept }), 500, 'internal_error');
  assert.equal(early.discarded, [spooled, spooled]);
  await edge.close();
  await early.close();
});

test('a stored spec that this compiler rejects: reported, kept, and unusable until it is corrected', async ({
  folder,
}) => {
  const edge = await openEdge(folder, { isRefused: true });
  const stored = (await (await edge.fetch(`/specs/${edge.specId}`)).json()) as {
    name: string;
    fields: unknown[];
    diagnostics: { code: string }[];
  };
  assert.equal(
    [stored.name, stored.fields.length, stored.diagnostics.map(({ code }) => code)],
    ['orders', 2, ['compile_failed']],
  );
  const { diagnostics, field } = await problemOf(await upload(edge), 422, 'invalid_spec');
  assert.equal([field, (diagnostics as unknown[]).length], ['specId', 1]);
  await problemOf(await edge.fetch(`/specs/${edge.specId}/module`), 422, 'invalid_spec');
  assert.equal(
    ((await (await edge.fetch(`/specs/${edge.specId}/validate`, { method: 'POST' })).json()) as { valid: boolean })
      .valid,
    false,
  );
  assert.is((await edge.fetch(`/specs/${edge.specId}`, { method: 'DELETE' })).status, 204);
  await edge.close();
});

test('a busy compiler: 503 with Retry-After, in every request that compiles', async ({ folder }) => {
  const requests: CompileRequest[] = [];
  const edge = await openEdge(folder, {
    compileSent: async (request) => {
      requests.push(request);
      throw new CompilerBusy('full');
    },
  });
  for (const [path, method] of [
    ['/specs', 'POST'],
    [`/specs/${edge.specId}`, 'PUT'],
    [`/specs/${edge.specId}/validate`, 'POST'],
  ] as const) {
    const response = await edge.fetch(path, jsonInit(method, ORDERS));
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
    await problemOf(response, 503, 'too_busy');
  }
  assert.is(requests.length, 3);
  assert.not.ok(edge.logged.some(({ event }) => event === 'request_failed'));
  await edge.close();
});

test('a client that disconnects: its spec is no longer compiled, and that is no fault of the service', async ({
  folder,
}) => {
  const controller = new AbortController();
  const edge = await openEdge(folder, {
    compileSent: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        controller.abort();
      }),
  });
  const response = await edge.fetch('/specs', { ...jsonInit('POST', ORDERS), signal: controller.signal });
  await problemOf(response, 400, 'malformed_request');
  assert.not.ok(edge.logged.some(({ event }) => event === 'request_failed'));
  await edge.close();
});

test('every code has an HTTP status that matches its name', () => {
  for (const [code, { status, title }] of Object.entries(problems)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(status >= 400 && status < 600 && /^[A-Z].*[^.]$/.test(title), code);
  }
});

test.run();
