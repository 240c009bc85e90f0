import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { FileView, JobView } from '../../../../runtime/jobs/job-view.ts';
import { eventually, jsonInit, ORDERS_YAML, type Service, startService } from '../../../runtime/service.ts';
import type { Workplace } from '../../../runtime/specmill.ts';
import { seed } from '../../../support/property.ts';
import { randomOf } from '../../../support/random.ts';
import { checkOutcome } from './check-outcome.ts';
import type { OnceSource } from './once-source.ts';
import { startPartner } from './start-partner.ts';

const isLong = Boolean(process.env['SPECMILL_LONG']);
/** Longer than this is a hang. The long form takes seven minutes on two processors. */
const HANGS_MS = isLong ? 45 * 60_000 : 10 * 60_000;

/** How much happens. */
export interface OnceSize {
  readonly files: number;
  /** Maximum number of records of a file. */
  readonly records: number;
  /** How often the service is killed. */
  readonly kills: number;
  /** How often the server of the source is killed. */
  readonly serverKills: number;
}

/** Where the records of the job go. */
export interface OnceTarget {
  readonly topic: string;
  /** Flags of `specmill serve`. */
  readonly flags: readonly string[];
  /** The `options` of the job. */
  readonly options: object;
  /** Calls `onValue` with the value of each message of the topic. */
  read(service: Service, onValue: (value: string) => void): Promise<void>;
}

/** Returns the size of the long form if SPECMILL_LONG is set, otherwise `short`. */
export function sizeOf(short: OnceSize): OnceSize {
  return isLong ? { files: 500, records: 20_000, kills: 30, serverKills: 10 } : short;
}

/**
 * Runs a job while a partner puts files into its source, and while the service and the server of the source are killed.
 * Throws unless each file was published exactly once and is where it belongs.
 */
export async function publishOnce(
  at: Workplace,
  { source, target, size }: { source: OnceSource; target: OnceTarget; size: OnceSize },
): Promise<void> {
  at.write('specs/orders.yaml', ORDERS_YAML);
  mkdirSync(join(source.folder, 'in'), { recursive: true });
  const random = randomOf(seed, 11);
  const start = (): Promise<Service> =>
    startService(at, ['--integration-hosts', '127.0.0.1', '--threads', '1', ...target.flags]);
  let service = await start();
  await createJob(service, source, target);
  const partner = startPartner({ place: source.place, files: size.files, records: size.records, seed });
  const begin = performance.now();
  const hits = { service: 0, server: 0 };
  try {
    for (let kill = 0; kill < size.kills; kill++) {
      await sleep(300 + random.below(3000));
      if (kill % Math.ceil(size.kills / size.serverKills) === 0) {
        if (await waitForWork(service)) hits.server++;
        await restartServer(source, random.below(1500));
      }
      if (await waitForWork(service)) hits.service++;
      await sleep(random.below(50));
      service.signal('SIGKILL');
      await service.exited;
      service = await start();
    }
    const expected = await partner.files();
    await eventually(() => isComplete(service, expected.length), HANGS_MS);
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    const records = await checkOutcome(service, { folder: source.folder, expected, target });
    await service.stop();
    console.log(
      `\nnote: ${expected.length} files, ${records} records, each once, in ${seconds} s; during work on a file: ` +
        `${hits.service} of ${size.kills} kills of the service, ${hits.server} of ${size.serverKills} of the server`,
    );
  } finally {
    partner.end();
    service.signal('SIGKILL');
  }
}

async function createJob(
  service: Service,
  { credential, integration }: OnceSource,
  { topic, options }: OnceTarget,
): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const response = await service.fetch(path, jsonInit('POST', body));
    assert.is(response.status, 201, await response.text());
  };
  await post('/credentials', credential);
  await post('/integrations', { name: 'partner', credentialId: 'key', ...integration });
  await post('/jobs', {
    name: 'claims',
    source: { integration: 'partner', path: '/in', pattern: 'claims-*.csv' },
    spec: 'orders',
    schedule: { every: '1s' },
    ready: { unchangedFor: '1s', doneFile: '{name}.done' },
    to: { topic },
    options,
    then: { done: { move: 'archive/{name}' }, failed: { move: 'failed/{name}', reason: true } },
    retry: { max: 5, backoff: '1s..2s' },
  });
}

async function restartServer(source: OnceSource, pauseMs: number): Promise<void> {
  await source.kill();
  await sleep(pauseMs);
  await source.restart();
}

/**
 * Waits until a file is between its claim and its end, so that a kill interrupts something. Returns false if there is
 * none for some seconds.
 */
async function waitForWork(service: Service): Promise<boolean> {
  for (const until = Date.now() + 3000; Date.now() < until; await sleep(15)) {
    const { counts } = await jobOf(service);
    if (counts.taken + counts.running + counts.published > 0) return true;
  }
  return false;
}

const jobOf = async (service: Service): Promise<JobView> =>
  (await (await service.fetch('/jobs/claims')).json()) as JobView;

/** Returns whether all files are where they belong. */
async function isComplete(service: Service, files: number): Promise<boolean> {
  const { counts } = await jobOf(service);
  if (counts.done + counts.failed < files) return false;
  const failed = (await (await service.fetch('/jobs/claims/files?state=failed')).json()) as FileView[];
  return failed.every(({ pending }) => !pending);
}
