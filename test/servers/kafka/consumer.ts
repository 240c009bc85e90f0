/** The content of a topic, read by kcat: an independent consumer. */
import { spawn } from 'node:child_process';

/** A message as kcat prints it. */
export interface Consumed {
  partition: number;
  offset: number;
  key: string | null;
  headers: Record<string, string>;
  value: string;
}

/** How often each record of a file is in a topic. */
export interface RecordCounts {
  messages: number;
  /** The parts of the `ce_id`s before the record number. One if all messages are of one file and spec. */
  prefixes: string[];
  /** How often record 1, 2… was found, at the indexes 1, 2…; 0 at index 0. */
  times: Uint16Array;
  /** Messages that follow a later record in their partition. */
  outOfOrder: number;
  /** Number of messages in each partition. */
  partitions: Map<number, number>;
}

export interface Reading {
  /** Default: read_committed. */
  isolation?: 'read_committed' | 'read_uncommitted';
}

/** Returns every message of a topic, in the order of its partitions. Throws if kcat fails. */
export async function consume(address: string, topic: string, reading: Reading = {}): Promise<Consumed[]> {
  const messages: Consumed[] = [];
  await readLines(address, topic, ['-J'], reading, (line) => {
    const {
      partition,
      offset,
      key,
      headers = [],
      payload,
    } = JSON.parse(line) as {
      partition: number;
      offset: number;
      key: string | null;
      headers?: string[];
      payload: string;
    };
    messages.push({ partition, offset, key, headers: pair(headers), value: payload });
  });
  return messages.sort((a, b) => a.partition - b.partition || a.offset - b.offset);
}

/**
 * Counts the messages of a topic by their `ce_id`, for records up to `most`. Throws if kcat fails or a message has no
 * such id.
 */
export async function countRecords(
  address: string,
  topic: string,
  most: number,
  reading: Reading = {},
): Promise<RecordCounts> {
  const times = new Uint16Array(most + 1);
  const prefixes = new Set<string>();
  const last = new Map<number, number>();
  const partitions = new Map<number, number>();
  let messages = 0;
  let outOfOrder = 0;
  await readLines(address, topic, ['-f', '%p %h\n'], reading, (line) => {
    const [, partition = '', prefix = '', digits = ''] =
      /^(\d+) (?:.*,)?ce_id=([0-9a-f]{16}-[0-9a-f]{8}):(\d+)(?:,|$)/.exec(line) ?? [];
    const record = Number(digits);
    if (digits === '' || record < 1 || record > most)
      throw new Error(`a message without a record's id: ${line.slice(0, 500)}`);
    const at = Number(partition);
    messages++;
    times[record] = (times[record] ?? 0) + 1;
    prefixes.add(prefix);
    if (record < (last.get(at) ?? 0)) outOfOrder++;
    last.set(at, record);
    partitions.set(at, (partitions.get(at) ?? 0) + 1);
  });
  return { messages, prefixes: [...prefixes], times, outOfOrder, partitions };
}

/** Calls `onValue` with the value of each message of a topic. No value may contain a line feed. Throws if kcat fails. */
export async function readValues(address: string, topic: string, onValue: (value: string) => void): Promise<void> {
  await readLines(address, topic, ['-f', '%s\\n'], {}, onValue);
}

/** Returns the missing records, and how many messages are duplicates. */
export function findMissing({ times }: RecordCounts): { missing: number[]; doubled: number } {
  const missing: number[] = [];
  let doubled = 0;
  for (let record = 1; record < times.length; record++) {
    const seen = times[record] ?? 0;
    if (seen === 0) missing.push(record);
    else doubled += seen - 1;
  }
  return { missing, doubled };
}

function pair(flat: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? '']),
  );
}

async function readLines(
  address: string,
  topic: string,
  format: readonly string[],
  { isolation = 'read_committed' }: Reading,
  onLine: (line: string) => void,
): Promise<void> {
  const child = spawn(
    'kcat',
    [
      '-C',
      '-q',
      '-e',
      '-b',
      address,
      '-t',
      topic,
      '-o',
      'beginning',
      '-X',
      `isolation.level=${isolation}`,
      '-X',
      'fetch.wait.max.ms=50',
      ...format,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    let rest = '';
    for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    }
  } finally {
    child.kill();
  }
  if ((await code) !== 0) throw new Error(`kcat does not read ${topic}: ${errors}`);
}
