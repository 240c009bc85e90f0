import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import type { KafkaFiles } from './install.ts';
import { hasLeaders } from './has-leaders.ts';
import { type BrokerProcess, createBrokerProcess, formatStorage } from './process.ts';
import { clusterProperties } from './properties.ts';
import { findFreePort } from '../../../support/free-port.ts';

/** A Kafka of three nodes on this machine. Topics have three replicas, and two of them suffice for a write. */
export interface ThreeNodes {
  /** The addresses of all nodes, separated by commas. */
  addresses: string;
  createTopic(name: string): Promise<void>;
  /** Ends the node that leads the first partition of a topic with SIGKILL, for good. Returns the addresses of the others. */
  killLeader(topic: string): Promise<string>;
  remove(): Promise<void>;
}

const READY_MS = 120_000;
const STARTS = 3;

interface Node {
  address: string;
  folder: string;
  process: BrokerProcess;
}

/** Starts three nodes, anew with other ports if they do not find each other. Throws after the third time. */
export async function startThreeNodes(files: KafkaFiles): Promise<ThreeNodes> {
  for (let start = 1; ; start++) {
    const nodes = await startNodes(files);
    try {
      await waitForAll(nodes);
      return createHandle(nodes);
    } catch (error) {
      await removeNodes(nodes);
      if (start === STARTS) throw error;
      console.log(`note: start ${start} of three nodes failed: ${String(error).slice(0, 300)}`);
    }
  }
}

async function startNodes(files: KafkaFiles): Promise<Node[]> {
  const ids = [1, 2, 3];
  const ports = await findPorts(ids.length);
  const nodes = ids.map((id): Node => {
    const folder = mkdtempSync(join(tmpdir(), `specmill-kafka-${id}-`));
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'server.properties'), clusterProperties(id, ports, join(folder, 'data')));
    formatStorage(files, folder);
    const process = createBrokerProcess(files, folder);
    return { address: `127.0.0.1:${ports[id - 1]?.plain}`, folder, process };
  });
  for (const { process } of nodes) process.start();
  return nodes;
}

async function waitForAll(nodes: Node[]): Promise<void> {
  const until = Date.now() + READY_MS;
  let last: unknown = null;
  while (Date.now() < until) {
    for (const { process } of nodes) {
      const ended = process.ended();
      if (ended !== null) throw new Error(`a node of Kafka: ${ended}`);
    }
    try {
      if ((await withAdmin(addressesOf(nodes), countNodes, 5)) === nodes.length) return;
    } catch (error) {
      last = error;
    }
    await sleep(200);
  }
  throw new Error(`the nodes of Kafka do not answer: ${String(last)}`);
}

function createHandle(nodes: Node[]): ThreeNodes {
  const alive = new Set(nodes);
  const addresses = (): string => addressesOf([...alive]);
  return {
    addresses: addresses(),
    createTopic: (topic) =>
      withAdmin(addresses(), async (admin) => {
        await admin.createTopics({
          topics: [{ topic, numPartitions: 3, replicationFactor: 3 }],
          waitForLeaders: false,
        });
        while (!(await hasLeaders(admin, topic))) await sleep(50);
      }),
    async killLeader(topic) {
      const leader = await withAdmin(addresses(), async (admin) => {
        const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
        return topics[0]?.partitions.find(({ partitionId }) => partitionId === 0)?.leader;
      });
      const node = nodes[(leader ?? 0) - 1];
      if (node === undefined) throw new Error(`partition 0 of ${topic} has no leader`);
      alive.delete(node);
      await node.process.end('SIGKILL');
      return addresses();
    },
    remove: () => removeNodes(nodes),
  };
}

async function removeNodes(nodes: Node[]): Promise<void> {
  for (const { process, folder } of nodes) {
    await process.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function addressesOf(nodes: Node[]): string {
  return nodes.map(({ address }) => address).join();
}

async function findPorts(count: number): Promise<{ plain: number; controller: number }[]> {
  const ports = new Set<number>();
  while (ports.size < 2 * count) ports.add(await findFreePort());
  const all = [...ports];
  return all.slice(0, count).map((plain, index) => ({ plain, controller: all[count + index] ?? 0 }));
}

async function withAdmin<T>(addresses: string, use: (admin: Admin) => Promise<T>, retries = 1000): Promise<T> {
  const retry = { retries, initialRetryTime: 50, maxRetryTime: 500 };
  const admin = new Kafka({ brokers: addresses.split(','), logLevel: logLevel.NOTHING, retry }).admin();
  await admin.connect();
  try {
    return await use(admin);
  } finally {
    await admin.disconnect();
  }
}

async function countNodes(admin: Admin): Promise<number> {
  const { brokers } = await admin.describeCluster();
  return brokers.length;
}
