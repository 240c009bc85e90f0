import { toNodeHandler } from 'h3';
import { type Access, type JwtIssuer, openAccess, openAudit } from '../state/access/control/open-access.ts';
import { describeError, type Log } from '../base/log/json-log.ts';
import { neededBy, pruneModules } from '../state/registry/prune-modules.ts';
import { createOpenDatabase } from '../jobs/integrations/open-database.ts';
import { createOpenFile } from '../jobs/integrations/open-file.ts';
import { openSources } from '../jobs/integrations/open-sources.ts';
import { openRegistry } from '../state/registry/open-registry.ts';
import { createSpecCompiler } from '../state/registry/compile/spec-compiler.ts';
import { openRuns } from '../runs/open-runs.ts';
import type { TlsFiles } from '../state/settings/access.ts';
import type { BrokerSettingName } from '../state/settings/broker.ts';
import type { FilesSettings } from '../state/settings/files.ts';
import type { AlertSettings } from '../state/settings/alerts.ts';
import type { Settings } from '../state/settings/declarations.ts';
import type { BrokerSettings } from '../base/model/broker-settings.ts';
import { createFileMemory } from '../reading/source/file-memory.ts';
import { openStore } from '../state/store/open-store.ts';
import type { PostgresSettings } from '../state/store/postgresql/settings.ts';
import { createApp } from './app.ts';
import { Opened } from './opened.ts';
import { accessOptionsOf } from './access-options.ts';
import { openServiceFiles, placeOf } from './open-service-files.ts';
import { openServiceCluster } from './open-service-cluster.ts';
import { openServiceJobs } from './open-service-jobs.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { FILE_TO_EVENTS } from './routes/paths.ts';
import { connectionLimitsOf, limitsOf, runLimitsOf, type TestSettings } from './limits-of-settings.ts';
import { returnMemory } from '../base/program/return-memory.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { createSpoolQuota } from './http/spool-quota.ts';
import { createStorageLimit } from './http/storage-limit.ts';
import { watchBroker } from './broker-watch.ts';
import type { Runs } from '../runs/runs.ts';
import { createStreamSlots } from './http/stream-slots.ts';
import { isLoopback } from './http/guard.ts';
import { findAddress, listen, type ServerHandle } from './http/listen.ts';
import { createNodeListener } from './http/node-listener.ts';

/** The settings of the service. */
export interface ServiceSettings extends Omit<Settings, BrokerSettingName | 'store'>, TestSettings {
  /** The broker that runs publish to. Default: the embedded broker. */
  broker?: BrokerSettings;
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
  const { data, specs, threads, keepFiles, port, tls = null, broker = { kind: 'embedded' } } = settings;
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
    await openRegistry({ folder: specs, dataFolder: data, store: store.specs, createCompiler, log }),
    (it) => it.close(),
  );
  const sources = opened.add(
    await openSources({ store, settings, log, isWatching: true, usersOf: async (it) => jobs?.usersOf(it) ?? [] }),
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
  const runs: Runs = openRuns({
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
  let isStopping = false;
  let jobs: Jobs | null = null;
  const app = createApp({
    access,
    audit,
    registry,
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
    fileStreams: createStreamSlots({ max: 100, maxPerCaller: 20 }),
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
