import * as assert from 'uvu/assert';
import type { RunView } from '../../../runtime/runs/run-request.ts';
import { fetchRuns, MOST_LISTED, transform, waitForAllRuns } from '../../runtime/all-runs.ts';
import { csvFile, eventually, formOf, jsonInit, ORDERS, type Service, startService } from '../../runtime/service.ts';
import type { Workplace } from '../../runtime/specmill.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { processorTimeOf } from '../../support/runner/processor-time.ts';
import { checkDatabases, checkOwners } from './data-folder-check.ts';
import { addKeys, checkKeys, createKeys } from './keys-during-kills.ts';

const random = randomOf(seed, 0);

/** What a start took until the service answered. */
interface Start {
  readonly ms: number;
  readonly processorSeconds: number;
}

/**
 * Kills the service several times while specs change, keys are added and revoked, and files are sent. After each kill
 * the databases are whole. In the end, everything that was confirmed is there once, and each file of the data folder has
 * an owner. Returns what each start took.
 */
export async function killDuringWork(at: Workplace, times: number): Promise<Start[]> {
  const specs: Changed = { accepted: new Map(), gone: new Set(), deleted: new Set() };
  const keys = createKeys(at);
  const runs = new Map<string, number>();
  const starts: Start[] = [];
  const start = async (): Promise<Service> => {
    const began = performance.now();
    const service = await startService(at);
    starts.push({ ms: performance.now() - began, processorSeconds: processorTimeOf(service.pid) });
    return withKey(service, keys.root);
  };
  for (let time = 0; time < times; time++) {
    // Now and then, the start itself is killed.
    if (random.oneIn(4)) await killStart(at);
    const service = await start();
    const known = { specs: specs.accepted.size, runs: runs.size };
    const works = [
      changeSpecs(service, specs, time),
      sendFiles(service, runs, { time, most: Math.floor(MOST_LISTED / times) }),
      addKeys(at, keys, { time, hasEnded: service.exited }),
    ];
    sendHalf(service, keys.root);
    // A kill before the first spec is compiled would interrupt nothing.
    await eventually(() => specs.accepted.size > known.specs && runs.size > known.runs);
    await new Promise((resolve) => setTimeout(resolve, random.below(1500)));
    service.signal('SIGKILL');
    await service.exited;
    await Promise.all(works);
    await checkDatabases(at.path('.data'));
  }
  assert.ok(specs.accepted.size > 0 && runs.size > 0 && keys.accepted.size > 0);
  const service = await start();
  try {
    await checkSpecs(service, specs);
    await checkKeys(service, keys);
    await checkRuns(service, runs);
    await service.stop();
  } finally {
    service.signal('SIGKILL');
  }
  await checkDatabases(at.path('.data'));
  await checkOwners(at.path('.data'));
  return starts;
}

/** Returns the service with a key in each request. */
function withKey(service: Service, key: string): Service {
  return {
    ...service,
    fetch: (path, init = {}) =>
      service.fetch(path, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${key}` } }),
  };
}

/** Starts the service, and kills it while it starts. */
async function killStart(at: Workplace): Promise<void> {
  const child = at.start(['serve', '--port', '0']);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => setTimeout(resolve, random.below(1200)));
  child.kill('SIGKILL');
  await exited;
}

/** Sends half of a file, which the service still waits for when it is killed. */
function sendHalf(service: Service, key: string): void {
  const head = `POST /api/v1/transform/file-to-events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n`;
  const form = 'content-type: multipart/form-data; boundary=XX\r\ncontent-length: 99999\r\n\r\n';
  const part = '--XX\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf';
  service
    .connect()
    .on('error', () => {})
    .write(head + form + part);
}

async function checkSpecs(service: Service, { accepted, gone, deleted }: Changed): Promise<void> {
  for (const [id, version] of accepted) {
    const response = await service.fetch(`/specs/${id}`);
    if (response.status === 404 && gone.has(id)) continue;
    const stored = (await response.json()) as { version: string };
    assert.is(response.status, 200);
    if (version !== '') assert.is(stored.version, version);
    const checked = await service.fetch('/transform/validate', {
      method: 'POST',
      body: formOf({ specId: id, file: csvFile('id,amount\na,1\n') }),
    });
    assert.is(checked.status, 200, await checked.text());
  }
  for (const id of deleted) assert.is((await service.fetch(`/specs/${id}`)).status, 404);
}

/** Checks that each accepted run has ended with all of its records, and that its topic has each of them once. */
async function checkRuns(service: Service, runs: ReadonlyMap<string, number>): Promise<void> {
  await waitForAllRuns(service);
  for (const [runId, records] of runs) {
    const run = (await (await service.fetch(`/runs/${runId}`)).json()) as RunView;
    assert.equal([run.totalRecords, run.processedRecords], [records, records]);
  }
  const views = await fetchRuns(service);
  const topics = (await (await service.fetch('/topics')).json()) as { name: string; messages: number }[];
  const messages = new Map(topics.map((topic) => [topic.name, topic.messages]));
  for (const { topic, status, totalRecords } of views) {
    const [, due] = /-(\d+)$/.exec(topic ?? '') ?? [];
    assert.equal(
      [status, totalRecords, messages.get(topic ?? '')],
      ['SUCCESS', Number(due), Number(due)],
      String(topic),
    );
  }
  assert.is(new Set(views.map(({ topic }) => topic)).size, views.length, 'no file was accepted twice');
}

interface Changed {
  /** The confirmed versions by id; '' while a change is in progress. */
  accepted: Map<string, string>;
  /** Those whose DELETE was sent, and those whose DELETE was confirmed. */
  gone: Set<string>;
  deleted: Set<string>;
}

/** Creates, changes and deletes specs until the service dies. */
async function changeSpecs(service: Service, { accepted, gone, deleted }: Changed, time: number): Promise<void> {
  try {
    for (let i = 0; ; i++) {
      const made = (await (
        await service.fetch('/specs', jsonInit('POST', { ...ORDERS, name: `spec ${time} ${i}` }))
      ).json()) as { id: string; version: string };
      accepted.set(made.id, made.version);
      accepted.set(made.id, '');
      const changed = (await (
        await service.fetch(`/specs/${made.id}`, jsonInit('PUT', { ...made, description: `${i}` }))
      ).json()) as { version: string };
      accepted.set(made.id, changed.version);
      if (i % 3 !== 2) continue;
      gone.add(made.id);
      const { status } = await service.fetch(`/specs/${made.id}`, { method: 'DELETE' });
      if (status !== 204) continue;
      accepted.delete(made.id);
      deleted.add(made.id);
    }
  } catch {
    // The service has died, which is what was waited for.
  }
}

/**
 * Sends files until the service dies or enough are sent. `runs` receives the accepted runs with their record counts.
 */
async function sendFiles(
  service: Service,
  runs: Map<string, number>,
  { time, most }: { time: number; most: number },
): Promise<void> {
  try {
    for (let i = 0; i < most; i++) {
      const records = 1000 + random.below(30_000);
      const response = await transform(
        service,
        csvFile(`id,amount\n${'a,1\n'.repeat(records)}`),
        `t${time}-${i}-${records}`,
      );
      const { runId } = (await response.json()) as RunView;
      assert.is(response.status, 202);
      runs.set(runId, records);
    }
  } catch (error) {
    if (error instanceof assert.Assertion) throw error;
  }
}
