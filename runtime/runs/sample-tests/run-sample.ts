import { fileKindOf } from '../../reading/source/file-kind.ts';
import type { Batch, ReadOptions, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { runFile } from '../../reading/run/run-file.ts';
import { createRunOptions } from '../../base/model/run-info.ts';
import type { Sink } from '../../sink/contract.ts';
import { openSource } from '../../reading/source/open-source.ts';
import { type Event, eventsOf } from './event.ts';
import type { ErrorRecord, SampleRun } from './outcome.ts';

/** Size limit of the content of a compressed sample, in bytes. */
const MAX_SAMPLE_BYTES = 1024 * 1024 * 1024;

/**
 * Reads a sample file with a module, in the same way as `specmill transform`. Returns the result, all messages and all
 * records with issues. Decompresses the file if necessary. Throws the system's errors.
 */
export async function runSample(
  module: SpecModule,
  path: string,
  { skipInvalidRecords, today }: ReadOptions,
): Promise<SampleRun> {
  const collected = { errors: [] as ErrorRecord[], events: [] as Event[] };
  const source = await openSource(path, { ...fileKindOf(module.spec), maxBytes: MAX_SAMPLE_BYTES });
  try {
    const options = createRunOptions({
      // The sink collects the records with issues, so the result need not list them.
      errorLimit: 0,
      ...(skipInvalidRecords === undefined ? {} : { skipInvalidRecords }),
      ...(today === undefined ? {} : { today }),
    });
    const info = { runId: null, spec: module.spec, specId: null, fileName: source.fileName, fileSha256: null, options };
    const result = await runFile({ info, module, source, sink: createCollectingSink(collected) });
    return { result, ...collected };
  } finally {
    await source.close();
  }
}

function createCollectingSink({ errors, events }: { errors: ErrorRecord[]; events: Event[] }): Sink {
  const collect = (batch: Batch) => {
    events.push(...eventsOf(batch));
    errors.push(...batch.recordIssues.map(({ issues, ...place }) => ({ ...place, messages: issues })));
  };
  return { messages: true, open: async () => null, commit: async (batch) => collect(batch), close: async () => {} };
}
