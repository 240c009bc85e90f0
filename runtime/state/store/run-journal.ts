import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from '../../../compiler/kernel/model/contract.ts';
import { type Checkpoint, laterCheckpoint } from '../../base/model/checkpoint.ts';
import type { PieceCount, PieceRange, PlannedRange } from '../../base/model/pieces.ts';
import type { Survey } from '../../base/model/survey.ts';
import type { Journal } from '../../base/model/journal.ts';
import { createEntryQueue } from './entry-queue.ts';
import { beginAttempt, findNewTargets, type JournalRun, readRun, toCheckpoint } from './journal-run.ts';
import type { Connection } from './engine/connection.ts';
import { createMessageSync, type MessageSync, nameMessageFile } from './message-file.ts';
import { storeJournals, type WritingJournal } from './store-journals.ts';
import { openCheckpoint, type StoredRun } from './stored-run.ts';
import type { Writer } from './engine/writer.ts';
import { StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import { readErrors } from './run-checksum.ts';
import { sealJson } from './sealed-json.ts';
import { readProgress } from './progress-file.ts';

/** The journal of a run in the store. */
export interface RunJournal extends Journal {
  /**
   * Closes the journal. When the promise resolves, every earlier entry is durable or was rejected. The checkpoint of
   * the run's progress file is in the store, and the file is deleted. Nothing may write the progress file after this
   * call.
   */
  close(): Promise<void>;
  /**
   * Stores the limits of a piece. Null: its start cannot be guessed, and an instance must read the whole file. Absent if the journal is
   * not that of a piece.
   */
  storeCount?(count: PieceCount | null): Promise<void>;
  /** Stores the packed values of UNIQUE rules of a step of a survey. Absent if the journal is not that of a piece. */
  storeKeys?(step: number, keys: Uint8Array): Promise<void>;
  /**
   * Stores the survey of a piece. Null: the file cannot be surveyed, and an instance must read the whole file. Absent if the
   * journal is not that of a piece.
   */
  storeSurvey?(survey: Survey | null): Promise<void>;
  /**
   * Stores the pieces of a file that was read as a whole. Null: it has none, and the run becomes one task. Absent if the
   * journal is not that of a piece.
   */
  storePieces?(pieces: readonly PlannedRange[] | null): Promise<void>;
}

/** A run that can be resumed: its last checkpoint (null before the first) and its journal. */
export interface OpenedRun {
  checkpoint: Checkpoint | null;
  journal: RunJournal;
  /**
   * Path at which the run may create its progress file; null if it must not. `checkpoint` already includes the content
   * of an earlier progress file.
   */
  progressPath: string | null;
  /** The message file that this attempt may create; null if it must store values in the database. */
  messageFile: { folder: string; name: string } | null;
  /** The piece of the run's file to read. Absent: the whole file. */
  piece?: OpenedPiece;
  /** Why the run must not be executed: what is stored of it is damaged. It can only end as FAILED. */
  damage?: StoredDataDamaged;
}

/** What to do with a piece of a file: find its limits, survey it, divide the whole file, or publish the piece. */
export type OpenedPiece =
  | { kind: 'count'; from: Position | null }
  | { kind: 'survey' }
  /** `stored`: the surveys of all pieces. Absent: the whole file must be read. */
  | { kind: 'divide'; stored?: StoredSurveys }
  | { kind: 'publish'; range: PieceRange | PlannedRange };

/** The surveys of all pieces of a file, as the store has them. */
export interface StoredSurveys {
  readonly surveys: readonly Survey[];
  /** Returns the packed values of UNIQUE rules of a step. Throws an Error if the pieces of the file are known already. */
  readKeys(survey: number, step: number): Promise<Uint8Array>;
}

/** A run, who attempts it, and the folder of the message files. */
interface JournalLocation extends ProgressLocation {
  attempt: number | null;
  messages: string;
}

/**
 * Opens the journal of a run. After that, earlier journals of the run reject every entry. Throws DiskFull, and an Error
 * if there is no unfinished run with this id.
 */
export function openRunJournal(
  writer: Writer,
  { runId, progressPath, attempt, messages }: JournalLocation,
): Promise<OpenedRun> {
  return writer.transaction(async (connection) => {
    await reconcileProgress(connection, { runId, progressPath });
    const row = await beginAttempt(connection, { runId, attempt });
    const { errors, damage } = await readErrors(connection, row.number).then(
      (items) => ({ errors: items, damage: row.damage }),
      (error: unknown) => {
        if (error instanceof StoredDataDamaged) return { errors: [], damage: error };
        throw error;
      },
    );
    // Without its topics, the run can only end.
    const topics = damage === null ? await readRun(connection, row) : { ...row, topic: null, deadLetterTopic: null };
    const run = { ...topics, attempt, runId, progressPath };
    const opened = { ...openJournal(writer, connection, run, messages), checkpoint: toCheckpoint(row, errors) };
    return damage === null ? opened : { ...opened, damage };
  });
}

/** Opens the first journals of runs, in the transaction that stores the runs. Returns them in the same order. */
export async function openNewJournals(
  writer: Writer,
  connection: Connection,
  runs: readonly StoredRun[],
  { progress, messages }: { progress: string | null; messages: string },
): Promise<OpenedRun[]> {
  const targetsOf = await findNewTargets(connection, runs);
  return runs.map((run) => {
    const { number, runId } = run;
    const progressPath = progress === null ? null : join(progress, runId);
    const opened = { number, ...targetsOf(run), attempt: null, runId, progressPath, commits: 1 };
    return openJournal(writer, connection, opened, messages);
  });
}

function openJournal(
  writer: Writer,
  { dialect }: Connection,
  run: JournalRun & ProgressLocation,
  messages: string,
): OpenedRun {
  const { progressPath } = run;
  const messageFile =
    run.topic !== null && dialect.name === 'sqlite'
      ? { folder: messages, name: nameMessageFile(run.number, run.commits) }
      : null;
  const messageSync = messageFile === null ? null : createMessageSync(messageFile.folder, messageFile.name);
  return { checkpoint: null, journal: createJournal(writer, { ...run, messageSync }), progressPath, messageFile };
}

function createJournal(
  writer: Writer,
  run: JournalRun & ProgressLocation & { messageSync: MessageSync | null },
): RunJournal {
  const { messageSync } = run;
  const isHidden = run.topic !== null && run.topic.hidden !== null;
  const queue = createEntryQueue((take) => {
    const journal: WritingJournal = { run, messageSync, take };
    // The messages of an all-or-nothing run are counted while they are stored, so nothing may be tried again.
    return isHidden
      ? writer.transaction(async (connection) => void (await storeJournals(connection, [journal])))
      : writer.together(storeJournals, journal);
  });
  return {
    commit: (entry) => queue.add({ kind: 'entry', entry }),
    finish: (ending) => queue.add({ kind: 'ending', ending }),
    async close() {
      queue.close();
      // A run into the embedded broker has no progress file.
      if (run.topic !== null) return writer.settled().finally(() => run.messageSync?.close());
      if (run.progressPath === null) return writer.settled();
      await writer.transaction((connection) => reconcileProgress(connection, run));
      await rm(run.progressPath, { force: true });
    },
  };
}

/** A run, and the path of its progress file: null if it must not have one. The file may not exist. */
interface ProgressLocation {
  runId: string;
  progressPath: string | null;
}

/**
 * Copies the checkpoint of a run's progress file into the run's row, if it is later than the checkpoint there. After
 * that, only the row determines where the run resumes. Does nothing for a finished run. Throws the system's errors.
 */
async function reconcileProgress(connection: Connection, { runId, progressPath }: ProgressLocation): Promise<void> {
  const saved = progressPath === null ? null : await readProgress(progressPath, runId);
  if (saved === null) return;
  const [row] = await connection.all<{ id: string; checkpoint: string | null }>(
    'SELECT id, checkpoint FROM runs WHERE id = ? AND finished_at IS NULL',
    [runId],
  );
  if (row === undefined) return;
  const { checkpoint: stored, damage } = openCheckpoint(row);
  if (damage !== null || laterCheckpoint(stored, saved) === stored) return;
  await connection.run('UPDATE runs SET checkpoint = ?, duration_ms = ? WHERE id = ?', [
    sealJson(JSON.stringify(saved)),
    saved.durationMs,
    runId,
  ]);
}
