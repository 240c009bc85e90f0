import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../../../runtime/base/model/journal.ts';
import { createRunOptions } from '../../../runtime/base/model/run-info.ts';
import { runFile } from '../../../runtime/reading/run/run-file.ts';
import { openKafkaRun } from '../../../runtime/sink/kafka/delivery/kafka-run.ts';
import { openKafkaSink } from '../../../runtime/sink/kafka/publish.ts';
import { createStreamSource } from '../../../runtime/reading/source/stdin-source.ts';
import { fakeModule } from '../../runtime/fake-module.ts';
import { inTopic, type Pair } from './pair.ts';

export const RECORDS = 6;
/** A transaction ends after a second. */
const TWO_RECORDS_MS = 600;

/** A run of two instances, with two ways to the broker. */
export interface Corner {
  readonly pair: Pair;
  readonly topic: string;
  readonly runId: string;
  readonly direct: string;
  readonly proxied: string;
}

/** A place at which an attempt waits. */
export interface Hold {
  readonly reached: Promise<void>;
  release(): void;
  wait(): Promise<void>;
}

export function createHold(): Hold {
  const reached = createSignal();
  const released = createSignal();
  return {
    reached: reached.promise,
    release: released.resolve,
    wait() {
      reached.resolve();
      return released.promise;
    },
  };
}

function createSignal(): { promise: Promise<void>; resolve(): void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve: () => resolve() };
}

interface AttemptOptions {
  readonly which: 0 | 1;
  readonly address: string;
  /** Default: the run is stored and taken. */
  readonly attempt?: number;
  /** How long a record takes, in milliseconds. Default: a transaction has two or three records. */
  readonly recordMs?: number;
  /** Where it waits: before or after the entry with this number is stored, from 1. */
  readonly hold?: { readonly when: 'before' | 'after'; readonly entry: number; readonly at: Hold };
}

/** Opens the journal of an attempt. run() publishes what is missing, exactly once. */
export async function openAttempt(
  { pair: { stores, clusters }, topic, runId }: Corner,
  { which, address, attempt, recordMs = TWO_RECORDS_MS, hold }: AttemptOptions,
): Promise<{ run(): Promise<void> }> {
  const { runs } = stores[which];
  const options = createRunOptions({ delivery: 'exactly-once', batchRecords: 1, today: '2024-02-29' });
  const given = inTopic(topic, { runId, options });
  if (attempt === undefined) {
    await runs.insert(given);
    await clusters[which].tasks.take('small', 1);
  }
  const { journal, checkpoint } = await runs.openJournal(runId, attempt ?? 1);
  const { spec, specId, fileName, fileSha256 } = given;
  const info = { runId, spec, specId, fileName, fileSha256, options };
  return {
    async run() {
      const opened = await openKafkaRun({
        ...{ info, topic, deadLetterTopic: null, checkpoint, readSlice: null },
        journal: hold === undefined ? journal : waitAt(journal, hold),
        signal: new AbortController().signal,
        settings: {
          kind: 'kafka',
          brokers: [address],
          ssl: null,
          sasl: null,
          compression: 'none',
          createTopics: false,
        },
      });
      try {
        await runFile({ info, module: fakeModule, source: createSource(recordMs), sink: await openKafkaSink(opened) });
      } finally {
        await opened.connection.close();
      }
    },
  };
}

function waitAt(journal: Journal, { when, entry: wanted, at }: NonNullable<AttemptOptions['hold']>): Journal {
  let entries = 0;
  return {
    async commit(entry) {
      const isHere = ++entries === wanted;
      if (isHere && when === 'before') await at.wait();
      await journal.commit(entry);
      if (isHere && when === 'after') await at.wait();
    },
    finish: (ending) => journal.finish(ending),
  };
}

function createSource(recordMs: number): ReturnType<typeof createStreamSource> {
  // Without a line feed at its end, the last record is in the last batch.
  const text = Array.from({ length: RECORDS }, (_, index) => `r${index + 1}`).join('\n');
  return {
    ...createStreamSource(Readable.from([]), 'f'),
    async *chunks(byteOffset) {
      for (const line of text.slice(byteOffset).split(/(?<=\n)/)) {
        yield Buffer.from(line);
        await sleep(recordMs);
      }
    },
  };
}
