import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { findFreePort } from '../../../support/free-port.ts';
import { createCertificates } from './certificates.ts';
import { hasLeaders } from './has-leaders.ts';
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
  createTopic(name: string, options?: TopicOptions): Promise<void>;
  createTopics(names: readonly string[], options?: TopicOptions): Promise<void>;
  /** Deletes a topic. Its files follow after its `file.delete.delay.ms`. */
  deleteTopic(name: string): Promise<void>;
  /** Ends the broker and deletes its files. `keepLog` retains the log and prints its path. */
  remove(options?: { keepLog: boolean }): Promise<void>;
}

interface TopicOptions {
  readonly partitions?: number;
  readonly config?: Readonly<Record<string, string>>;
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
  const createTopics: Broker['createTopics'] = async (names, { partitions = 3, config = {} } = {}) => {
    const admin = clientOf(10).admin();
    await admin.connect();
    const configEntries = Object.entries(config).map(([key, value]) => ({ name: key, value }));
    await admin.createTopics({
      topics: names.map((topic) => ({ topic, numPartitions: partitions, configEntries })),
      waitForLeaders: false,
    });
    for (const name of names) while (!(await hasLeaders(admin, name))) await sleep(50);
    await admin.disconnect();
  };
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
      // It answers before all of its ports are open, and ends if one of them is not free.
      await sleep(500);
      const ended = server.ended();
      if (ended !== null) throw new Error(`the broker in ${folder} did not start: ${ended}`);
    },
    createTopic: (name, options) => createTopics([name], options),
    createTopics,
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

/**
 * Returns ports that no connection takes while the broker is killed. Ports that the system chooses are those of
 * connections, too: once, one of them had a broker's port, and the broker did not start again.
 */
async function freePorts(): Promise<Ports> {
  const ports = new Set<number>();
  while (ports.size < 7) ports.add(await findFreePort());
  const [plain = 0, proxied = 0, advertised = 0, sasl = 0, tls = 0, saslTls = 0, controller = 0] = ports;
  return { plain, proxied, advertised, sasl, tls, saslTls, controller };
}
