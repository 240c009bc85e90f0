import type { ProcessingResult } from '../../base/model/result.ts';
import { RunRefused } from '../../base/model/run-failure.ts';
import type { Sink } from '../contract.ts';
import { openAtLeastOnce } from './delivery/at-least-once.ts';
import { createPreflightSink } from './delivery/preflight.ts';
import { type KafkaRun, type KafkaTask, openKafkaRun } from './delivery/kafka-run.ts';
import { createTransactionalSink, takeOverTransactions, tooLarge } from './delivery/transactional.ts';

const TRANSACTION_MS = 60_000;
/** The default of Kafka's upper limit for the time-out of a transaction (`transaction.max.timeout.ms`). */
const WHOLE_TRANSACTION_MS = 900_000;
/** An estimate: reading and sending a file takes this many times as long as only reading it. */
const SENDING_FACTOR = 2;

/**
 * Publishes a run to Kafka, with the delivery guarantee in its options. Calls `runWith` with a sink. `runWith` must
 * read the file from the sink's checkpoint on, and pass the batches to the sink. Throws RunFailure, RunRefused,
 * RunPause and the errors of `runWith`.
 *
 * For all-or-nothing, `runWith` is called twice: the first pass only validates the file, the second one publishes.
 * There is no second pass if the first one ends as FAILED. There is no first pass if a transaction of the run is
 * already committed.
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

/**
 * Opens the sink that publishes the messages of a run, with the delivery guarantee in its options. Throws RunFailure,
 * RunRefused and RunPause.
 */
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
  // If a transaction of this run is already committed, only the end of the run is missing in the store.
  if (opened.committed === 0) {
    const { status, durationMs } = await runWith(createPreflightSink(run));
    if (status === 'FAILED') return;
    const { timeoutMs } = opened.transactions;
    if (durationMs * SENDING_FACTOR > timeoutMs)
      throw new RunRefused('too_large_for_one_transaction', tooLarge(timeoutMs).message);
  }
  await runWith(createTransactionalSink(run, opened, true));
}
