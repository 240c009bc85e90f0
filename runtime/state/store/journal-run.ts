import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import type { TopicTarget } from './batches.ts';
import { holdTask } from './cluster/run-tasks.ts';
import { StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import type { Connection, Param } from './engine/connection.ts';
import { CHECKED_COLUMNS, verifyAccepted } from './run-checksum.ts';
import { openCheckpoint, type StoredRun } from './stored-run.ts';

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
  id: string;
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

/**
 * Begins a new attempt of an unfinished run. `damage` is set if what is stored of the run is damaged: it must not be
 * executed. Throws LeaseLost, and an Error if there is no such run.
 */
export async function beginAttempt(
  connection: Connection,
  { runId, attempt }: Pick<JournalRun, 'runId' | 'attempt'>,
): Promise<Row & { damage: StoredDataDamaged | null }> {
  const [row] = await connection.all<Row & Record<string, Param>>(
    `SELECT ${CHECKED_COLUMNS}, number, commits, checkpoint, duration_ms FROM runs WHERE id = ? AND finished_at IS NULL`,
    [runId],
  );
  if (row === undefined) throw new Error(`there is no unfinished run ${runId}`);
  if (attempt !== null) await holdTask(connection, row.number, attempt);
  // Because the number of commits changes, any earlier journal of the run becomes invalid.
  await connection.run('UPDATE runs SET commits = commits + 1 WHERE number = ?', [row.number]);
  return { ...row, commits: row.commits + 1, damage: findDamage(row) };
}

function findDamage(row: Row & Record<string, Param>): StoredDataDamaged | null {
  try {
    verifyAccepted(row);
    return openCheckpoint(row).damage;
  } catch (error) {
    if (error instanceof StoredDataDamaged) return error;
    throw error;
  }
}

/** Returns the last checkpoint of a run; null before the first, and if it is damaged. */
export function toCheckpoint(row: Row, errors: readonly string[]): Checkpoint | null {
  const { checkpoint } = openCheckpoint(row);
  return checkpoint === null ? null : { ...checkpoint, errors: [...errors], durationMs: row.duration_ms };
}

/** Returns the run of a row. */
export async function readRun(connection: Connection, row: Row): Promise<Omit<JournalRun, 'runId' | 'attempt'>> {
  const { number, commits, broker, topic, dead_letter_topic: deadLetterTopic } = row;
  const none = { number, commits, topic: null, deadLetterTopic: null };
  if (broker !== 'embedded' || row.destination !== null) return none;
  // The cast is safe: this program wrote the JSON in the row.
  const { delivery } = JSON.parse(row.options) as RunOptions;
  const find = async (name: string): Promise<TopicTarget> => {
    const [found] = await connection.all<{ id: number; hidden: number }>(
      `SELECT id, (SELECT coalesce(sum(messages), 0) FROM batches WHERE run = ? AND topic = topics.id AND first_offset IS NULL) AS hidden
         FROM topics WHERE name = ?`,
      [number, name],
    );
    if (found === undefined) throw new Error(`there is no topic ${name}`);
    return { topic: found.id, run: number, hidden: delivery === 'all-or-nothing' ? found.hidden : null };
  };
  const target = await find(topic);
  // If both topics are the same, one target object counts the messages of both.
  const deadLetters =
    deadLetterTopic === null ? null : deadLetterTopic === topic ? target : await find(deadLetterTopic);
  return { number, commits, topic: target, deadLetterTopic: deadLetters };
}

type Targets = Pick<JournalRun, 'topic' | 'deadLetterTopic'>;

/** Finds the topics of new runs, and creates those that are missing. Returns a function that has those of each run. */
export async function findNewTargets(
  connection: Connection,
  runs: readonly Pick<StoredRun, 'broker' | 'destination'>[],
): Promise<(run: Pick<StoredRun, 'number' | 'broker' | 'destination' | 'options'>) => Targets> {
  const names = [...new Set(runs.flatMap(embeddedTopicsOf))];
  let ids = await findTopics(connection, names);
  if (ids.size < names.length) {
    for (const name of names) if (!ids.has(name)) await createTopic(connection, name);
    ids = await findTopics(connection, names);
  }
  return (run) => {
    const hidden = run.options.delivery === 'all-or-nothing' ? 0 : null;
    const [topic = null, deadLetterTopic = null] = embeddedTopicsOf(run).map((name): TopicTarget => {
      const id = ids.get(name);
      if (id === undefined) throw new Error(`there is no topic ${name}`);
      return { topic: id, run: run.number, hidden };
    });
    // If both topics are the same, one target object counts the messages of both.
    return { topic, deadLetterTopic: deadLetterTopic?.topic === topic?.topic ? topic : deadLetterTopic };
  };
}

/** Returns the ids of the topics that exist, by their names. */
async function findTopics(connection: Connection, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await connection.all<{ id: number; name: string }>(
    `SELECT id, name FROM topics WHERE name IN (${names.map(() => '?').join(', ')})`,
    names,
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Returns the topics of the embedded broker into which a run publishes: that of its messages first. */
export function embeddedTopicsOf({ broker, destination }: Pick<StoredRun, 'broker' | 'destination'>): string[] {
  if (broker !== 'embedded' || destination.kind !== 'topic') return [];
  const { topic, deadLetterTopic } = destination;
  return deadLetterTopic === null ? [topic] : [topic, deadLetterTopic];
}

/** Creates a topic of the embedded broker, unless it exists. */
export async function createTopic(connection: Connection, name: string): Promise<void> {
  await connection.run('INSERT INTO topics (name) VALUES (?) ON CONFLICT DO NOTHING', [name]);
}
