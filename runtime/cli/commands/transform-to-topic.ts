import { access, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { tablesOf } from '../../base/model/bound-tables.ts';
import { createJsonLog } from '../../base/log/json-log.ts';
import { hashOf, modulePath } from '../../state/registry/compile/module-cache.ts';
import { parseErrors, type ProcessingResult } from '../../base/model/result.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import { RunNotFinished, type RunRequest } from '../../runs/run-request.ts';
import { openRuns } from '../../runs/open-runs.ts';
import type { Runs } from '../../runs/runs.ts';
import type { SchemaSettings } from '../../base/model/message-schemas.ts';
import type { BrokerSettings } from '../../base/model/broker-settings.ts';
import { openSpool } from '../../reading/source/spool.ts';
import { openStore } from '../../state/store/open-store.ts';
import { SystemFailure } from '../command-line/failures.ts';
import { createFindMaskKey } from '../operands/mask-keys.ts';
import { type InputFile, whileInterruptible } from '../operands/input.ts';
import { printToStderr } from '../command-line/output.ts';
import { createProgressBar } from '../format/progress-bar.ts';
import type { NamedSpec } from '../operands/spec-operand.ts';
import { minBytesOf } from './split-limits.ts';

const POLL_MS = 100;

/** A file to publish to a topic. */
export interface TopicTransform {
  file: InputFile;
  spec: NamedSpec;
  options: RunOptions;
  topic: string;
  /** Topic for the original bytes of failed and skipped records; null to publish none. */
  deadLetterTopic: string | null;
  /** The data folder. */
  data: string;
  /** How long the files of finished runs are stored, in milliseconds. */
  keepFilesMs: number;
  /** Maximum number of threads that read the file. */
  threads: number;
  broker: BrokerSettings;
  schemas: SchemaSettings;
}

/**
 * Copies a file into the spool (the copies of received files in the data folder), publishes its messages to the topic
 * and returns the result. If an earlier call left an unfinished run of the same file, spec and topic, that run is
 * resumed instead.
 *
 * Throws UsageError if there is no such file, DataFolderLocked if another process uses the data folder, SystemFailure
 * if the run could not finish, and Interrupted on SIGINT or SIGTERM.
 */
export async function transformToTopic(transform: TopicTransform): Promise<ProcessingResult> {
  const store = await openStore(transform.data);
  try {
    const log = createJsonLog(process.env['SPECMILL_DEBUG'] ? (line) => void process.stderr.write(line) : () => {});
    const runs = openRuns({
      store,
      threads: await chooseThreads(transform),
      keepFilesMs: transform.keepFilesMs,
      broker: transform.broker,
      schemas: transform.schemas,
      findMaskKey: createFindMaskKey(process.env),
      log,
    });
    try {
      return await whileInterruptible((signal) => runToEnd(runs, transform, signal));
    } finally {
      await runs.stop();
    }
  } finally {
    await store.close();
  }
}

/** A small file is read by one thread. A run into Kafka has another thread for the file, whatever its size. */
async function chooseThreads({ file, threads, broker }: TopicTransform): Promise<number> {
  if (broker.kind === 'kafka') return threads;
  const bytes = await stat(file.path).then(
    (found) => (found.isFile() ? found.size : Infinity),
    () => Infinity,
  );
  return bytes < minBytesOf({ messages: true }, threads) ? 1 : threads;
}

async function runToEnd(runs: Runs, transform: TopicTransform, signal: AbortSignal): Promise<ProcessingResult> {
  await runs.resume([]);
  const { runId, fileName } = await beginRun(runs, transform, signal);
  const bar = createProgressBar(process.stderr, fileName);
  const over = new AbortController();
  const watching = process.stderr.isTTY ? watch(runs, runId, bar.show, over.signal) : null;
  try {
    return parseErrors(await runs.finished(runId, signal));
  } catch (error) {
    bar.clear();
    if (error instanceof RunNotFinished)
      throw new SystemFailure(`the run was interrupted: ${error.message}. Run the same command again to resume it`);
    if (signal.aborted) await printToStderr('the run was interrupted. Run the same command again to resume it\n');
    throw error;
  } finally {
    over.abort();
    await watching;
    bar.clear();
  }
}

async function beginRun(
  runs: Runs,
  transform: TopicTransform,
  signal: AbortSignal,
): Promise<{ runId: string; fileName: string }> {
  const { file, spec, options, topic, deadLetterTopic, data } = transform;
  const path = modulePath(data, spec.hash);
  await access(path).catch(() => {
    throw new SystemFailure(
      `cannot store the compiled spec in ${data}, where the run needs it: check the permissions of the folder`,
    );
  });
  const spool = openSpool(data);
  const source = await file.openAsSent();
  const { fileName } = source;
  const spooled = await spool
    .receive(source.chunks(0, signal), { fileName, maxBytes: Infinity, reusesChunks: true, signal })
    .finally(() => source.close());
  const tables = tablesOf(spec.module)?.versions;
  const module = {
    path,
    hash: spec.hash,
    source: spec.source,
    spec: spec.module.spec,
    ...(tables !== undefined && { tables }),
  };
  const requestHash = hashOf(JSON.stringify([spooled.sha256, spec.hash, topic, deadLetterTopic, options]));
  const request: RunRequest = {
    spooled,
    module,
    specId: spec.id,
    destination: { kind: 'topic', topic, deadLetterTopic },
    options,
    idempotencyKey: null,
    requestHash,
    onDuplicateFile: 'WARN',
  };
  const accepted = await runs.accept(request);
  if (accepted.kind === 'accepted') return { runId: accepted.runId, fileName };
  await spool.discard(spooled);
  if (accepted.kind === 'key_conflict' || accepted.kind === 'duplicate_file' || accepted.kind === 'hidden_duplicate')
    throw new Error(`a request without a key, and with WARN, was answered with ${accepted.kind}`);
  await printToStderr('resuming an interrupted run of this file with its original spec and options\n');
  await runs.resume([accepted.runId]);
  return { runId: accepted.runId, fileName };
}

async function watch(
  runs: Runs,
  runId: string,
  show: ReturnType<typeof createProgressBar>['show'],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const run = await runs.find(runId);
    if (run !== null) show({ ...run.progress, records: run.totalRecords });
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}
