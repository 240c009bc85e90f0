import { toBytes } from './batch-details.ts';
import type { Connection } from './engine/connection.ts';
import { type FiledBatch, isFiled, type StoredBatch } from '../model/stored-batch.ts';

/** A topic of the embedded broker into which a run publishes. */
export interface TopicTarget {
  /** Row id of the topic. */
  topic: number;
  /** Row id of the run. */
  run: number;
  /**
   * Number of the run's hidden messages in the topic; null if messages are visible at once. insertBatches() increases
   * it.
   */
  hidden: number | null;
}

/** Appends batches to a topic. The batches of an all-or-nothing run are stored hidden until showBatches() is called. */
export async function insertBatches(
  connection: Connection,
  target: TopicTarget,
  batches: readonly (StoredBatch | FiledBatch)[],
): Promise<void> {
  for (let at = 0; at < batches.length; ) {
    const filed = filedFrom(batches, at);
    const group = filed.length > 0 ? filed : batches.slice(at, at + 1);
    const id = await insertRows(connection, target, group);
    for (const batch of group) if (!isFiled(batch)) await insertContent(connection, id, batch);
    if (filed.length > 0) await insertPlaces(connection, id, filed);
    at += group.length;
  }
}

/** Limit of the batches that one statement inserts. Each number of batches is a statement that is compiled once. */
const MAX_GROUP = 16;

/** Returns the batches from index `at` on whose contents are in a file, up to the first other one. */
function filedFrom(batches: readonly (StoredBatch | FiledBatch)[], at: number): FiledBatch[] {
  const filed: FiledBatch[] = [];
  for (const batch of batches.slice(at, at + MAX_GROUP)) {
    if (!isFiled(batch)) break;
    filed.push(batch);
  }
  return filed;
}

/** Makes all hidden batches of a run visible. Their messages get the next offsets of their topics. */
export async function showBatches(connection: Connection, run: number): Promise<void> {
  const hidden = await connection.all<{ topic: number; messages: number }>(
    'SELECT topic, sum(messages) AS messages FROM batches WHERE run = ? AND first_offset IS NULL GROUP BY topic',
    [run],
  );
  await connection.run(
    `UPDATE batches SET first_offset = first_hidden + (SELECT messages FROM topics WHERE id = batches.topic), published_at = ?
      WHERE run = ? AND first_offset IS NULL`,
    [Date.now(), run],
  );
  for (const { topic, messages } of hidden)
    await connection.run('UPDATE topics SET messages = messages + ? WHERE id = ?', [messages, topic]);
}

/** Inserts the rows of consecutive batches without their contents. Returns the id of the first; the others follow it. */
async function insertRows(
  connection: Connection,
  target: TopicTarget,
  batches: readonly Pick<StoredBatch, 'messages'>[],
): Promise<number> {
  let before = 0;
  const counts = batches.map(({ messages }): [number, number] => [(before += messages) - messages, messages]);
  const last =
    target.hidden === null
      ? await insertShown(connection, target, counts)
      : await insertHidden(connection, target, target.hidden, counts);
  if (target.hidden === null)
    await connection.run('UPDATE topics SET messages = messages + ? WHERE id = ?', [before, target.topic]);
  else target.hidden += before;
  // The rows of one statement have consecutive ids.
  return last - batches.length + 1;
}

/** The number of messages that precede a batch in its group, and the number of its messages. */
type BatchCounts = readonly (readonly [before: number, messages: number])[];

function insertShown(connection: Connection, { topic, run }: TopicTarget, counts: BatchCounts): Promise<number> {
  const values = counts.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ');
  return connection.insert(
    `INSERT INTO batches (topic, run, first_offset, messages, published_at)
       SELECT topics.id, ?, topics.messages + added.column1, added.column2, ? FROM topics, (VALUES ${values}) AS added
        WHERE topics.id = ? ORDER BY added.column1`,
    [run, Date.now(), ...counts.flat(), topic],
  );
}

function insertHidden(
  connection: Connection,
  { topic, run }: TopicTarget,
  hidden: number,
  counts: BatchCounts,
): Promise<number> {
  const now = Date.now();
  return connection.insert(
    `INSERT INTO batches (topic, run, first_hidden, messages, published_at) VALUES ${counts.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
    counts.flatMap(([before, messages]) => [topic, run, hidden + before, messages, now]),
  );
}

async function insertContent(connection: Connection, batch: number, content: StoredBatch): Promise<void> {
  const { firstRecord, recordJumps, valueEnds, keyEnds, issues, recordTypes, keys, values } = content;
  const ends = [toBytes(valueEnds), toBytes(keyEnds)];
  await connection.run(
    `INSERT INTO batch_contents
       (batch, first_record, record_jumps, value_ends, key_ends, issues, record_types, key_bytes, value_bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [batch, firstRecord, toBytes(recordJumps), ...ends, issues, recordTypes, keys, values],
  );
}

/** Inserts the places of consecutive batches. The first one has the id `first`. */
async function insertPlaces(connection: Connection, first: number, batches: readonly FiledBatch[]): Promise<void> {
  await connection.run(
    `INSERT INTO batch_contents
       (batch, first_record, value_ends, value_bytes, value_file, value_position, value_length, details_length)
     VALUES ${batches.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    batches.flatMap(({ firstRecord, place }, index) => [
      ...[first + index, firstRecord, EMPTY, EMPTY],
      ...[place.file, place.position, place.valueBytes, place.detailBytes],
    ]),
  );
}

const EMPTY = new Uint8Array(0);
