import type { Checkpoint } from '../model/checkpoint.ts';
import type { RunOptions } from '../model/run-info.ts';
import type { TopicTarget } from './batches.ts';
import { holdTask } from './cluster/run-tasks.ts';
import type { Connection } from './engine/connection.ts';
import type { StoredRun } from './stored-run.ts';

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
export async function readRun(connection: Connection, row: Row): Promise<Omit<JournalRun, 'runId' | 'attempt'>> {
  const { number, commits, broker, topic, dead_letter_topic: deadLetterTopic } = row;
  if (broker !== 'embedded' || row.destination !== null) return { number, commits, topic: null, deadLetterTopic: null };
  // The cast is safe: this program wrote the JSON in the row.
  const options = JSON.parse(row.options) as RunOptions;
  const destination = { kind: 'topic', topic, deadLetterTopic } as const;
  return { commits, ...(await findTopics(connection, { number, broker, destination, options })) };
}

/** Returns the topics of the embedded broker into which a run publishes. With `creates`, creates those that are missing. */
export async function findTopics(
  connection: Connection,
  { number, broker, destination, options }: Pick<StoredRun, 'number' | 'destination' | 'options'> & { broker: string },
  creates = false,
): Promise<Pick<JournalRun, 'number' | 'topic' | 'deadLetterTopic'>> {
  if (broker !== 'embedded' || destination.kind !== 'topic') return { number, topic: null, deadLetterTopic: null };
  const isHidden = options.delivery === 'all-or-nothing';
  const find = async (name: string): Promise<{ id: number; hidden: number } | undefined> => {
    const [row] = await connection.all<{ id: number; hidden: number }>(
      `SELECT id, (SELECT coalesce(sum(messages), 0) FROM batches WHERE run = ? AND topic = topics.id AND first_offset IS NULL) AS hidden
         FROM topics WHERE name = ?`,
      [number, name],
    );
    return row;
  };
  const targetOf = async (name: string): Promise<TopicTarget> => {
    let row = await find(name);
    if (row === undefined && creates) {
      await createTopic(connection, name);
      row = await find(name);
    }
    if (row === undefined) throw new Error(`there is no topic ${name}`);
    return { topic: row.id, run: number, hidden: isHidden ? row.hidden : null };
  };
  const { topic, deadLetterTopic } = destination;
  const target = await targetOf(topic);
  // If both topics are the same, one target object counts the messages of both.
  const deadLetterTarget =
    deadLetterTopic === null ? null : deadLetterTopic === topic ? target : await targetOf(deadLetterTopic);
  return { number, topic: target, deadLetterTopic: deadLetterTarget };
}

/** Creates a topic of the embedded broker, unless it exists. */
export async function createTopic(connection: Connection, name: string): Promise<void> {
  await connection.run('INSERT INTO topics (name) VALUES (?) ON CONFLICT DO NOTHING', [name]);
}
