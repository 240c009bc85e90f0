import type { Cluster } from './cluster/cluster.ts';
import type { Meter } from '../base/log/meter.ts';
import type { SpecInfo } from '../../compiler/kernel/model/contract.ts';
import type { SerializedResult } from '../base/model/result.ts';
import type { RunStore } from '../state/store/runs.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import type { ActiveRun } from './active-run.ts';
import { type LiveState, toResult } from './run-view.ts';
import type { Runs } from './runs.ts';

/** Wraps a function that executes dry runs: adds each dry run to the metrics when it has ended. */
export function countDryRuns(dryRun: Runs['dryRun'], meter: Meter): Runs['dryRun'] {
  return async (request, options) => {
    const result = await dryRun(request, options);
    const { bytes: fileBytes } = 'received' in request.file ? await request.file.received : request.file;
    countResult(meter, { kind: 'dry-run', spec: request.module.spec, fileBytes, result });
    return result;
  };
}

/** Adds the runs in pieces that this instance ends to the metrics. */
export function countRunsInPieces(cluster: Cluster | null, store: Pick<RunStore, 'find'>, meter: Meter): void {
  cluster?.listen((news) => {
    if (news.kind !== 'run' || !news.isOwn) return;
    const count = async (): Promise<void> => {
      const run = await store.find(news.id).catch(() => null);
      if (run?.options.pieceBytes !== undefined) countEndedRun(run, meter);
    };
    void count();
  });
}

/** Adds a run to the metrics. Does nothing if it has not ended. `run` is null if the store cannot be read. */
export function countEndedRun(run: StoredRun | null, meter: Meter): void {
  if (run === null || run.ended === null) return;
  const { spec, fileBytes, broker } = run;
  const result = toResult(run, []);
  countResult(meter, { kind: 'run', spec, fileBytes, result });
  if (broker === 'kafka') meter.count('kafka_records_total', {}, result.processedRecords);
}

/** Returns the number of runs by their state. */
export function countStates(runs: Iterable<Pick<ActiveRun, 'state'>>): Record<LiveState['status'], number> {
  const counts = { QUEUED: 0, RUNNING: 0, PAUSED: 0 };
  for (const { state } of runs) counts[state.status]++;
  return counts;
}

interface EndedRun {
  kind: 'run' | 'dry-run';
  spec: SpecInfo;
  /** Size of the file as sent, in bytes. */
  fileBytes: number;
  result: SerializedResult;
}

function countResult(meter: Meter, { kind, spec: { name, format }, fileBytes, result }: EndedRun): void {
  meter.count('records_total', { spec: name, outcome: 'processed' }, result.processedRecords);
  meter.count('records_total', { spec: name, outcome: 'failed' }, result.failedRecords);
  meter.count('records_total', { spec: name, outcome: 'skipped' }, result.skippedRecords);
  for (const { severity, count } of result.issueCounts) meter.count('issues_total', { spec: name, severity }, count);
  meter.count('bytes_read_total', { format }, fileBytes);
  meter.observeRun({ kind, status: result.status }, result.durationMs / 1000);
}
