import type { Cluster } from './cluster/cluster.ts';
import type { Log } from '../base/log/json-log.ts';
import { type Meter, NO_METER } from '../base/log/meter.ts';
import { type FindMaskKey, MaskKeyFailure } from '../base/model/mask-keys.ts';
import { NO_SCHEMAS, type SchemaSettings } from '../base/model/message-schemas.ts';
import type { EncodeModule } from '../base/model/run-module.ts';
import type { BrokerSettings } from '../base/model/broker-settings.ts';
import type { Store } from '../state/store/store.ts';
import type { Spool } from '../reading/source/spool.ts';
import type { ThreadPool } from '../reading/workers/thread-pool.ts';
import type { KeepTimes } from './file-retention.ts';
import type { OpenDatabase, OpenFile } from './open-target.ts';
import { PIECE_BYTES } from './plan-pieces.ts';
import type { FindTables } from './find-versions.ts';
import type { QueueLimits } from './queue-gate.ts';

/** The options of openRuns(). */
export interface RunsOptions {
  store: Store;
  /** Maximum number of threads for runs and dry runs. A task that must not share a thread gets an additional one. */
  threads: number;
  /**
   * How long to store the spooled file of a run after its end, in milliseconds. errors() and rejects() need that file.
   */
  keepFilesMs: number;
  /** Default: runs and messages are stored for ever. */
  keep?: KeepTimes;
  log: Log;
  /** Counts what runs do. Default: nothing is counted. */
  meter?: Meter;
  /** Throws DiskFull if runs must not use more disk space now. Default: never throws. */
  checkSpace?: () => Promise<void>;
  /** Default: no limits. */
  queue?: QueueLimits;
  /** The other instances that share the store. Default: there are none. */
  cluster?: Cluster | null;
  /** Where received files are. Null or absent: in the folder of the store. */
  spool?: Spool | null;
  /** The threads that execute runs. Null or absent: a pool of `threads` threads. runs.stop() closes it. */
  pool?: ThreadPool | null;
  /** The size of the pieces of a large file, in bytes. Default: 256 MiB. */
  pieceBytes?: number;
  /** The broker to publish to. Default: the embedded broker. */
  broker?: BrokerSettings;
  /** The registry of the schemas of messages. Default: none. */
  schemas?: SchemaSettings;
  /** Returns the module of a spec whose messages have another encoding. Throws ModuleNotEncodable. Default: it throws. */
  encodeModule?: EncodeModule;
  /** Finds the current versions of the reference tables of the service. Default: there are none. */
  tables?: FindTables;
  /** Returns the keys of masks. Default: there are none, so runs of specs that need one fail. */
  findMaskKey?: FindMaskKey;
  /** Opens the database of an integration for runs into tables. Default: null, and such runs fail. */
  openDatabase?: OpenDatabase | null;
  /** Opens the files of integrations for runs that write files. Default: null, and such runs fail. */
  openFile?: OpenFile | null;
  /**
   * How long a run that cannot continue waits before the next attempt, in milliseconds. `first` is the length of the
   * first pause. Each pause is twice as long as the previous one, but not longer than `max`. Default: 500 and 5000.
   */
  pauseMs?: { first: number; max: number };
}

/** The defaults of all options that have one. */
export const RUNS_DEFAULTS: Omit<Required<RunsOptions>, 'store' | 'threads' | 'keepFilesMs' | 'log'> = {
  broker: { kind: 'embedded' },
  schemas: NO_SCHEMAS,
  async encodeModule() {
    throw new Error('this process cannot compile the spec of a run for another encoding');
  },
  tables: async () => [],
  async findMaskKey(name) {
    throw new MaskKeyFailure(`the credential ${JSON.stringify(name)}, the key of a mask, is missing`);
  },
  openDatabase: null,
  openFile: null,
  pauseMs: { first: 500, max: 5000 },
  keep: { runsMs: null, messagesMs: null },
  meter: NO_METER,
  checkSpace: async () => {},
  queue: { maxQueued: Infinity, maxQueuedPerCaller: Infinity },
  cluster: null,
  spool: null,
  pool: null,
  pieceBytes: PIECE_BYTES,
};
