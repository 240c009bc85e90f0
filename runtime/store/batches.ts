import type { Connection } from './engine/connection.ts';
import type { StoredBatch } from '../model/stored-batch.ts';

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
  batches: readonly StoredBatch[],
): Promise<void> {
  for (const batch of batches) {
    const id =
      target.hidden === null
        ? await insertShown(connection, target, batch)
        : await insertHidden(connection, target, target.hidden, batch);
    await insertContent(connection, id, batch);
    if (target.hidden !== null) target.hidden += batch.messages;
  }
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

async function insertShown(
  connection: Connection,
  { topic, run }: TopicTarget,
  { messages }: StoredBatch,
): Promise<number> {
  const id = await connection.insert(
    'INSERT INTO batches (topic, run, first_offset, messages, published_at) SELECT id, ?, messages, ?, ? FROM topics WHERE id = ?',
    [run, messages, Date.now(), topic],
  );
  await connection.run('UPDATE topics SET messages = messages + ? WHERE id = ?', [messages, topic]);
  return id;
}

async function insertHidden(
  connection: Connection,
  { topic, run }: TopicTarget,
  before: number,
  { messages }: StoredBatch,
): Promise<number> {
  return connection.insert(
    'INSERT INTO batches (topic, run, first_hidden, messages, published_at) VALUES (?, ?, ?, ?, ?)',
    [topic, run, before, messages, Date.now()],
  );
}

async function insertContent(connection: Connection, batch: number, content: StoredBatch): Promise<void> {
  const { firstRecord, recordJumps, valueEnds, keyEnds, issues, recordTypes, keys, values, valuesPlace } = content;
  const ends = [toBytes(valueEnds), toBytes(keyEnds)];
  const place = [valuesPlace?.file ?? null, valuesPlace?.position ?? null];
  await connection.run(
    `INSERT INTO batch_contents
       (batch, first_record, record_jumps, value_ends, key_ends, issues, record_types, key_bytes, value_bytes, value_file, value_position)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [batch, firstRecord, toBytes(recordJumps), ...ends, issues, recordTypes, keys, values, ...place],
  );
}

function toBytes(numbers: Uint32Array | null): Uint8Array | null {
  return numbers === null ? null : new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
