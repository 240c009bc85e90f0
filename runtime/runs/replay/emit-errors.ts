import type { Batch, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { Sink } from '../../sink/contract.ts';
import type { Source } from '../../source/contract.ts';
import { readBatchesAgain } from './replay-batches.ts';
import type { RereadRecords } from '../../workers/messages.ts';
import { toRecordError } from '../../model/record-error.ts';
import type { TaskPort } from '../../workers/task-port.ts';

/** Reads a file again and tells of every record with issues among the first `records`, not only of those that a result lists. */
export async function tellErrors(
  task: RereadRecords & { source: Source; port: TaskPort },
  module: SpecModule,
): Promise<void> {
  const { info, source, port, records } = task;
  for await (const batch of readBatchesAgain({
    module,
    options: info.options,
    chunks: source.chunks(0, port.signal),
    records,
  })) {
    await tellErrorsOf(batch, records, port);
  }
}

/** A sink that also tells of every record with issues, and waits until it is told. */
export function withErrorsTold({ problems: _unlooked, ...sink }: Sink, port: TaskPort): Sink {
  return {
    ...sink,
    async commit(batch, checkpoint) {
      await tellErrorsOf(batch, Infinity, port);
      await sink.commit(batch, checkpoint);
    },
  };
}

async function tellErrorsOf({ problems }: Batch, records: number, port: TaskPort): Promise<void> {
  const told = problems.filter(({ record }) => record <= records);
  const text = told.map((problem) => `${JSON.stringify(toRecordError(problem))}\n`).join('');
  if (text !== '') await port.call({ kind: 'lines', text });
  port.signal.throwIfAborted();
}
