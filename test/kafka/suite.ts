import { suite } from 'uvu';
import { type Broker, startBroker } from './broker/broker.ts';
import { findKafka } from './broker/install.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** A broker and the way to it, of one file of tests. */
export interface Surroundings {
  broker: Broker;
  /** `proxied` of the broker is reached through it. */
  proxy: Proxy;
  /** Address of the broker behind the proxy. */
  proxied: string;
}

export interface KafkaSuite {
  test(name: string, check: (surroundings: Surroundings) => Promise<void>): void;
  run(): void;
}

/**
 * Tests against a broker of their own, which is gone when they are over; its log stays where one failed.
 * Where there is no Kafka they are skipped, in CI they fail.
 */
export function kafkaSuite(name: string): KafkaSuite {
  const tests = suite(name);
  const files = findKafka();
  let surroundings: Surroundings | null = null;
  let hasFailed = false;
  if (files === null) console.log('skip: no Apache Kafka; npm run test:kafka fetches it where there are Java, Maven and kcat');
  if (files === null && process.env['CI']) tests('there is an Apache Kafka', () => Promise.reject(new Error('there is none')));

  if (files !== null) {
    tests.before(async () => {
      const broker = await startBroker(files);
      const proxy = await startProxy(broker.ports.advertised, broker.ports.proxied);
      surroundings = { broker, proxy, proxied: `127.0.0.1:${broker.ports.advertised}` };
    });
    tests.after(async () => {
      await surroundings?.proxy.down();
      await surroundings?.broker.remove({ keepLog: hasFailed });
    });
  }
  return {
    test(what, check) {
      if (files === null) return tests.skip(what, () => {});
      tests(what, async () => {
        try {
          if (surroundings === null) throw new Error('the broker did not start');
          await check(surroundings);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      });
    },
    run: () => tests.run(),
  };
}
