import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { createCertificates } from './certificates.ts';
import { findKafka, type KafkaFiles } from './install.ts';
import { type BrokerProcess, formatStorage, createBrokerProcess } from './process.ts';
import { type Ports, serverProperties } from './properties.ts';

/** A Kafka of one node on this machine, used by this process only. */
export interface Broker {
  /** A name for people. */
  name: string;
  ports: Ports;
  /** `host:port` for clients without TLS or password. */
  address: string;
  /** The certificate (PEM file) of the authority that signed the broker's certificate. */
  ca: string;
  /** The folder with its log, `server.log`. */
  folder: string;
  /** Sends SIGKILL and resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts the broker again with its data. Resolves when it answers. */
  start(): Promise<void>;
  createTopic(
    name: string,
    options?: { partitions?: number; config?: Readonly<Record<string, string>> },
  ): Promise<void>;
  /** Deletes a topic. Its files follow after its `file.delete.delay.ms`. */
  deleteTopic(name: string): Promise<void>;
  /** Ends the broker and deletes its files. `keepLog` retains the log and prints its path. */
  remove(options?: { keepLog: boolean }): Promise<void>;
}

/** After a kill the broker reads its log again, which takes long on a busy machine. */
const READY_MS = 240_000;

/**
 * Starts a broker with its data below `place`. Throws if Kafka is not installed (`npm run test:kafka` downloads it) or
 * does not start.
 */
export async function startBroker(files: KafkaFiles | null = findKafka(), place = tmpdir()): Promise<Broker> {
  if (files === null) throw new Error('no Kafka: npm run test:kafka fetches it');
  const folder = mkdtempSync(join(place, 'specmill-kafka-'));
  mkdirSync(join(folder, 'data'));
  const ports = await freePorts();
  const { ca, keyStore } = createCertificates(folder);
  writeFileSync(join(folder, 'server.properties'), serverProperties(ports, { data: join(folder, 'data'), keyStore }));
  formatStorage(files, folder);
  const broker = toBroker(createBrokerProcess(files, folder), { ports, ca, folder, version: files.version });
  await broker.start();
  return broker;
}

function toBroker(
  server: BrokerProcess,
  { ports, ca, folder, version }: { ports: Ports; ca: string; folder: string; version: string },
): Broker {
  const address = `127.0.0.1:${ports.plain}`;
  const clientOf = (retries: number) =>
    new Kafka({
      brokers: [address],
      clientId: 'test',
      logLevel: logLevel.NOTHING,
      retry: { retries, initialRetryTime: 50 },
      connectionTimeout: 1000,
    });
  return {
    name: `Apache Kafka ${version}`,
    ports,
    address,
    ca,
    folder,
    kill: () => server.end('SIGKILL'),
    async start() {
      server.start();
      for (const until = Date.now() + READY_MS; !(await answers(clientOf(0))); await sleep(100)) {
        const ended = server.ended();
        if (ended !== null || Date.now() > until)
          throw new Error(`the broker in ${folder} does not answer: ${ended ?? 'it is still starting'}`);
      }
    },
    async createTopic(name, { partitions = 3, config = {} } = {}) {
      const admin = clientOf(10).admin();
      await admin.connect();
      const configEntries = Object.entries(config).map(([key, value]) => ({ name: key, value }));
      await admin.createTopics({
        topics: [{ topic: name, numPartitions: partitions, configEntries }],
        waitForLeaders: false,
      });
      while (!(await hasLeaders(admin, name))) await sleep(50);
      await admin.disconnect();
    },
    async deleteTopic(name) {
      const admin = clientOf(10).admin();
      await admin.connect();
      await admin.deleteTopics({ topics: [name] });
      await admin.disconnect();
    },
    async remove({ keepLog } = { keepLog: false }) {
      await server.end('SIGKILL');
      rmSync(join(folder, 'data'), { recursive: true, force: true });
      if (keepLog) console.log(`the broker's log: ${join(folder, 'server.log')}`);
      else rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(kafka: Kafka): Promise<boolean> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).brokers.length > 0;
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
}

// A new topic is not known everywhere at once.
async function hasLeaders(admin: Admin, topic: string): Promise<boolean> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.every(({ leader }) => leader >= 0) ?? false;
  } catch {
    return false;
  }
}

// All ports are held at the same time, so that no two are equal.
async function freePorts(): Promise<Ports> {
  const servers = await Promise.all(
    Array.from(
      { length: 7 },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const [plain = 0, proxied = 0, advertised = 0, sasl = 0, tls = 0, saslTls = 0, controller = 0] = servers.map(
    (server) => (server.address() as AddressInfo).port,
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return { plain, proxied, advertised, sasl, tls, saslTls, controller };
}
