import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite, type Test } from 'uvu';
import { createJsonLog } from '../../runtime/base/log/json-log.ts';
import { hashOf, modulePath } from '../../runtime/state/registry/compile/module-cache.ts';
import { createRunOptions, type RunOptions } from '../../runtime/base/model/run-info.ts';
import type { RunRequest } from '../../runtime/runs/run-request.ts';
import { openRuns } from '../../runtime/runs/open-runs.ts';
import type { RunsOptions } from '../../runtime/runs/runs-options.ts';
import type { Runs } from '../../runtime/runs/runs.ts';
import { openSpool, type SpooledFile } from '../../runtime/reading/source/spool.ts';
import type { Destination } from '../../runtime/base/model/destination.ts';
import type { NewRun } from '../../runtime/state/store/stored-run.ts';
import { openTestStore } from '../support/test-store.ts';
import type { Store } from '../../runtime/state/store/store.ts';
import { fakeModule } from './fake-module.ts';
import { fakeEsm } from './specmill.ts';
import type { RunModule } from '../../runtime/base/model/run-module.ts';

export const SILENT = createJsonLog(() => {});

/** Creates an empty data folder. `remove` deletes it. */
export function createDataFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-data-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Writes a module into the cache of a data folder. The default is the hand-written one. */
export function cacheModule(folder: string, esm = fakeEsm, spec = fakeModule.spec): RunModule {
  const hash = hashOf(esm);
  const path = modulePath(folder, hash);
  mkdirSync(join(folder, 'modules'), { recursive: true });
  // A thread of an earlier run may be reading it.
  writeFileSync(`${path}.new`, esm);
  renameSync(`${path}.new`, path);
  return { path, hash, spec };
}

export function spoolText(folder: string, text: string, fileName = 'a.txt'): Promise<SpooledFile> {
  return openSpool(folder).receive(Readable.from([Buffer.from(text)]), { fileName, maxBytes: Infinity });
}

/** Creates the destination of a run into a topic. */
export function toTopic(topic = 't', deadLetterTopic: string | null = null): Destination {
  return { kind: 'topic', topic, deadLetterTopic };
}

interface GivenTopic {
  topic?: string;
  deadLetterTopic?: string;
}

export interface Given extends Partial<Omit<RunRequest, 'options' | 'module' | 'spooled'>>, GivenTopic {
  module?: RunModule;
  options?: Partial<RunOptions>;
}

/** Creates a request to publish the records of `text` as messages of the topic `t`. */
export async function createRequest(
  folder: string,
  text: string,
  { options, topic, deadLetterTopic, ...given }: Given = {},
): Promise<RunRequest> {
  return {
    spooled: await spoolText(folder, text),
    module: given.module ?? cacheModule(folder),
    specId: '7d0a1c5e-0000-4000-8000-000000000001',
    destination: toTopic(topic, deadLetterTopic),
    options: createRunOptions({ today: '2024-02-29', ...options }),
    idempotencyKey: null,
    requestHash: 'h',
    onDuplicateFile: 'WARN',
    ...given,
  };
}

export interface Opened {
  store: Store;
  runs: Runs;
  close(): Promise<void>;
}

export async function openAll(folder: string, options: Partial<RunsOptions> = {}): Promise<Opened> {
  const store = await openTestStore(folder);
  const runs = openRuns({
    store,
    threads: 1,
    keepFilesMs: 3_600_000,
    log: SILENT,
    pauseMs: { first: 20, max: 100 },
    ...options,
  });
  return {
    store,
    runs,
    async close() {
      await runs.stop();
      await store.close();
    },
  };
}

/** A data folder that is opened, in a test. */
export interface OpenedFolder {
  folder: string;
  remove(): void;
  all: Opened;
}

/** Creates a suite whose tests have an opened data folder: each has its own, or all have one. */
export function suiteOfRuns<Context extends OpenedFolder = OpenedFolder>(
  name: string,
  folders: 'each' | 'all',
): Test<Context> {
  const test = suite<Context>(name);
  const { before, after } = test;
  (folders === 'each' ? before.each : before)(async (context) => {
    Object.assign(context, createDataFolder());
    context.all = await openAll(context.folder);
  });
  (folders === 'each' ? after.each : after)(async ({ all, remove }) => {
    await all.close();
    remove();
  });
  return test;
}

/** Returns a run to insert into the store. */
export function newRun(runId: string, { topic, deadLetterTopic, ...given }: Partial<NewRun> & GivenTopic = {}): NewRun {
  return {
    runId,
    specId: 's',
    spec: fakeModule.spec,
    moduleHash: 'm',
    broker: 'embedded',
    destination: toTopic(topic, deadLetterTopic),
    options: createRunOptions({ today: '2024-02-29' }),
    fileName: 'f.txt',
    fileBytes: 100,
    fileSha256: runId.padEnd(64, '0'),
    spoolName: `spooled-${runId}`,
    idempotencyKey: null,
    requestHash: 'h',
    onDuplicateFile: 'WARN',
    ...given,
  };
}

/** Returns all values of an iterable. */
export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** Returns the error that a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
