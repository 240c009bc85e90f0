/** Several instances of the service on one PostgreSQL, one Kafka and one shared folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';
import type { InstanceView } from '../../../runtime/server/shapes/instance.ts';
import { requireServer } from '../connectors/install/require-server.ts';
import type { DatabaseServer } from '../connectors/servers/database-server.ts';
import { startPostgres } from '../connectors/servers/postgresql.ts';
import { type Broker, startBroker } from '../kafka/broker/broker.ts';
import { findKafka } from '../kafka/broker/install.ts';
import { type Proxy, startProxy } from '../kafka/proxy.ts';
import { eventually, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { type Proxy as DatabaseProxy, startProxy as startDatabaseProxy } from './proxy.ts';
import { newDatabase } from './stores.ts';

/** An instance of the service, and its place. */
export interface Instance extends Service {
  readonly id: string;
  readonly at: Workplace;
}

/** The servers that the instances can be cut off from. */
export type Cut = 'kafka' | 'postgresql' | 'both';

/** The network between the instances and the servers. */
export interface Network {
  /** Ends all connections, and refuses new ones. */
  cut(from: Cut): Promise<void>;
  restore(): Promise<void>;
  /** Leads the instances to another PostgreSQL, at a port of loopback. */
  moveDatabase(port: number): void;
}

/** What the instances of a test share. */
export interface ClusterPlace {
  readonly broker: Broker;
  readonly proxy: Proxy;
  readonly postgres: PostgresSettings;
  readonly server: DatabaseServer;
  /** The network between the instances and the servers. */
  readonly network: Network;
  /** Starts an instance with a new data folder, of this build or another one. It is ended with the test. Without --files in `flags`, it uses the shared folder. */
  start(flags?: readonly string[], program?: string, env?: Readonly<Record<string, string>>): Promise<Instance>;
  /** Returns the logs of all instances, also of those that were killed. */
  logs(): string[];
}

/** Declares tests, each with an empty database and shared folder. They are skipped where a server is not installed. */
export async function testCluster(
  title: string,
  declare: (test: (name: string, check: (place: ClusterPlace) => Promise<void>) => void) => void,
): Promise<void> {
  if (!requireServer('PostgreSQL', title)) return;
  const files = findKafka();
  if (files === null) {
    if (process.env['CI']) throw new Error('there is no Apache Kafka');
    console.log(`skip: ${title}: Apache Kafka is not installed (npm run test:cluster installs it)`);
    const skipped = suite(title);
    skipped.skip('needs Apache Kafka');
    skipped.run();
    return;
  }
  const server = await startPostgres();
  const broker = await startBroker(files);
  const proxy = await startProxy(broker.ports.advertised, broker.ports.proxied);
  const tests = suite(title);
  tests.after(async () => {
    await proxy.down();
    await broker.remove();
    await server.close();
  });
  declare((name, check) =>
    tests(name, () => inPlace({ broker, proxy, server, postgres: null }, (place) => check(place))),
  );
  tests.run();
}

async function inPlace(
  { broker, proxy, server }: Pick<ClusterPlace, 'broker' | 'proxy' | 'server'> & { postgres: null },
  check: (place: ClusterPlace) => Promise<void>,
): Promise<void> {
  const postgres = await newDatabase(server);
  const shared = mkdtempSync(join(tmpdir(), 'specmill-shared-'));
  const started: Instance[] = [];
  const database = await startDatabaseProxy(postgres.port);
  const network = createNetwork(proxy, database);
  const store = `postgresql://${postgres.user}@127.0.0.1:${database.port}/${postgres.database}`;
  const address = `kafka://127.0.0.1:${broker.ports.advertised}`;
  async function start(
    flags: readonly string[] = [],
    program?: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Instance> {
    const env = { SPECMILL_STORE_PASSWORD: postgres.password ?? '', ...more };
    const at = createWorkplace({ env, ...(program !== undefined && { program }) });
    at.write('specs/orders.yaml', ORDERS_YAML);
    const own = ['--store', store, '--broker', address, '--threads', '2'];
    const files = flags.includes('--files') ? [] : ['--files', join(shared, 'files')];
    const service = await startService(at, [...own, ...files, ...flags]);
    const instances = (await (await service.fetch('/instances')).json()) as InstanceView[];
    const instance = { ...service, at, id: instances.find(({ isThis }) => isThis)?.id ?? '' };
    started.push(instance);
    return instance;
  }
  try {
    await check({ broker, proxy, server, postgres, network, start, logs: () => started.map(({ stderr }) => stderr()) });
  } catch (error) {
    for (const { id, stderr } of started) console.log(`instance ${id}:\n${stderr().slice(-4000)}`);
    throw error;
  } finally {
    proxy.slow(Infinity);
    for (const { signal, at } of started) {
      signal('SIGKILL');
      at.remove();
    }
    await network.restore();
    await database.close();
    rmSync(shared, { recursive: true, force: true });
  }
}

function createNetwork(kafka: Proxy, database: DatabaseProxy): Network {
  let isKafkaDown = false;
  return {
    async cut(from) {
      if (from !== 'kafka') database.cutAll(true);
      if (from !== 'postgresql' && !isKafkaDown) await kafka.down();
      isKafkaDown ||= from !== 'postgresql';
    },
    async restore() {
      database.cutAll(false);
      if (isKafkaDown) await kafka.up();
      isKafkaDown = false;
    },
    moveDatabase: (port) => database.retarget(port),
  };
}

/** Returns the instances that `service` lists. */
export async function listInstances(service: Service): Promise<InstanceView[]> {
  return (await (await service.fetch('/instances')).json()) as InstanceView[];
}

/** Waits until one of the instances has taken a run, and returns it. The others have none. */
export async function findTaker(instances: readonly Instance[], asked: Service): Promise<Instance> {
  let taker: Instance | undefined;
  await eventually(async () => {
    const busy = (await listInstances(asked)).filter(({ runs, state }) => runs > 0 && state !== 'lost');
    taker = instances.find(({ id }) => busy[0]?.id === id);
    return taker !== undefined;
  }, 60_000);
  if (taker === undefined) throw new Error('no instance has a run');
  return taker;
}
