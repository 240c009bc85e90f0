import type { Batch, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { Sink } from '../../sink/contract.ts';
import type { Source } from '../../reading/source/contract.ts';
import { replayBatches } from './places/replay-batches.ts';
import type { ReplayTask } from '../../reading/workers/messages.ts';
import { replayOptionsOf } from '../../base/model/run-info.ts';
import { toRecordError } from '../../base/model/record-error.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';

/**
 * Reads a file again, and sends the records with issues among its first `records` records to the port, as NDJSON. Sends
 * all of them: the run's `errorLimit`, the maximum number of records in its result, does not apply.
 */
export async function emitErrors(
  task: ReplayTask & { source: Source; port: TaskPort },
  module: SpecModule,
): Promise<void> {
  const { info, source, port, records } = task;
  for await (const batch of replayBatches({
    module,
    options: replayOptionsOf(info),
    chunks: source.chunks(0, port.signal),
    records,
  })) {
    await emitBatchErrors(batch, records, port);
  }
}

/**
 * Wraps a sink. Before a batch is committed, its records with issues are sent to `port` as NDJSON, and the commit waits
 * for the response.
 */
export function withErrorEmission({ needsIssues: _needsIssues, ...sink }: Sink, port: TaskPort): Sink {
  return {
    ...sink,
    async commit(batch, checkpoint) {
      await emitBatchErrors(batch, Infinity, port);
      await sink.commit(batch, checkpoint);
    },
  };
}

async function emitBatchErrors({ recordIssues }: Batch, records: number, port: TaskPort): Promise<void> {
  const selected = recordIssues.filter(({ record }) => record <= records);
  const text = selected.map((recordIssue) => `${JSON.stringify(toRecordError(recordIssue))}\n`).join('');
  if (text !== '') await port.call({ kind: 'lines', text });
  port.signal.throwIfAborted();
}
