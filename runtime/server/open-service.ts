import { toNodeHandler } from 'h3';
import {
  type Access,
  type JwtIssuer,
  openAccess,
  openAudit,
  type AccessOptions,
} from '../state/access/control/open-access.ts';
import { describeError, type Log } from '../base/log/json-log.ts';
import { neededBy, pruneModules } from '../state/registry/prune-modules.ts';
import { createOpenDatabase } from '../jobs/integrations/open-database.ts';
import { createOpenFile } from '../jobs/integrations/open-file.ts';
import { useVaultCredential } from '../jobs/integrations/registry-credential.ts';
import { openSources, type Sources } from '../jobs/integrations/open-sources.ts';
import { openRegistry, type Registry } from '../state/registry/open-registry.ts';
import { createSpecCompiler } from '../state/registry/compile/spec-compiler.ts';
import { openRuns } from '../runs/open-runs.ts';
import type { TlsFiles } from '../state/settings/access.ts';
import type { BrokerSettingName } from '../state/settings/broker.ts';
import type { FilesSettings } from '../state/settings/files.ts';
import type { AlertSettings } from '../state/settings/alerts.ts';
import type { Settings } from '../state/settings/declarations.ts';
import { NO_SCHEMAS, type SchemaSettings } from '../base/model/message-schemas.ts';
import type { BrokerSettings } from '../base/model/broker-settings.ts';
import { createFileMemory } from '../reading/source/file-memory.ts';
import { openStore, type OpenStoreOptions } from '../state/store/open-store.ts';
import type { PostgresSettings } from '../state/store/postgresql/settings.ts';
import { pruneTablesDaily } from './prune-tables.ts';
import { createApp } from './app.ts';
import { openServiceJobs } from './open-service-jobs.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { FILE_TO_EVENTS } from './routes/paths.ts';
import { returnMemory } from '../base/program/return-memory.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { createSpoolQuota } from './http/spool-quota.ts';
import { createStorageLimit } from './http/storage-limit.ts';
import { watchBroker } from './broker-watch.ts';
import type { Runs } from '../runs/runs.ts';
import { createAnswerBudget } from './http/answer-budget.ts';
import { createStreamSlots } from './http/stream-slots.ts';
import { isLoopback } from './http/guard.ts';
import { findAddress, listen, type ServerHandle } from './http/listen.ts';
import { createNodeListener } from './http/node-listener.ts';
import type { Cluster } from '../runs/cluster/cluster.ts';
import { openCluster } from '../runs/cluster/open-cluster.ts';
import type { Meter } from '../base/log/meter.ts';
import { createFindMaskKey } from '../state/vault/find-mask-key.ts';
import { recordFolderTables } from './record-folder-tables.ts';
import { TableRegistry } from '../state/reference/table-registry.ts';
import type { Store } from '../state/store/store.ts';
import type { QueueLimits } from '../runs/queue-gate.ts';
import type { ConnectionLimits } from './http/connection-limits.ts';
import type { Services } from './http/services.ts';
import { openSpool, type Spool } from '../reading/source/spool.ts';

/** The settings of the service. */
export interface ServiceSettings extends Omit<Settings, BrokerSettingName | 'store'>, TestSettings {
  /** The broker that runs publish to. Default: the embedded broker. */
  broker?: BrokerSettings;
  /** The format of messages and the registry of their schemas. Default: JSON, and no registry. */
  schemas?: SchemaSettings;
  /** The PostgreSQL database of the store. Null or absent for SQLite. */
  postgres?: PostgresSettings | null;
  /** Where received files are. Null or absent: in the data folder. */
  filesPlace?: FilesSettings | null;
  /** The master key of the vault; null or absent if the other settings say where it is. */
  masterKey?: string | null;
  /** Where alerts are posted; null or absent if they are only logged. */
  alerts?: AlertSettings | null;
  /** The issuer of the tokens to accept. Null or absent: none. */
  jwt?: JwtIssuer | null;
  /** Null or absent: without TLS. */
  tls?: TlsFiles | null;
}

/** A service that accepts requests at `url`. */
export interface Service {
  url: string;
  /**
   * Stops the service: rejects new requests, interrupts runs after their current batch, and closes everything. Takes
   * about 10 seconds at most.
   */
  stop(): Promise<void>;
}

/**
 * The service may not listen on an address that is not loopback, because it has no key, no issuer of tokens and no
 * authority of client certificates. --insecure permits it.
 */
export class NotLoopback extends Error {
  override readonly name = 'NotLoopback';
}

/**
 * How long responses may take after the runs have been interrupted, in milliseconds. Then their connections are closed.
 */
const GRACE_MS = 500;

/**
 * Opens the data folder, loads the specs, resumes unfinished runs, and listens. When it resolves, the service accepts
 * requests. Throws NotLoopback, CannotListen, BrokenFolder (the folder of specs), the errors of openStore(), or an
 * error of the system. Then everything is closed again.
 */
export async function openService(settings: ServiceSettings, log: Log): Promise<Service> {
  const address = await findAddress(settings.host);
  const opened = new Opened();
  try {
    const access = opened.add(await openAccess(accessOptionsOf(settings, address, log)), (it) => it.close());
    if (!isLoopback(address) && !access.isControlled && !settings.insecure)
      throw new NotLoopback(`${settings.host} is reachable from other machines, and the service has no access control`);
    return await openAll(settings, { address, log, opened, access });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openAll(
  settings: ServiceSettings,
  { address, log, opened, access }: { address: string; log: Log; opened: Opened; access: Access },
): Promise<Service> {
  const {
    data,
    specs,
    threads,
    keepFiles,
    port,
    tls = null,
    broker = { kind: 'embedded' },
    schemas = NO_SCHEMAS,
  } = settings;
  const { maxSpecsBytes, postgres, filesPlace = null } = settings;
  const store = opened.add(await openStore(data, { maxSpecsBytes, postgres, ...placeOf(filesPlace) }), (it) =>
    it.close(),
  );
  const audit = opened.add(
    await openAudit({
      store: store.audit,
      path: settings.audit,
      runPath: FILE_TO_EVENTS,
      keepMs: settings.keepAudit,
      log,
    }),
    (it) => it.close(),
  );
  const createCompiler = () => createSpecCompiler((error) => log.error('compiler_failed', describeError(error)));
  const registry = opened.add(
    await openRegistry({
      folder: specs,
      dataFolder: data,
      filesFolder: store.filesFolder,
      store: store.specs,
      createCompiler,
      log,
      beforeTables: (changes) => recordFolderTables(audit, changes),
    }),
    (it) => it.close(),
  );
  const sources = opened.add(
    await openSources({
      ...{ store, settings, log, isWatching: true },
      registryCredential: schemas.credential,
      usersOf: async (it) => jobs?.usersOf(it) ?? [],
      maskUsersOf: (name) =>
        registry
          .list()
          .flatMap(({ id, compiled }) => (compiled?.module.spec.maskKeys?.includes(name) === true ? [id] : [])),
    }),
    async (it) => it?.close(),
  );
  const { spool, findProblem } = opened.add(await openServiceFiles({ files: filesPlace, store, sources, log }), (it) =>
    it.close(),
  );
  opened.add(returnMemory(), (it) => it.close());
  const storage = createStorageLimit(store.filesFolder, settings.minFreeBytes);
  const brokerWatch = opened.add(watchBroker(broker), async (it) => it.close());
  const metrics = createMetrics({
    runsByState: () => runs.countByState(),
    diskFreeBytes: storage.freeBytes,
    brokerUnreachableSeconds: brokerWatch.unreachableSeconds,
  });
  const { meter } = metrics;
  const cluster = opened.add(await openServiceCluster({ store, registry, log, meter }), async (it) => it?.close());
  if (cluster !== null) metrics.addCluster(cluster);
  const tables = new TableRegistry(store.filesFolder);
  const runs: Runs = openRuns({
    tables: (needed) => tables.findVersions(needed),
    findMaskKey: createFindMaskKey(sources?.vault ?? null),
    schemas: useVaultCredential(
      schemas,
      sources === null ? null : { vault: sources.vault, allowedHosts: settings.integrationHosts ?? [] },
    ),
    encodeModule: registry.encodeModule,
    meter,
    checkSpace: () => storage.checkForRun(),
    store,
    spool,
    cluster,
    threads,
    keepFilesMs: keepFiles,
    keep: { runsMs: settings.keepRuns, messagesMs: settings.keepMessages },
    log,
    broker,
    openDatabase: sources === null ? null : createOpenDatabase(sources.integrations),
    openFile: sources === null ? null : createOpenFile(sources.integrations),
    ...runLimitsOf(settings),
  });
  await pruneModules(data, new Set([...neededBy(registry.list()), ...(await runs.modulesInUse())]));
  const pruning = { filesFolder: store.filesFolder, runs, tables, registry, log };
  opened.add(await pruneTablesDaily(pruning), (it) => it.close());
  let isStopping = false;
  let jobs: Jobs | null = null;
  const app = createApp({
    access,
    audit,
    registry,
    tables,
    specsFolder: specs,
    runs,
    spool,
    fileMemory: createFileMemory(store.folder),
    storesSmallFiles: filesPlace === null,
    topics: store.topics,
    sources,
    get jobs() {
      return jobs;
    },
    store: { findProblem },
    cluster,
    log,
    metrics,
    metricsOpen: settings.metricsOpen,
    storage,
    spoolQuota: createSpoolQuota(settings.maxSpoolBytes, runs.spooledBytes),
    eventStreams: createStreamSlots({ max: 100, maxPerCaller: 20 }),
    answers: createAnswerBudget({ max: 256 * MIB, maxPerCaller: 128 * MIB }),
    contents: createAnswerBudget({ max: 192 * MIB, maxPerCaller: 96 * MIB }),
    tableFiles: createAnswerBudget({ max: 256 * MIB, maxPerCaller: 128 * MIB }),
    fileStreams: createStreamSlots({ max: 100, maxPerCaller: 20 }),
    results: createStreamSlots({ max: 32 + 2 * threads, maxPerCaller: 16 + threads }),
    earlyResults: createStreamSlots({ max: threads, maxPerCaller: threads }),
    brokerUnreachableSeconds: brokerWatch.unreachableSeconds,
    limits: limitsOf(settings),
    anyHost: !isLoopback(address),
    isStopping: () => isStopping,
  });
  // The port is opened before runs resume: if the port is in use, no run may start. Requests wait until the runs have
  // resumed.
  const { promise: ready, open } = createGate();
  const listening = opened.add(
    await listen(createNodeListener(toNodeHandler(app), { ready, log }), {
      address,
      port,
      tls,
      limits: connectionLimitsOf(settings),
      log,
    }),
    endConnections,
  );
  opened.add(runs, (it) => it.stop());
  const resumed = await runs.resume();
  jobs = opened.add(
    await openServiceJobs({
      settings,
      store,
      sources,
      spool,
      runs,
      registry,
      limits: limitsOf(settings),
      log,
      meter,
      cluster,
    }),
    async (it) => it?.close(),
  );
  if (resumed > 0) log.info('runs_resumed', { runs: resumed });
  open();
  return {
    url: listening.url,
    async stop() {
      isStopping = true;
      void listening.close();
      await opened.close();
    },
  };
}

async function endConnections(listening: ServerHandle): Promise<void> {
  const closed = listening.close();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())]);
  listening.closeAll();
  await closed;
}

function createGate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => {};
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

/** Remembers what was opened, and closes it in reverse order. */
class Opened {
  readonly #closers: (() => Promise<void>)[] = [];

  /** Remembers `it`, which close() closes with the function. Returns `it`. */
  add<T>(it: T, close: (it: T) => Promise<void>): T {
    this.#closers.push(() => close(it));
    return it;
  }

  /** Closes everything in reverse order. Throws the first error. */
  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

const MIB = 1024 * 1024;

/** On loopback, requests are not limited unless --rate is set. */
const DEFAULT_RATE = 50;

interface AccessParts {
  readonly jwt?: JwtIssuer | null;
  readonly tls?: TlsFiles | null;
}

/** Returns the options of openAccess() for a service that listens on `address`. */
function accessOptionsOf(
  { data, jwt = null, tls = null, rate }: Pick<Settings, 'data' | 'rate'> & AccessParts,
  address: string,
  log: Log,
): AccessOptions {
  return {
    data,
    jwt,
    hasClientCertificates: tls !== null && tls.clientCa !== null,
    rate: rate ?? (isLoopback(address) ? null : DEFAULT_RATE),
    log,
  };
}

/**
 * Joins the cluster of the store, and keeps the specs of the API as the other instances have changed them. Returns null
 * if only this process uses the store. Throws StoreUnavailable.
 */
async function openServiceCluster({
  store,
  registry,
  log,
  meter,
}: {
  store: Store;
  registry: Registry;
  log: Log;
  meter: Meter;
}): Promise<Cluster | null> {
  if (store.cluster === null) return null;
  const cluster = await openCluster({ store: store.cluster, log, meter });
  cluster.listen(({ kind }) => {
    if (kind !== 'specs' && kind !== 'poll' && kind !== 'unknown') return;
    registry.refresh().catch((error: unknown) => log.debug('specs_not_refreshed', describeError(error)));
  });
  return cluster;
}

type LimitSettings = Omit<Settings, BrokerSettingName | 'store'>;

/** Returns the limits of files and runs that requests use. */
function limitsOf(settings: LimitSettings): Services['limits'] {
  const { maxFileBytes, maxRecordBytes, maxColumns, maxOutputBytes, maxOutputRatio, maxProcessorTime } = settings;
  return {
    ...{ maxFileBytes, maxRecordBytes, maxColumns, maxOutputBytes, maxOutputRatio, maxProcessorMs: maxProcessorTime },
    // Stored only if it is not the default, so that runs have the options of earlier versions.
    ...(settings.cloudevents !== 'binary' && { cloudevents: settings.cloudevents }),
  };
}

/** What only tests set. */
interface TestSettings {
  /** The size of the pieces of large files, in bytes. Default: 256 MiB. */
  pieceBytes?: number;
}

/** Returns the limits of the queue of runs, and the size of pieces if it is set. */
function runLimitsOf({
  maxQueuedRuns,
  maxQueuedRunsPerCaller,
  pieceBytes,
}: LimitSettings & TestSettings): { queue: QueueLimits } & TestSettings {
  const queue = { maxQueued: maxQueuedRuns, maxQueuedPerCaller: maxQueuedRunsPerCaller };
  return pieceBytes === undefined ? { queue } : { queue, pieceBytes };
}

/** Returns the limits of connections. */
function connectionLimitsOf(settings: LimitSettings): ConnectionLimits {
  const { headerTimeout, idleTimeout, requestTimeout, maxConnections, maxConnectionsPerAddress } = settings;
  return {
    headerMs: headerTimeout,
    idleMs: idleTimeout,
    requestMs: requestTimeout,
    maxConnections,
    maxConnectionsPerAddress,
  };
}

/** The received files of the service. */
interface ServiceFiles {
  readonly spool: Spool;
  /** Like Store.findProblem(), and also checks the bucket of the received files. */
  readonly findProblem: Store['findProblem'];
  close(): Promise<void>;
}

/** Returns the options of openStore() that say where received files are. */
function placeOf(files: FilesSettings | null): OpenStoreOptions {
  return { files: files?.kind === 'folder' ? files.path : null, hasBucket: files?.kind === 'bucket' };
}

/**
 * Opens the place of the received files: a folder of the store, or a bucket. Throws CannotUseBucket, FolderMismatch and
 * StoreUnavailable.
 */
async function openServiceFiles({
  files,
  store,
  sources,
  log,
}: {
  files: FilesSettings | null;
  store: Store;
  sources: Sources | null;
  log: Log;
}): Promise<ServiceFiles> {
  const { findProblem } = store;
  if (files?.kind !== 'bucket')
    return { spool: openSpool(store.filesFolder, store.folder), findProblem, close: async () => {} };
  // Loaded when it is needed, because most installations have a folder.
  const { openBucketFiles } = await import('../connector/bucket-files/open-bucket-files.ts');
  const bucket = await openBucketFiles({ settings: files, store, vault: sources?.vault ?? null, log });
  return {
    spool: bucket.spool,
    findProblem: async () => (await findProblem()) ?? bucket.findProblem(),
    close: bucket.close,
  };
}
