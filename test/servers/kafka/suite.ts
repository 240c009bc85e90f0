import { suite } from 'uvu';
import { type Service, startService } from '../../runtime/service.ts';
import type { Workplace } from '../../runtime/specmill.ts';
import { type Broker, startBroker } from './broker/broker.ts';
import { findKafka, type KafkaFiles } from './broker/install.ts';
import { hasPeer } from './peer/install.ts';
import { startPeer } from './peer/peer.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** What Kafka and the mock cluster have in common. */
export interface AnyBroker {
  address: string;
  createTopic(name: string, options?: { partitions?: number }): Promise<void>;
}

/** The broker of one test file, and a way to start the service. */
export interface BrokerContext {
  broker: AnyBroker;
  /** Starts a service that publishes to the Kafka at `address`. It is ended with the test. */
  serve(at: Workplace, address: string, flags?: readonly string[]): Promise<Service>;
}

/** Adds a real Kafka and a proxy. */
export interface KafkaContext extends BrokerContext {
  broker: Broker;
  /** Forwards to the `proxied` listener of the broker. */
  proxy: Proxy;
  /** The address of the proxy. */
  proxied: string;
}

export interface KafkaSuite {
  /** Declares a test that needs a real Kafka. */
  test(name: string, check: (surroundings: KafkaContext) => Promise<void>): void;
  /** Declares a test that also runs with the mock cluster. */
  testAnywhere(name: string, check: (surroundings: BrokerContext) => Promise<void>): void;
  /** Declares what is closed after the tests. */
  after(close: () => Promise<void>): void;
  run(): void;
}

/** Returns which broker the tests use here, or null if there is none. CI requires a real Kafka. */
function whichBroker(): { kind: 'kafka'; files: KafkaFiles } | { kind: 'peer' } | null {
  const files = process.env['SPECMILL_KAFKA'] === 'peer' ? null : findKafka();
  if (files !== null) return { kind: 'kafka', files };
  return hasPeer() && !process.env['CI'] ? { kind: 'peer' } : null;
}

interface Opened {
  surroundings: Omit<BrokerContext, 'serve'> & Partial<Pick<KafkaContext, 'proxy' | 'proxied'>>;
  close(keepLog: boolean): Promise<void>;
}

/**
 * Declares tests with their own broker, which is removed afterwards. Its log remains if a test failed. Without Kafka
 * the mock cluster is used where possible, and the other tests are skipped. In CI a missing Kafka is a failure. `place`
 * is the folder for the data of the broker (default: the temporary folder).
 */
export function kafkaSuite(name: string, place?: string): KafkaSuite {
  const tests = suite(name);
  const which = whichBroker();
  let opened: Opened | null = null;
  let hasFailed = false;
  const services: Service[] = [];
  const serve: BrokerContext['serve'] = async (at, address, flags = []) => {
    const service = await startService(at, ['--broker', `kafka://${address}`, ...flags]);
    services.push(service);
    return service;
  };
  if (which === null)
    console.log('skip: no Apache Kafka; npm run test:kafka installs it if Java, Maven and kcat are installed');
  if (which === null && process.env['CI'])
    tests('Apache Kafka is installed', () => Promise.reject(new Error('there is none')));

  if (which !== null) {
    tests.before(async () => {
      opened = which.kind === 'kafka' ? await openKafka(which.files, place) : await openPeer();
    });
    tests.after(() => opened?.close(hasFailed));
  }

  const declare = (
    what: string,
    check: (surroundings: BrokerContext & Opened['surroundings']) => Promise<void>,
  ): void =>
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
      // `openKafka` has created all of these members.
      declare(what, (surroundings) => check(surroundings as KafkaContext));
    },
    testAnywhere(what, check) {
      if (which === null) return skip(what);
      declare(what, check);
    },
    after(close) {
      tests.after(close);
    },
    run() {
      if (which?.kind === 'peer')
        console.log(
          `skip: ${name}: the mock cluster does not prove ${skipped.length === 0 ? 'the behaviour of a real broker' : skipped.join('; ')}`,
        );
      tests.run();
    },
  };
}

async function openKafka(files: KafkaFiles, place?: string): Promise<Opened> {
  const broker = await startBroker(files, place);
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
