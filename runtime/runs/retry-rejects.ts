import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Accepted } from '../base/model/accepted.ts';
import { rulesOfTotals } from '../base/model/left-out-totals.ts';
import { countRecords } from '../base/model/record-set.ts';
import type { RejectsBinding, StoredRejects } from '../base/model/rejects-order.ts';
import { createRunOptions, type RunOptions, storedHashOf } from '../base/model/run-info.ts';
import { StoredDataDamaged } from '../base/model/stored-data-damaged.ts';
import { openLocalFile } from '../reading/source/disk/local-file.ts';
import { type ReadAt, readAhead } from '../reading/source/disk/read-ahead.ts';
import type { ReadableFile, Spool } from '../reading/source/spool.ts';
import type { RunModule } from '../base/model/run-module.ts';
import { ThreadFailure } from '../reading/workers/pool-thread.ts';
import type { RunStore } from '../state/store/runs.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { FileGone, PiecesIncomplete, RejectsNotRetryable, RetryUnfinished, RunUnfinished } from './failures.ts';
import type { FileRetention } from './file-retention.ts';
import { findFirstKey, findRun } from './run-files.ts';
import type { PreparedRejects, RejectsRun, RejectsSource, RunRequest } from './run-request.ts';
import { leavesOutTotals, type ReadingPool, readUnpublished, streamSpliced } from './run-streams.ts';
import { hasNoGap } from './run-view.ts';
import type { Runs } from './runs.ts';

interface Parts {
  readonly reading: ReadingPool;
  readonly runs: RunStore;
  readonly spool: Spool;
  readonly retention: FileRetention;
  accept(request: RunRequest): Promise<Accepted>;
  bind(module: RunModule): Promise<RejectsBinding>;
}

/** The key of the run that reads the rejects of a run again. There can be one only. A client cannot send a key with a blank. */
function keyOf(runId: string): string {
  return `rejects of ${runId}`;
}

/** The part of Runs that publishes rejects. */
export type RejectsOfRuns = Pick<
  Runs,
  'prepareRejects' | 'publishRejects' | 'discardRejects' | 'retryRejects' | 'retryOf' | 'bindRejects' | 'verifyRejects'
>;

/** Creates the part of Runs that publishes what a run and the retries of its rejects have not published. */
export function createRetryRejects(parts: Parts): RejectsOfRuns {
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

  async function prepareRejects({ runId, repaired, signal }: RejectsSource): Promise<PreparedRejects> {
    const run = await findLast(runId);
    if (!(await retention.hasFile(run))) throw new FileGone();
    if (run.options.pieceBytes !== undefined && !hasNoGap(run)) throw new PiecesIncomplete();
    const stream = { run, openFile: () => spool.open(run.spoolName ?? '', run.fileBytes), signal };
    const onlyRecords = await readUnpublished(reading, stream).catch(asRefusal);
    if (onlyRecords === null) throw new RejectsNotRetryable('no_rejects', NO_REJECTS);
    const { fileName, destination } = run;
    const file = { fileName, maxBytes: Infinity, ...(signal !== undefined && { signal }) };
    const chunks = repaired === null ? readStored(stream.openFile) : streamSpliced(reading, { ...stream, repaired });
    const { bytes, sha256, path } = await spool.receive(chunks, file).catch(asRefusal);
    const prepared = { bytes, sha256, fileName, destination, onlyRecords, spoolName: basename(path) };
    if (repaired !== null || sha256 === storedHashOf(run))
      return { ...prepared, runId: run.runId, records: countRecords(onlyRecords) };
    await spool.remove(prepared.spoolName);
    throw new StoredDataDamaged('the stored file of the run');
  }

  async function publishRejects(request: RejectsRun): Promise<string> {
    const { rejects, module, specId, limits, binding, caller, principal, visibleRuns } = request;
    const { spoolName, bytes, sha256, fileName, onlyRecords } = rejects;
    const run = await findRun(runs, rejects.runId);
    const idempotencyKey = keyOf(run.runId);
    if (request.isStored) {
      // An earlier process may have accepted the run, which has the file now.
      const accepted = await runs.findByKey(idempotencyKey);
      if (accepted !== null) return accepted.runId;
      await verifyStored(rejects);
    }
    const firstKey = await findFirstKey(runs, run.runId);
    const accepted = await accept({
      // The message ids are those of the file that was sent.
      spooled: { path: spoolName, fileName, bytes, sha256: run.fileSha256 },
      module,
      specId,
      destination: await request.toDestination(run.destination),
      options: createRunOptions({
        ...passedOptionsOf(run, sha256),
        ...limits,
        ...binding,
        rejectsOf: run.runId,
        onlyRecords,
        ...waivedOf(run, module),
        ...(firstKey !== null && { firstKey }),
      }),
      idempotencyKey,
      requestHash: createHash('sha256')
        .update(JSON.stringify([idempotencyKey, module.spec.version, sha256, onlyRecords]))
        .digest('hex'),
      onDuplicateFile: 'ALLOW',
      ...(caller !== undefined && { caller }),
      ...(principal !== undefined && { principal }),
      ...(visibleRuns !== undefined && { visibleRuns }),
    });
    if (accepted.kind === 'repeated') await removeUnless(accepted.runId, spoolName);
    if (accepted.kind === 'accepted' || accepted.kind === 'repeated') return accepted.runId;
    const other = accepted.kind === 'in_progress' ? accepted.runId : null;
    throw new RetryUnfinished(other ?? (await runs.findByKey(idempotencyKey))?.runId ?? null);
  }

  /** Removes a file that belongs to no run: another process has sent the same request. */
  async function removeUnless(runId: string, spoolName: string): Promise<void> {
    if ((await runs.find(runId))?.spoolName !== spoolName) await spool.remove(spoolName);
  }

  /** Throws FileGone, and StoredDataDamaged if a stored file is not what was asked for. */
  async function verifyStored({ spoolName, bytes, sha256 }: StoredRejects): Promise<void> {
    if (!(await spool.has(spoolName))) throw new FileGone();
    const hash = createHash('sha256');
    for await (const chunk of readStored(() => spool.open(spoolName, bytes))) hash.update(chunk);
    if (hash.digest('hex') !== sha256) throw new StoredDataDamaged('the stored file with the rejects');
  }

  return {
    prepareRejects,
    publishRejects,
    bindRejects: parts.bind,
    verifyRejects: verifyStored,
    retryOf: async (runId) => (await runs.findByKey(keyOf(runId)))?.runId ?? null,
    discardRejects: ({ spoolName }) => spool.remove(spoolName),
    async retryRejects({ runId, repaired, signal, ...request }) {
      const rejects = await prepareRejects({ runId, repaired, ...(signal !== undefined && { signal }) });
      return publishRejects({ ...request, rejects, isStored: false }).catch(async (error: unknown) => {
        await spool.remove(rejects.spoolName);
        throw error;
      });
    },
  };
}

const NO_REJECTS = 'every record of the file was published: there are no rejects to publish';

/**
 * Returns the rules that a retry waives: those of the totals that the rejects of the run have left out. If the rejects were
 * the whole file, or end with the rest of it, they have these totals.
 */
function waivedOf(run: StoredRun, { spec }: RunModule): Pick<RunOptions, 'waivedRules'> {
  const waivedRules = rulesOfTotals(spec);
  const isLeftOut = run.options.waivedRules !== undefined || leavesOutTotals(run);
  return isLeftOut && waivedRules.length > 0 ? { waivedRules } : {};
}

/** Returns the options that a run passes on to the retry of its rejects. The day is that of the retry. */
export function passedOptionsOf({ options, fileSha256 }: StoredRun, sha256: string): Partial<RunOptions> {
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
    // They follow from the spec.
    waivedRules: __________,
    // The spec may have another schema now.
    schemas: _________,
    valueFormat = 'json',
    ...kept
  } = options;
  return { ...kept, valueFormat, ...(sha256 !== fileSha256 && { storedSha256: sha256 }) };
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
