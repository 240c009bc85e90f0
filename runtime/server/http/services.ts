import type { Sources } from '../../integrations/open-sources.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Log } from '../../log/json-log.ts';
import type { Registry } from '../../registry/open-registry.ts';
import type { Runs } from '../../runs/runs.ts';
import type { Spool } from '../../source/spool.ts';
import type { Store } from '../../store/open-store.ts';
import type { Topics } from '../../store/topic-reader.ts';

/** The parts of the service that request handlers use. */
export interface Services {
  registry: Registry;
  runs: Runs;
  spool: Spool;
  topics: Topics;
  /** The vault and the integrations; null with `--vault off`. */
  sources: Sources | null;
  /** The jobs; null with `--vault off`. */
  readonly jobs: Jobs | null;
  store: Pick<Store, 'findProblem'>;
  log: Log;
  limits: {
    /** Size limit of a file as sent, in bytes. */
    maxFileBytes: number;
    /** Upper limit for every spec's `maxRecordBytes`, in bytes. */
    maxRecordBytes: number;
    /** Maximum number of columns of a CSV file. */
    maxColumns: number;
    /**
     * Size limits of a run's messages: in bytes (`maxOutputBytes`), and as a multiple of the size of its file
     * (`maxOutputRatio`).
     */
    maxOutputBytes: number;
    maxOutputRatio: number;
    /** Limit of the processor time for reading a file, in milliseconds. */
    maxProcessorMs: number;
  };
  /** Whether the service listens on an address that is not loopback. */
  anyHost: boolean;
  /** Returns true after the service has begun to stop. From then on, it accepts only GET and HEAD. */
  isStopping(): boolean;
}
