import type { ProcessingResult } from '../../model/result.ts';
import { RunRefused } from '../../model/run-failure.ts';
import type { Sink } from '../contract.ts';
import { openAtLeastOnce } from './delivery/at-least-once.ts';
import { createPreflightSink } from './delivery/preflight.ts';
import { type KafkaRun, type KafkaTask, openKafkaRun } from './delivery/kafka-run.ts';
import { createTransactionalSink, takeOverTransactions, tooLarge } from './delivery/transactional.ts';

const TRANSACTION_MS = 60_000;
/** Kafka's default upper limit (`transaction.max.timeout.ms`). */
const WHOLE_TRANSACTION_MS = 900_000;
/** Estimate: reading and sending a file takes this many times as long as reading it. */
const SENDING_FACTOR = 2;

/**
 * Publishes a run to Kafka with the delivery of its options. `runWith` reads the file and passes its batches to a sink,
 * from the checkpoint of the sink on. Throws RunFailure, RunRefused, RunPause and the errors of `runWith`.
 */
export async function publishToKafka(
  task: KafkaTask,
  runWith: (sink: Sink) => Promise<ProcessingResult>,
): Promise<void> {
  const run = await openKafkaRun(task);
  try {
    if (run.info.options.delivery === 'all-or-nothing') await publishAllOrNothing(run, runWith);
    else await runWith(await openKafkaSink(run));
  } finally {
    await run.connection.close();
  }
}

/** Opens the sink that publishes the messages of a run. */
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

async function publishAllOrNothing(run: KafkaRun, runWith: (sink: Sink) => Promise<ProcessingResult>): Promise<void> {
  const opened = await takeOverTransactions(run, WHOLE_TRANSACTION_MS);
  // If the transaction is already committed, only the end of the run must be stored.
  if (opened.committed === 0) {
    const { status, durationMs } = await runWith(createPreflightSink(run));
    if (status === 'FAILED') return;
    const { timeoutMs } = opened.transactions;
    if (durationMs * SENDING_FACTOR > timeoutMs)
      throw new RunRefused('too_large_for_one_transaction', tooLarge(timeoutMs).message);
  }
  await runWith(createTransactionalSink(run, opened, true));
}
