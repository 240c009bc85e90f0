import type { ProcessingResult } from '../../model/result.ts';
import { RunRefused } from '../../model/run-failure.ts';
import type { Sink } from '../contract.ts';
import { openAtLeastOnce } from './delivery/at-least-once.ts';
import { createPreflightSink } from './delivery/preflight.ts';
import { type KafkaRun, type KafkaTask, openKafkaRun } from './delivery/kafka-run.ts';
import { createTransactionalSink, takeOverTransactions, tooLarge } from './delivery/transactional.ts';

const TRANSACTION_MS = 60_000;
/** The most that Kafka allows unless it is set otherwise (`transaction.max.timeout.ms`). */
const WHOLE_TRANSACTION_MS = 900_000;
/** Reading and sending a file takes about so many times as long as reading it. */
const SENDING_FACTOR = 2;

/**
 * Brings a run into Kafka, as its delivery asks for. `runWith` takes the file through a sink, from the
 * checkpoint that the sink gives. Throws RunFailure, RunRefused, RunPause and what `runWith` throws.
 */
export async function publishToKafka(
  task: KafkaTask,
  runWith: (sink: Sink) => Promise<ProcessingResult>,
): Promise<void> {
  const run = await openKafkaRun(task);
  try {
    if (run.info.options.delivery === 'all-or-nothing') await publishWhole(run, runWith);
    else await runWith(await openKafkaSink(run));
  } finally {
    await run.connection.close();
  }
}

/** The sink that a run's messages go through in the end. */
export async function openKafkaSink(run: KafkaRun): Promise<Sink> {
  const { delivery } = run.info.options;
  if (delivery === 'at-least-once') return openAtLeastOnce(run);
  const isWhole = delivery === 'all-or-nothing';
  return createTransactionalSink(
    run,
    await takeOverTransactions(run, isWhole ? WHOLE_TRANSACTION_MS : TRANSACTION_MS),
    isWhole,
  );
}

async function publishWhole(run: KafkaRun, runWith: (sink: Sink) => Promise<ProcessingResult>): Promise<void> {
  const opened = await takeOverTransactions(run, WHOLE_TRANSACTION_MS);
  // Where the transaction is committed already, only the run's end is missing.
  if (opened.committed === 0) {
    const { status, durationMs } = await runWith(createPreflightSink(run));
    if (status === 'FAILED') return;
    const { timeoutMs } = opened.transactions;
    if (durationMs * SENDING_FACTOR > timeoutMs)
      throw new RunRefused('too_large_for_one_transaction', tooLarge(timeoutMs).message);
  }
  await runWith(createTransactionalSink(run, opened, true));
}
