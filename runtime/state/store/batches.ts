import { checksumOf } from '../../base/model/stored-data-damaged.ts';
import { checksumOfBatch, packDetails, toBytes } from './batch-details.ts';
import type { Connection } from './engine/connection.ts';
import { type FiledBatch, isFiled, type StoredBatch } from '../../base/model/stored-batch.ts';

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

/** A batch, and where a run publishes it. */
export interface NewBatch {
  target: TopicTarget;
  batch: StoredBatch | FiledBatch;
}

/**
 * Appends batches to their topics. Those of a topic keep their order. The batches of an all-or-nothing run are stored
 * hidden until showBatches() is called.
 */
export async function insertBatches(connection: Connection, batches: readonly NewBatch[]): Promise<void> {
  for (const group of groupsOf(batches)) {
    const { target } = group[0];
    const first = await insertRows(connection, target, group);
    const filed = group.flatMap(({ batch }) => (isFiled(batch) ? batch : []));
    if (filed.length > 0) await insertPlaces(connection, first, filed);
    else
      await insertContents(
        connection,
        first,
        group.flatMap(({ batch }) => (isFiled(batch) ? [] : batch)),
      );
  }
}

/** Limit of the batches that one statement inserts. Each number of batches is a statement that is compiled once. */
const MAX_GROUP = 16;
/** The values of a batch that is stored together with others, in bytes. Longer ones are no faster together. */
const MAX_SHORT_BYTES = 16 * 1024;

type Group = [NewBatch, ...NewBatch[]];

/**
 * Divides batches into groups that one statement can insert: consecutive ones of a topic with the same kind of content.
 * The hidden batches of a group are those of one run.
 */
function groupsOf(batches: readonly NewBatch[]): Group[] {
  const groups: Group[] = [];
  /** The last group of each topic. */
  const open = new Map<number, Group>();
  for (const one of batches) {
    const group = open.get(one.target.topic);
    if (group !== undefined && group.length < MAX_GROUP && isLike(group[0], one)) group.push(one);
    else {
      const begun: Group = [one];
      groups.push(begun);
      open.set(one.target.topic, begun);
    }
  }
  return groups;
}

/** Returns whether one statement can insert two batches of a topic. */
function isLike(first: NewBatch, next: NewBatch): boolean {
  if (first.target !== next.target && (first.target.hidden ?? next.target.hidden) !== null) return false;
  if (isFiled(first.batch) || isFiled(next.batch)) return isFiled(first.batch) && isFiled(next.batch);
  return Math.max(first.batch.values.length, next.batch.values.length) <= MAX_SHORT_BYTES;
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

/** Inserts the rows of a group without their contents. Returns the id of the first; the others follow it. */
async function insertRows(connection: Connection, target: TopicTarget, group: Group): Promise<number> {
  let before = 0;
  const counts = group.map(({ target: { run }, batch: { messages } }): BatchCount => {
    before += messages;
    return [run, before - messages, messages];
  });
  const last =
    target.hidden === null
      ? await insertShown(connection, target, counts)
      : await insertHidden(connection, target, target.hidden, counts);
  if (target.hidden === null)
    await connection.run('UPDATE topics SET messages = messages + ? WHERE id = ?', [before, target.topic]);
  else target.hidden += before;
  // The rows of one statement have consecutive ids.
  return last - group.length + 1;
}

/** The run of a batch, the number of messages that precede it in its group, and the number of its messages. */
type BatchCount = readonly [run: number, before: number, messages: number];

function insertShown(connection: Connection, { topic }: TopicTarget, counts: readonly BatchCount[]): Promise<number> {
  const values = counts.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ');
  return connection.insert(
    `INSERT INTO batches (topic, run, first_offset, messages, published_at)
       SELECT topics.id, added.column1, topics.messages + added.column2, added.column3, ?
         FROM topics, (VALUES ${values}) AS added WHERE topics.id = ? ORDER BY added.column2`,
    [Date.now(), ...counts.flat(), topic],
  );
}

function insertHidden(
  connection: Connection,
  { topic }: TopicTarget,
  hidden: number,
  counts: readonly BatchCount[],
): Promise<number> {
  const now = Date.now();
  return connection.insert(
    `INSERT INTO batches (topic, run, first_hidden, messages, published_at) VALUES ${counts.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
    counts.flatMap(([run, before, messages]) => [topic, run, hidden + before, messages, now]),
  );
}

/** Inserts the contents of consecutive batches. The first one has the id `first`. */
async function insertContents(connection: Connection, first: number, batches: readonly StoredBatch[]): Promise<void> {
  await connection.run(
    `INSERT INTO batch_contents
       (batch, first_record, record_jumps, value_ends, key_ends, issues, record_types, key_bytes, value_bytes, checksum)
     VALUES ${batches.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    batches.flatMap((batch, index) => {
      const { firstRecord, recordJumps, valueEnds, keyEnds, issues, recordTypes, keys, values } = batch;
      return [
        ...[first + index, firstRecord, toBytes(recordJumps), toBytes(valueEnds), toBytes(keyEnds)],
        ...[issues, recordTypes, keys, values],
        checksumOfBatch(checksumOf(packDetails(batch), checksumOf(values)), firstRecord),
      ];
    }),
  );
}

/** Inserts the places of consecutive batches. The first one has the id `first`. */
async function insertPlaces(connection: Connection, first: number, batches: readonly FiledBatch[]): Promise<void> {
  await connection.run(
    `INSERT INTO batch_contents
       (batch, first_record, value_ends, value_bytes, value_file, value_position, value_length, details_length,
        checksum)
     VALUES ${batches.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    batches.flatMap(({ firstRecord, place }, index) => [
      ...[first + index, firstRecord, EMPTY, EMPTY],
      ...[place.file, place.position, place.valueBytes, place.detailBytes],
      checksumOfBatch(place.checksum, firstRecord),
    ]),
  );
}

const EMPTY = new Uint8Array(0);
