import type { Checkpoint } from '../model/checkpoint.ts';
import type { RunOptions } from '../model/run-info.ts';
import type { TopicTarget } from './batches.ts';
import { holdTask } from './cluster/run-tasks.ts';
import type { Connection } from './engine/connection.ts';

/** The facts about a run that its journal needs. */
export interface JournalRun {
  number: number;
  runId: string;
  /** Which taking of the run the journal belongs to; null if only this process uses the store. */
  attempt: number | null;
  /**
   * Number of transactions of the run's journals. If it differs from the number in the store, another journal of the
   * run was opened, and this one must not store anything.
   */
  commits: number;
  /**
   * Null if the run does not publish to the embedded broker. The same holds for `deadLetterTopic`, which is also null
   * if the run has no dead letter topic.
   */
  topic: TopicTarget | null;
  deadLetterTopic: TopicTarget | null;
}

/** What the journal of a run needs of its row. */
export interface Row {
  number: number;
  commits: number;
  broker: string;
  destination: string | null;
  topic: string;
  dead_letter_topic: string | null;
  options: string;
  checkpoint: string | null;
  duration_ms: number;
}

/** Begins a new attempt of an unfinished run. Throws LeaseLost, and an Error if there is no such run. */
export async function beginAttempt(
  connection: Connection,
  { runId, attempt }: Pick<JournalRun, 'runId' | 'attempt'>,
): Promise<Row> {
  const [row] = await connection.all<Row>(
    'SELECT number, commits, broker, destination, topic, dead_letter_topic, options, checkpoint, duration_ms FROM runs WHERE id = ? AND finished_at IS NULL',
    [runId],
  );
  if (row === undefined) throw new Error(`there is no unfinished run ${runId}`);
  if (attempt !== null) await holdTask(connection, row.number, attempt);
  // Because the number of commits changes, any earlier journal of the run becomes invalid.
  await connection.run('UPDATE runs SET commits = commits + 1 WHERE number = ?', [row.number]);
  return { ...row, commits: row.commits + 1 };
}

/** Returns the last checkpoint of a run; null before the first. */
export function toCheckpoint({ checkpoint, duration_ms }: Row, errors: { errors: string }[]): Checkpoint | null {
  if (checkpoint === null) return null;
  return {
    // The cast is safe: a journal of this program wrote the column.
    ...(JSON.parse(checkpoint) as Checkpoint),
    errors: errors.flatMap((row) => row.errors.split('\n')),
    durationMs: duration_ms,
  };
}

/** Returns the run of a row. */
export async function readRun(
  connection: Connection,
  { number, commits, broker, destination, topic, dead_letter_topic, options }: Row,
): Promise<Omit<JournalRun, 'runId' | 'attempt'>> {
  if (broker !== 'embedded' || destination !== null) return { number, commits, topic: null, deadLetterTopic: null };
  const isHidden = (JSON.parse(options) as RunOptions).delivery === 'all-or-nothing';
  const targetOf = async (name: string): Promise<TopicTarget> => {
    const [row] = await connection.all<{ id: number; hidden: number }>(
      `SELECT id, (SELECT coalesce(sum(messages), 0) FROM batches WHERE run = ? AND topic = topics.id AND first_offset IS NULL) AS hidden
         FROM topics WHERE name = ?`,
      [number, name],
    );
    if (row === undefined) throw new Error(`there is no topic ${name}`);
    return { topic: row.id, run: number, hidden: isHidden ? row.hidden : null };
  };
  const target = await targetOf(topic);
  // If both topics are the same, one target object counts the messages of both.
  const deadLetterTarget =
    dead_letter_topic === null ? null : dead_letter_topic === topic ? target : await targetOf(dead_letter_topic);
  return { number, commits, topic: target, deadLetterTopic: deadLetterTarget };
}
