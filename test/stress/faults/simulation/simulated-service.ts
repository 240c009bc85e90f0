import { join } from 'node:path';
import { createJsonLog } from '../../../../runtime/base/log/json-log.ts';
import { NO_METER } from '../../../../runtime/base/log/meter.ts';
import { createRunOptions } from '../../../../runtime/base/model/run-info.ts';
import type { RunModule } from '../../../../runtime/base/model/run-module.ts';
import { openJobs } from '../../../../runtime/jobs/open-jobs.ts';
import type { Jobs } from '../../../../runtime/jobs/jobs.ts';
import { openSpool, type Spool } from '../../../../runtime/reading/source/spool.ts';
import { openCluster } from '../../../../runtime/runs/cluster/open-cluster.ts';
import { openRuns } from '../../../../runtime/runs/open-runs.ts';
import type { Runs } from '../../../../runtime/runs/runs.ts';
import type { ClusterEvent, ClusterStore, EventKind } from '../../../../runtime/state/store/cluster/cluster-store.ts';
import { createInstanceStore } from '../../../../runtime/state/store/cluster/instances.ts';
import { createLeaseStore } from '../../../../runtime/state/store/cluster/leases.ts';
import { createTaskStore } from '../../../../runtime/state/store/cluster/run-tasks.ts';
import { createStore } from '../../../../runtime/state/store/create-store.ts';
import type { Store } from '../../../../runtime/state/store/store.ts';
import { fakeModule } from '../../../runtime/fake-module.ts';
import type { Database } from './database.ts';
import type { Plan } from './plan.ts';
import type { RemoteFolder } from './remote-folder.ts';
import { createSimulatedPool, type SimulatedPool } from './simulated-pool.ts';
import type { Process, Simulator } from './simulator.ts';

/** The service of a simulated process: the real code, on a simulated system. */
export interface SimulatedService {
  readonly process: Process;
  readonly store: Store;
  readonly runs: Runs;
  readonly jobs: Jobs;
  readonly spool: Spool;
  readonly pool: SimulatedPool;
  /** Ends it as SIGTERM does. */
  stop(): Promise<void>;
}

/** What a service needs. */
export interface ServiceParts {
  readonly simulator: Simulator;
  readonly process: Process;
  readonly plan: Plan;
  readonly database: Database;
  readonly remote: RemoteFolder;
  /** Its data folder, and the folder that all instances share. */
  readonly folder: string;
  readonly filesFolder: string;
  /** Calls its listener for each event that reaches it. */
  readonly listeners: Map<Process, (event: ClusterEvent) => void>;
}

/** The module that all files are read with. */
export const MODULE: RunModule = { path: '/nowhere', hash: 'cd'.repeat(32), spec: fakeModule.spec };
const THREADS = 2;
const INBOX = {
  ...{ id: 'i', origin: 'api', name: 'inbox', type: 'LOCAL_FS', credentialId: null },
  ...{ config: {}, version: 1, createdAt: null, updatedAt: null },
} as const;

/** Starts a service in the calling process. */
export async function startSimulatedService(parts: ServiceParts): Promise<SimulatedService> {
  const { simulator, process, plan, folder, filesFolder, remote } = parts;
  const log = createJsonLog((line) => {
    if (!line.includes('"level":"info"')) simulator.tell(`log ${process.name} ${line.slice(0, 300)}`);
  });
  const meter = NO_METER;
  const store = await openSimulatedStore(parts);
  const cluster = store.cluster === null ? null : await openCluster({ store: store.cluster, log, meter });
  const pool = createSimulatedPool(simulator, { owner: process, size: THREADS, module: fakeModule });
  const runs = openRuns({ store, threads: THREADS, keepFilesMs: plan.keepFilesMs, log, cluster, pool });
  await runs.resume();
  const spool = openSpool(filesFolder, folder);
  const openConnector = async () => ({ integration: INBOX, connector: remote.connector, release: () => {} });
  const jobs = await openJobs({
    ...{ store, runs, spool, log, meter, cluster },
    folder: join(folder, 'no-jobs-in-git'),
    receiver: null,
    limits: createLimits(plan),
    findSpec: (name) => (name === 'fake' ? { id: '7d0a1c5e-0000-4000-8000-000000000001', name, module: MODULE } : null),
    sources: { find: async (name) => (name === 'inbox' || name === 'i' ? INBOX : null), openConnector },
  });
  return {
    ...{ process, store, runs, jobs, spool, pool },
    async stop() {
      await jobs.close();
      await runs.stop();
      await cluster?.close();
      await store.close();
    },
  };
}

function createLimits({ batchRecords }: Plan) {
  const { today } = createRunOptions({ today: '2024-02-29' });
  return { maxFileBytes: 10_000, batchRecords, today };
}

async function openSimulatedStore(parts: ServiceParts): Promise<Store> {
  const { database, folder, filesFolder, process } = parts;
  const writing = await database.connect('writer');
  const reading = await database.connect('reader');
  return createStore({
    ...{ folder, filesFolder },
    shared: database.isShared ? await openShared(parts) : null,
    connections: { writing, reading, readingTopics: reading },
    folderCheck: { check: async () => {}, findProblem: async () => null },
    maxSpecsBytes: Infinity,
    lock: { release: async () => {} },
  });

  async function openShared({ listeners }: ServiceParts) {
    const connection = await database.connect('leases');
    const instanceId = process.name;
    const cluster: ClusterStore = {
      instanceId,
      instances: createInstanceStore(connection, instanceId),
      tasks: createTaskStore(connection, instanceId),
      // Files in pieces have a model of their own.
      pieces: {
        take: async () => [],
        renew: async () => null,
        release: async () => 'ended',
        states: async () => new Map(),
      },
      leases: createLeaseStore(connection, instanceId),
      announce: async (kind: EventKind, id = '') => {
        if (!database.isCutOff(process)) database.announce(process, kind, id);
      },
      listen: (onEvent) => void listeners.set(process, onEvent),
      reconnect: async () => {},
    };
    return { cluster, close: () => connection.close() };
  }
}
