import type { ReadRecord, RejectsReview, ReviewedRecord } from '../base/model/rejects-review.ts';
import { createRunOptions, type RunInfo } from '../base/model/run-info.ts';
import type { ReadableFile, Spool } from '../reading/source/spool.ts';
import type { ReviewedCells } from '../reading/workers/messages.ts';
import type { RunStore } from '../state/store/runs.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { MaskKeyLost } from './failures.ts';
import type { FileRetention } from './file-retention.ts';
import { SEND_AGAIN } from './find-versions.ts';
import { readInThread } from './read-in-thread.ts';
import { passedOptionsOf } from './retry-rejects.ts';
import type { ReviewRequest } from './run-request.ts';
import { findRun } from './run-files.ts';
import { isMaskKeyLost, type ModuleReference, tablesOfRun, toPublishingModule } from './run-modules.ts';
import { pickLines, type ReadingPool } from './run-streams.ts';
import { openUntilAborted } from './until-aborted.ts';

interface Parts {
  readonly reading: ReadingPool;
  readonly runs: RunStore;
  readonly spool: Spool;
  readonly retention: FileRetention;
}

/** Creates the part of Runs that shows to a person what a retry of rejects would publish. */
export function createReviewRejects({ reading, runs, spool, retention }: Parts) {
  /** Reads records of a file in a thread. */
  async function read(file: FileToRead, { after, limit, caller, signal }: ReviewRequest): Promise<ReadPart> {
    let text = '';
    let opened: ReadableFile | null = null;
    const until = signal ?? new AbortController().signal;
    const used = reading.modules.use(file.module, (module) =>
      readInThread(reading.pool, {
        ...{ caller, signal: until },
        async prepare() {
          opened ??= await openUntilAborted(file.open, until);
          const { path, blocks, content } = opened;
          return { kind: 'review', info: file.info, module, path, blocks, content, after, limit, cells: file.cells };
        },
        pick: pickLines,
        onPart: async (lines) => void (text += lines),
      }),
    );
    await used
      .catch((error: unknown) => {
        throw isMaskKeyLost(error) ? new MaskKeyLost(error.message.replace(SEND_AGAIN, '')) : error;
      })
      .finally(() => opened?.close());
    const lines = text.split('\n').slice(0, -1);
    // The casts are safe: emitReview() has written the lines.
    const ending = JSON.parse(lines.pop() ?? '{}') as Omit<ReadPart, 'records'>;
    return { ...ending, records: lines.map((line) => JSON.parse(line) as ReadRecord) };
  }

  return {
    async reviewRejects(request: ReviewRequest): Promise<RejectsReview> {
      const run = await findRun(runs, request.rejects.runId);
      await reading.modules.trust(request.module);
      const next = await read(toNext(request, run, spool), request);
      const isStored = await retention.hasFile(run);
      return merge(next, isStored ? (await read(toSent(request, run, spool), request)).records : null);
    },
  };
}

interface ReadPart {
  readonly records: readonly ReadRecord[];
  readonly hasMore: boolean;
  readonly failure: RejectsReview['failure'];
}

interface FileToRead {
  readonly module: ModuleReference;
  readonly info: RunInfo;
  readonly cells: ReviewedCells | null;
  open(): Promise<ReadableFile>;
}

/** What would be published: the stored file, with the spec, tables and keys of the request. */
function toNext({ rejects, binding, module, specId, limits }: ReviewRequest, run: StoredRun, spool: Spool): FileToRead {
  const { reference = [], maskKeys: versions = [] } = binding;
  const { spec, hash, source } = module;
  const { maskKeys: needed } = spec;
  const { spoolName, bytes, sha256, fileName, onlyRecords } = rejects;
  const options = createRunOptions({ ...passedOptionsOf(run, sha256), ...limits, ...binding, onlyRecords });
  return {
    module: {
      ...{ hash, version: spec.version, ...tablesOfRun(spec, { reference }) },
      ...(needed !== undefined && { maskKeys: { needed, versions } }),
      ...(source !== undefined && { source }),
    },
    info: { runId: null, spec, specId, fileName, fileSha256: run.fileSha256, options },
    cells: null,
    open: () => spool.open(spoolName, bytes),
  };
}

/** The file of the run, as the run has read it. */
function toSent({ rejects: { onlyRecords }, cells }: ReviewRequest, run: StoredRun, spool: Spool): FileToRead {
  const { spec, specId, fileName, fileSha256, options } = run;
  return {
    module: toPublishingModule(run),
    info: { runId: null, spec, specId, fileName, fileSha256, options: { ...options, onlyRecords } },
    cells: cells === null ? null : { layout: cells.layout, hidden: [...cells.hidden] },
    open: () => spool.open(run.spoolName ?? '', run.fileBytes),
  };
}

function merge({ records, hasMore, failure }: ReadPart, sent: readonly ReadRecord[] | null): RejectsReview {
  const originals = new Map(sent?.map((one) => [one.record, one]));
  return {
    records: records.map(({ record, recordType, outcome, messages, event }): ReviewedRecord => {
      const original = originals.get(record);
      const type = recordType ?? original?.recordType;
      return {
        ...{ record, outcome, messages, event },
        ...(type !== undefined && { recordType: type }),
        original:
          original === undefined ? null : { line: original.line, cells: original.cells, messages: original.messages },
      };
    }),
    ...{ hasMore, failure },
  };
}
