import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import {
  type MessageHeaders,
  headersOf,
  createMessageHeaders,
  toDeadLetterHeaders,
  toTypeHeaders,
} from '../../base/model/message-headers.ts';
import type { Connection, Param } from './engine/connection.ts';
import { CHECKED_COLUMNS, verifyAccepted } from './run-checksum.ts';
import { StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import { readStored, type StoredBatch, type StoredMessage } from '../../base/model/stored-batch.ts';
import { type ContentRow, readContents } from './content-row.ts';
import { type Message, type MessageRange, TopicInUse, type TopicReader, type Topics } from './topic-reader.ts';
import type { Writer } from './engine/writer.ts';

interface BatchRow extends ContentRow {
  first_offset: number;
  run: number;
  messages: number;
  published_at: number;
}

/**
 * Creates a reader of the embedded broker's topics that uses `connection`. A connection that also writes would make the
 * reader wait for the writer. `messages` is the folder of the message files.
 */
export function createTopicReader(connection: Connection, messages: string): TopicReader {
  return {
    list: () => connection.all('SELECT name, messages FROM topics WHERE deleted_at IS NULL ORDER BY name'),
    async find(name) {
      const [topic] = await connection.all<{ name: string; messages: number }>(
        'SELECT name, messages FROM topics WHERE name = ? AND deleted_at IS NULL',
        [name],
      );
      return topic ?? null;
    },
    messages: (name, range) => readMessages({ connection, messages }, name, range),
  };
}

/**
 * Creates the topics for the process that has the store open for writing. `writer` removes topics. `reader` is a
 * connection that only reads, and `messages` the folder of the message files.
 */
export function createTopics(writer: Writer, reader: Connection, messages: string): Topics {
  return {
    ...createTopicReader(reader, messages),
    remove: (name) => writer.transaction((connection) => removeTopic(connection, name)),
  };
}

async function removeTopic(connection: Connection, name: string): Promise<boolean> {
  const [used] = await connection.all(
    'SELECT 1 FROM runs WHERE finished_at IS NULL AND (topic = ? OR dead_letter_topic = ?) LIMIT 1',
    [name, name],
  );
  if (used !== undefined) throw new TopicInUse();
  // The name of a topic never contains a blank. After the rename, a new topic can have the old name at once.
  const { changes } = await connection.run(
    "UPDATE topics SET deleted_at = ?, name = 'deleted ' || id WHERE name = ? AND deleted_at IS NULL",
    [Date.now(), name],
  );
  return changes === 1;
}

/** Where messages are: the database, and the folder of the message files. */
interface MessagePlaces {
  connection: Connection;
  messages: string;
}

async function* readMessages(
  places: MessagePlaces,
  topic: string,
  { from, limit, reserve }: MessageRange,
): AsyncGenerator<Message[]> {
  const { connection } = places;
  const headers = new Map<number, MessageHeaders>();
  let offset = from;
  for (let left = limit; left > 0; ) {
    const free = await reserve?.(COPIES * (await sizeOfBatch(connection, topic, offset)));
    try {
      const row = await readBatch(places, topic, offset);
      if (row === undefined) return;
      // The messages before this batch have been removed.
      offset = Math.max(offset, row.first_offset);
      const first = offset - row.first_offset;
      const range = { from: first, to: Math.min(row.messages, first + left) };
      for (const messages of readRow(row, await headersOfRun(connection, headers, { run: row.run, topic }), range)) {
        yield messages;
        offset += messages.length;
        left -= messages.length;
      }
    } finally {
      free?.();
    }
  }
}

/** A long value is in memory as a row, and as text with up to two bytes for each of its bytes. */
const COPIES = 3;

/** Returns the size of the values of the batch that readBatch() reads next, in bytes. */
async function sizeOfBatch(connection: Connection, topic: string, offset: number): Promise<number> {
  const found = await findBatch<SizedRow>(
    connection,
    { topic, offset },
    `b.first_offset, b.messages, ${SIZE} AS bytes`,
  );
  return found?.bytes ?? 0;
}

/** Like findBatch(), with the contents that are in a message file. Throws an Error if that file is missing. */
async function readBatch(
  { connection, messages }: MessagePlaces,
  topic: string,
  offset: number,
): Promise<BatchRow | undefined> {
  for (let missing: number | null = null; ; ) {
    const row = await findBatch<BatchRow>(connection, { topic, offset }, CONTENTS);
    if (row === undefined) return row;
    const contents = await readContents(row, messages);
    if (contents !== null) return { ...row, ...contents };
    // The messages may have been removed after the row was read. Then the row is no longer there either.
    if (missing === row.batch) throw new Error(`the message file ${row.value_file} is missing in ${messages}`);
    missing = row.batch;
  }
}

/** What findBatch() needs of a row. */
interface SizedRow {
  first_offset: number;
  messages: number;
  bytes: number;
}

const SIZE = 'CASE WHEN c.value_length > 0 THEN c.value_length ELSE length(c.value_bytes) END';
const CONTENTS = 'b.first_offset, b.run, b.messages, b.published_at, c.*';

/** Returns columns of the batch with the message at `offset`; if that message was removed, of the next batch. */
async function findBatch<Row extends Pick<BatchRow, 'first_offset' | 'messages'>>(
  connection: Connection,
  { topic, offset }: { topic: string; offset: number },
  columns: string,
): Promise<Row | undefined> {
  const from = `SELECT ${columns} FROM batches b JOIN batch_contents c ON c.batch = b.id
                 WHERE b.topic = (SELECT id FROM topics WHERE name = ?)`;
  const [row] = await connection.all<Row>(`${from} AND b.first_offset <= ? ORDER BY b.first_offset DESC LIMIT 1`, [
    topic,
    offset,
  ]);
  if (row !== undefined && offset < row.first_offset + row.messages) return row;
  // A batch at the offset may have been stored since the first statement.
  const [next] = await connection.all<Row>(`${from} AND b.first_offset >= ? ORDER BY b.first_offset LIMIT 1`, [
    topic,
    offset,
  ]);
  return next;
}

/** What the headers of a run's messages depend on. */
interface HeadersRow {
  spec: string;
  options: string;
  file_sha256: string;
  is_rejected: number;
}

async function headersOfRun(
  connection: Connection,
  known: Map<number, MessageHeaders>,
  { run, topic }: { run: number; topic: string },
): Promise<MessageHeaders> {
  const before = known.get(run);
  if (before !== undefined) return before;
  const [row] = await connection.all<HeadersRow & Record<string, Param>>(
    `SELECT ${CHECKED_COLUMNS},
            CASE WHEN topic IS DISTINCT FROM ? AND dead_letter_topic IS NOT DISTINCT FROM ? THEN 1 ELSE 0 END AS is_rejected
       FROM runs WHERE number = ?`,
    [topic, topic, run],
  );
  if (row === undefined) throw new Error(`a batch belongs to the run ${run}, which does not exist`);
  verifyAccepted(row);
  // The casts are safe: the row contains a SpecInfo and RunOptions, which were stored when the run was accepted.
  const ofMessages = createMessageHeaders(
    JSON.parse(row.spec) as SpecInfo,
    row.file_sha256,
    JSON.parse(row.options) as RunOptions,
  );
  const headers = row.is_rejected === 1 ? toDeadLetterHeaders(ofMessages) : ofMessages;
  known.set(run, headers);
  return headers;
}

/** A group of messages is passed on when their values have this size together, in bytes. */
const GROUP_BYTES = 64 * 1024;

function* readRow(
  row: BatchRow,
  headers: MessageHeaders,
  { from, to }: { from: number; to: number },
): Generator<Message[]> {
  const timestamp = new Date(row.published_at).toISOString();
  let offset = row.first_offset + from;
  let group: Message[] = [];
  let bytes = 0;
  for (const stored of readStored(toStored(row), from, to)) {
    group.push(toMessage(stored, { offset: offset++, timestamp, headers }));
    bytes += stored.value.length;
    if (bytes < GROUP_BYTES) continue;
    yield group;
    [group, bytes] = [[], 0];
  }
  if (group.length > 0) yield group;
}

function toMessage(
  stored: StoredMessage,
  { offset, timestamp, headers }: { offset: number; timestamp: string; headers: MessageHeaders },
): Message {
  const { recordType } = stored;
  const all = headersOf(recordType === null ? headers : toTypeHeaders(headers, recordType), stored.record);
  if (stored.issues !== null) all['issues'] = stored.issues;
  const key = stored.key === null ? null : Buffer.from(stored.key).toString('utf8');
  return { offset, timestamp, key, headers: all, ...toValue(stored.value) };
}

function toValue(bytes: Uint8Array): { value: string } | { valueBase64: string } {
  try {
    // A byte order mark is part of the value.
    return { value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { valueBase64: Buffer.from(bytes).toString('base64') };
  }
}

function toStored(row: BatchRow): StoredBatch {
  if (row.value_ends.length !== 4 * row.messages) throw new StoredDataDamaged(`the batch ${row.batch} of messages`);
  return {
    messages: row.messages,
    firstRecord: row.first_record,
    recordJumps: row.record_jumps === null ? null : toNumbers(row.record_jumps),
    values: row.value_bytes,
    valueEnds: toNumbers(row.value_ends),
    keys: row.key_bytes,
    keyEnds: row.key_ends === null ? null : toNumbers(row.key_ends),
    issues: row.issues,
    recordTypes: row.record_types,
  };
}

// The bytes are copied, because a Uint32Array must start at a multiple of four bytes and a Buffer may not.
function toNumbers(bytes: Buffer): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
