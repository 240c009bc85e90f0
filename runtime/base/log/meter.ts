/** The counters that any part of the service may increase, with the names of their labels. */
export interface CounterLabels {
  /** Records of runs and dry runs that have ended. */
  records_total: { spec: string; outcome: 'processed' | 'failed' | 'skipped' };
  /** Issues of runs and dry runs that have ended. */
  issues_total: { spec: string; severity: 'FATAL' | 'ERROR' | 'WARNING' };
  /** Bytes, as sent, of files that were read to their end. */
  bytes_read_total: { format: string };
  /** Files that a job has handled, by outcome. */
  job_files_total: { job: string; state: 'done' | 'failed' | 'quarantined' | 'ignored' };
  /** Alerts of jobs. */
  job_alerts_total: { job: string; kind: string };
  /** Records that runs have published to Kafka. */
  kafka_records_total: Record<never, string>;
  /** How often a run into Kafka was paused, by the code of the pause. */
  kafka_pauses_total: { code: string };
  /** Leases of runs and jobs that this instance has lost to another one. */
  lease_losses_total: { kind: 'run' | 'piece' | 'job' };
}

/** Counts events for the metrics of the service, without a dependency on the library that publishes them. */
export interface Meter {
  /** Increases a counter. `amount` must not be negative; default: 1. */
  count<Name extends keyof CounterLabels>(name: Name, labels: CounterLabels[Name], amount?: number): void;
  /** Records the duration of a run or dry run that has ended, in seconds. */
  observeRun(labels: { kind: 'run' | 'dry-run'; status: string }, seconds: number): void;
}

/** A meter that counts nothing. */
export const NO_METER: Meter = { count() {}, observeRun() {} };
