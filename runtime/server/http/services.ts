import type { CloudEventMode } from '../../base/model/cloud-event-mode.ts';
import type { Sources } from '../../jobs/integrations/open-sources.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { AuditLog } from '../../state/access/audit/audit-log.ts';
import type { Access } from '../../state/access/control/open-access.ts';
import type { Cluster } from '../../runs/cluster/cluster.ts';
import type { Log } from '../../base/log/json-log.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { TableRegistry } from '../../state/reference/table-registry.ts';
import type { Registry } from '../../state/registry/open-registry.ts';
import type { Runs } from '../../runs/runs.ts';
import type { FileMemory } from '../../reading/source/file-memory.ts';
import type { Spool } from '../../reading/source/spool.ts';
import type { CountedSpool, SpoolQuota } from './spool-quota.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { StreamSlots } from './stream-slots.ts';
import type { StorageLimit } from './storage-limit.ts';
import type { Store } from '../../state/store/store.ts';
import type { Topics } from '../../state/store/topic-reader.ts';
import type { Caller } from './caller.ts';

/** The parts of the service that request handlers use. */
export interface Services {
  access: Access;
  audit: AuditLog;
  registry: Registry;
  /** The path of the specs folder. The samples of its specs are in its subfolders. */
  specsFolder: string;
  /** The reference tables that were sent to the service. */
  tables: TableRegistry;
  runs: Runs;
  spool: Spool;
  /** The memory for small files that arrive. */
  fileMemory: FileMemory;
  /** Whether runs store small files in the database: unless other instances or a bucket store all files. */
  storesSmallFiles: boolean;
  topics: Topics;
  /** The vault and the integrations; null with `--vault off`. */
  sources: Sources | null;
  /** The jobs; null with `--vault off`. */
  readonly jobs: Jobs | null;
  store: Pick<Store, 'findProblem'>;
  /** This instance among those that share the store; null if there are no others. */
  cluster: Cluster | null;
  log: Log;
  metrics: Metrics;
  /** Whether GET /metrics answers callers without a key. */
  metricsOpen: boolean;
  storage: StorageLimit;
  spoolQuota: SpoolQuota;
  /** The open streams of events. */
  eventStreams: StreamSlots;
  /** The responses to GET that clients have not read yet: each counts as its usual maximum. */
  answers: AnswerBudget;
  /** The contents of messages for such responses. */
  contents: AnswerBudget;
  /** The files of reference tables that are received, or that clients have not read yet. */
  tableFiles: AnswerBudget;
  /** The open streams of what a thread reads in a file. */
  fileStreams: StreamSlots;
  /** The results of runs and dry runs that clients have not read yet, and the dry runs that make them. */
  results: StreamSlots;
  /** The same for dry runs of files that are still arriving: a slow upload leaves the other slots free. */
  earlyResults: StreamSlots;
  /** Returns for how many seconds the broker has been unreachable; 0 if it is reachable. */
  brokerUnreachableSeconds(): number;
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
    /** Where messages have the attributes of CloudEvents if the request does not say it. */
    cloudevents?: CloudEventMode;
  };
  /** Whether the service listens on an address that is not loopback. */
  anyHost: boolean;
  /** Returns true after the service has begun to stop. From then on, it accepts only GET and HEAD. */
  isStopping(): boolean;
}

/** What the handler of one request uses: the parts of the service, and who sends the request. */
export interface RequestServices extends Services {
  caller: Caller;
  /** The spool of the caller. */
  spool: CountedSpool;
}
