import { suite } from 'uvu';
import { type Service, startService } from '../runtime/service.ts';
import type { Workplace } from '../runtime/specmill.ts';
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
  /** Starts the service, publishing to the Kafka at `address`; it does not outlive the test. */
  serve(at: Workplace, address: string, flags?: readonly string[]): Promise<Service>;
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
  const services: Service[] = [];
  const serve: Surroundings['serve'] = async (at, address, flags = []) => {
    const service = await startService(at, ['--broker', `kafka://${address}`, ...flags]);
    services.push(service);
    return service;
  };
  if (files === null) console.log('skip: no Apache Kafka; npm run test:kafka fetches it where there are Java, Maven and kcat');
  if (files === null && process.env['CI']) tests('there is an Apache Kafka', () => Promise.reject(new Error('there is none')));

  if (files !== null) {
    tests.before(async () => {
      const broker = await startBroker(files);
      const proxy = await startProxy(broker.ports.advertised, broker.ports.proxied);
      surroundings = { broker, proxy, serve, proxied: `127.0.0.1:${broker.ports.advertised}` };
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
        } finally {
          for (const service of services.splice(0)) service.signal('SIGKILL');
          surroundings?.proxy.slow(Infinity);
        }
      });
    },
    run: () => tests.run(),
  };
}
