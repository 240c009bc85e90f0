import * as assert from 'uvu/assert';
import { modulePath } from '../../runtime/state/registry/compile/module-cache.ts';
import { loadModule } from '../../runtime/state/registry/compile/load-module.ts';
import type { RunOptions } from '../../runtime/base/model/run-info.ts';
import { openSpool } from '../../runtime/reading/source/spool.ts';
import { collect, createRequest, type Opened } from './data-folder.ts';
import type { RunModule } from '../../runtime/base/model/run-module.ts';

/** An opened data folder. */
export interface At {
  all: Opened;
  folder: string;
}

/** Compiles a spec into the folder. */
export async function compile(folder: string, text: string): Promise<RunModule> {
  const { loaded, diagnostics } = await loadModule({ text, path: 'spec.yaml', syntax: 'yaml' }, folder);
  if (loaded === null) throw new Error(JSON.stringify(diagnostics));
  return { path: modulePath(folder, loaded.hash), hash: loaded.hash, spec: loaded.module.spec };
}

/** Publishes a file. Returns the id of the run. */
export async function publish(
  { all, folder }: At,
  module: RunModule,
  file: string | Buffer,
  { topic, ...options }: Partial<RunOptions> & { topic: string },
): Promise<string> {
  const spooled = await openSpool(folder).receive(
    (async function* () {
      yield Buffer.from(file);
    })(),
    { fileName: 'f.csv', maxBytes: Infinity },
  );
  const given = { module, topic, options: { skipInvalidRecords: true, ...options } };
  const accepted = await all.runs.accept({ ...(await createRequest(folder, '', given)), spooled });
  const runId = 'runId' in accepted ? accepted.runId : '';
  await all.runs.finished(runId);
  return runId;
}

/** Publishes the rejects of a run. Returns the new run when it has ended. */
export async function retry({ all }: At, runId: string, module: RunModule, repaired?: string | Buffer) {
  const id = await all.runs.retryRejects({
    ...{ runId, module, specId: '7d0a1c5e-0000-4000-8000-000000000001', limits: {} },
    repaired: repaired === undefined ? null : { path: '', content: Buffer.from(repaired) },
    toDestination: async (destination) => destination,
  });
  const { status, totalRecords, processedRecords, failedRecords, skippedRecords, rejectsOf } =
    await all.runs.finished(id);
  assert.is(totalRecords, processedRecords + failedRecords + skippedRecords);
  return { id, status, totalRecords, processedRecords, rejectsOf };
}

/** Returns the messages of a topic, each as the number of its record and its value. */
export async function messagesOf({ all }: At, topic: string): Promise<string[]> {
  const found = (await collect(all.store.topics.messages(topic, { from: 0, limit: Infinity }))).flat();
  return found.map(({ value, headers }) => `${headers['ce_id']?.split(':')[1]} ${value}`);
}

/** Returns the rejects of a run. */
export async function rejectsOf({ all }: At, runId: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
  return Buffer.concat(await collect(all.runs.rejects(runId))).toString(encoding);
}

/** Returns messages without the signs of JSON. */
export const short = (messages: string[]): string[] => messages.map((text) => text.replace(/[{}"]/g, ''));
