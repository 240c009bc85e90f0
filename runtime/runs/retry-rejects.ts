import { createHash } from 'node:crypto';
import type { Accepted } from '../base/model/accepted.ts';
import { createRunOptions, type RunOptions, storedHashOf } from '../base/model/run-info.ts';
import { StoredDataDamaged } from '../base/model/stored-data-damaged.ts';
import { openLocalFile } from '../reading/source/disk/local-file.ts';
import { type ReadAt, readAhead } from '../reading/source/disk/read-ahead.ts';
import type { ReadableFile, Spool, SpooledFile } from '../reading/source/spool.ts';
import { ThreadFailure } from '../reading/workers/pool-thread.ts';
import type { RunStore } from '../state/store/runs.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { FileGone, PiecesIncomplete, RejectsNotRetryable, RetryUnfinished, RunUnfinished } from './failures.ts';
import type { FileRetention } from './file-retention.ts';
import { findRun } from './run-files.ts';
import type { RejectsRetry, RunRequest } from './run-request.ts';
import { type ReadingPool, readUnpublished, streamSpliced } from './run-streams.ts';
import { hasReadAll } from './run-view.ts';

interface Parts {
  readonly reading: ReadingPool;
  readonly runs: RunStore;
  readonly spool: Spool;
  readonly retention: FileRetention;
  accept(request: RunRequest): Promise<Accepted>;
}

/** The key of the run that reads the rejects of a run again. There can be one only. A client cannot send a key with a blank. */
function keyOf(runId: string): string {
  return `rejects of ${runId}`;
}

/**
 * Creates the function that publishes what a run and the retries of its rejects have not published. It reads the whole file
 * again and returns the id of the new run. If the same request was accepted before, the id is that of the run.
 */
export function createRetryRejects(parts: Parts): (request: RejectsRetry) => Promise<string> {
  const { runs, spool, retention, reading, accept } = parts;

  /** Returns the last retry of a run's rejects, or the run itself. Throws RunUnfinished and RetryUnfinished. */
  async function findLast(runId: string): Promise<StoredRun> {
    let last = await findRun(runs, runId);
    if (last.ended === null) throw new RunUnfinished();
    for (let next = await runs.findByKey(keyOf(last.runId)); next !== null; ) {
      if (next.ended === null) throw new RetryUnfinished(next.runId);
      last = next;
      next = await runs.findByKey(keyOf(last.runId));
    }
    return last;
  }

  return async (request) => {
    const { runId, module, specId, repaired, limits, caller, principal, visibleRuns, signal } = request;
    const run = await findLast(runId);
    if (!(await retention.hasFile(run))) throw new FileGone();
    if (run.options.pieceBytes !== undefined && !hasReadAll(run)) throw new PiecesIncomplete();
    const stream = { run, openFile: () => spool.open(run.spoolName ?? '', run.fileBytes), signal };
    const onlyRecords = await readUnpublished(reading, stream).catch(asRefusal);
    if (onlyRecords === null) throw new RejectsNotRetryable('no_rejects', NO_REJECTS);
    const file = { fileName: run.fileName, maxBytes: Infinity, ...(signal !== undefined && { signal }) };
    const chunks = repaired === null ? readStored(stream.openFile) : streamSpliced(reading, { ...stream, repaired });
    const spooled = await spool.receive(chunks, file).catch(asRefusal);
    let isOwned = false;
    try {
      const expected = storedHashOf(run);
      if (repaired === null && spooled.sha256 !== expected) throw new StoredDataDamaged('the stored file of the run');
      const idempotencyKey = keyOf(run.runId);
      const accepted = await accept({
        // The message ids are those of the file that was sent.
        spooled: { ...spooled, sha256: run.fileSha256 },
        module,
        specId,
        destination: await request.toDestination(run.destination),
        options: createRunOptions({ ...optionsOf(run, spooled), ...limits, rejectsOf: run.runId, onlyRecords }),
        idempotencyKey,
        requestHash: createHash('sha256')
          .update(JSON.stringify([idempotencyKey, module.spec.version, spooled.sha256, onlyRecords]))
          .digest('hex'),
        onDuplicateFile: 'ALLOW',
        ...(caller !== undefined && { caller }),
        ...(principal !== undefined && { principal }),
        ...(visibleRuns !== undefined && { visibleRuns }),
      });
      isOwned = accepted.kind === 'accepted';
      return await toRunId(accepted, run.runId);
    } finally {
      if (!isOwned) await spool.discard(spooled);
    }
  };

  async function toRunId(accepted: Accepted, earlier: string): Promise<string> {
    if (accepted.kind === 'accepted' || accepted.kind === 'repeated') return accepted.runId;
    const other = accepted.kind === 'in_progress' ? accepted.runId : null;
    throw new RetryUnfinished(other ?? (await runs.findByKey(keyOf(earlier)))?.runId ?? null);
  }
}

const NO_REJECTS = 'every record of the file was published: there are no rejects to publish';

/** Returns the options that a run passes on to the retry of its rejects. The day is that of the retry. */
function optionsOf({ options, fileSha256 }: StoredRun, { sha256 }: SpooledFile): Partial<RunOptions> {
  const {
    today: _,
    pieceBytes: __,
    idHashes: ___,
    // The versions of tables are those of the module, or the current ones. The keys of masks are the current ones.
    reference: _______,
    maskKeys: ________,
    supersedes: ____,
    traceparent: _____,
    storedSha256: ______,
    ...kept
  } = options;
  return { ...kept, ...(sha256 !== fileSha256 && { storedSha256: sha256 }) };
}

/** Yields a stored file as it is. */
async function* readStored(openFile: () => Promise<ReadableFile>): AsyncGenerator<Uint8Array> {
  const file = await openFile();
  try {
    const opened = await openLocalFile(file);
    const read: ReadAt = async (buffer, position) => (await opened.read(buffer, 0, buffer.length, position)).bytesRead;
    try {
      for await (const chunk of readAhead(read, 0, Infinity)) yield chunk.slice();
    } finally {
      await opened.close();
    }
  } finally {
    await file.close();
  }
}

function asRefusal(error: unknown): never {
  const known = error instanceof ThreadFailure ? error.threadError : null;
  if (known?.code === 'repaired_differs' || known?.code === 'too_many_rejects')
    throw new RejectsNotRetryable(known.code, known.message);
  throw error;
}
