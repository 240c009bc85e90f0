import { suite } from 'uvu';
import { type Service, startService } from '../runtime/service.ts';
import type { Workplace } from '../runtime/specmill.ts';
import { type Broker, startBroker } from './broker/broker.ts';
import { findKafka, type KafkaFiles } from './broker/install.ts';
import { hasPeer } from './peer/install.ts';
import { startPeer } from './peer/peer.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** What every broker has, the peer too. */
export interface AnyBroker {
  address: string;
  createTopic(name: string, options?: { partitions?: number }): Promise<void>;
}

/** A broker of one file of tests, and the service. */
export interface Anywhere {
  broker: AnyBroker;
  /** Starts the service, publishing to the Kafka at `address`; it does not outlive the test. */
  serve(at: Workplace, address: string, flags?: readonly string[]): Promise<Service>;
}

/** The same with a real Kafka, and a way to it. */
export interface Surroundings extends Anywhere {
  broker: Broker;
  /** `proxied` of the broker is reached through it. */
  proxy: Proxy;
  /** Address of the broker behind the proxy. */
  proxied: string;
}

export interface KafkaSuite {
  /** A test that needs Kafka itself. */
  test(name: string, check: (surroundings: Surroundings) => Promise<void>): void;
  /** A test that the peer can stand in for. */
  testAnywhere(name: string, check: (surroundings: Anywhere) => Promise<void>): void;
  run(): void;
}

/** What the tests of Kafka run against here; null: nothing. In CI nothing stands in for a Kafka. */
function whichBroker(): { kind: 'kafka'; files: KafkaFiles } | { kind: 'peer' } | null {
  const files = process.env['SPECMILL_KAFKA'] === 'peer' ? null : findKafka();
  if (files !== null) return { kind: 'kafka', files };
  return hasPeer() && !process.env['CI'] ? { kind: 'peer' } : null;
}

interface Opened {
  surroundings: Omit<Anywhere, 'serve'> & Partial<Pick<Surroundings, 'proxy' | 'proxied'>>;
  close(keepLog: boolean): Promise<void>;
}

/**
 * Tests against a broker of their own, which is gone when they are over; its log stays where one failed.
 * Where there is no Kafka a peer stands in for it as far as it can; what it cannot is skipped. In CI that fails.
 */
export function kafkaSuite(name: string): KafkaSuite {
  const tests = suite(name);
  const which = whichBroker();
  let opened: Opened | null = null;
  let hasFailed = false;
  const services: Service[] = [];
  const serve: Anywhere['serve'] = async (at, address, flags = []) => {
    const service = await startService(at, ['--broker', `kafka://${address}`, ...flags]);
    services.push(service);
    return service;
  };
  if (which === null)
    console.log('skip: no Apache Kafka; npm run test:kafka fetches it where there are Java, Maven and kcat');
  if (which === null && process.env['CI'])
    tests('there is an Apache Kafka', () => Promise.reject(new Error('there is none')));

  if (which !== null) {
    tests.before(async () => {
      opened = which.kind === 'kafka' ? await openKafka(which.files) : await openPeer();
    });
    tests.after(() => opened?.close(hasFailed));
  }

  const declare = (what: string, check: (surroundings: Anywhere & Opened['surroundings']) => Promise<void>): void =>
    tests(what, async () => {
      try {
        if (opened === null) throw new Error('the broker did not start');
        await check({ ...opened.surroundings, serve });
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        for (const service of services.splice(0)) service.signal('SIGKILL');
        opened?.surroundings.proxy?.slow(Infinity);
      }
    });
  const skipped: string[] = [];
  const skip = (what: string): void => {
    skipped.push(what);
    tests.skip(what, () => {});
  };
  return {
    test(what, check) {
      if (which?.kind !== 'kafka') return skip(what);
      // `openKafka` has made all of it.
      declare(what, (surroundings) => check(surroundings as Surroundings));
    },
    testAnywhere(what, check) {
      if (which === null) return skip(what);
      declare(what, check);
    },
    run() {
      if (which?.kind === 'peer')
        console.log(
          `skip: ${name}: against a mock cluster, which cannot show ${skipped.length === 0 ? 'what a broker does with all this' : skipped.join('; ')}`,
        );
      tests.run();
    },
  };
}

async function openKafka(files: KafkaFiles): Promise<Opened> {
  const broker = await startBroker(files);
  const proxy = await startProxy(broker.ports.advertised, broker.ports.proxied);
  return {
    surroundings: { broker, proxy, proxied: `127.0.0.1:${broker.ports.advertised}` },
    async close(keepLog) {
      await proxy.down();
      await broker.remove({ keepLog });
    },
  };
}

async function openPeer(): Promise<Opened> {
  const cluster = await startPeer();
  const createTopic: AnyBroker['createTopic'] = async (name, { partitions = 3 } = {}) =>
    cluster.createTopic(name, partitions);
  return { surroundings: { broker: { address: cluster.address, createTopic } }, close: async () => cluster.remove() };
}
