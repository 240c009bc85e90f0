import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/registry/spec/spec-id.ts';
import type { RunView } from '../../runtime/runs/run-request.ts';
import { csvFile, eventually, formOf, jsonInit, ORDERS, type Service, startService } from './service.ts';
import type { Workplace } from './specmill.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const GIT = gitSpecId('orders');

const random = randomOf(seed, 0);

/** The largest page of runs that the service returns. */
const MOST_LISTED = 1000;

/** Returns all runs. There must be at most one page of them. */
export async function fetchRuns(service: Service): Promise<RunView[]> {
  return (await (await service.fetch(`/runs?limit=${MOST_LISTED}`)).json()) as RunView[];
}

/** Waits until all runs have ended. */
export async function waitForAllRuns(service: Service): Promise<void> {
  await eventually(async () => (await fetchRuns(service)).every(({ finishedAt }) => finishedAt !== null));
}

/** Sends a file for `specs/orders.yaml` to a topic. */
export function transform(
  service: Service,
  file: File,
  brokerTopic: string,
  prefer = 'respond-async',
): Promise<Response> {
  return service.fetch('/transform/file-to-events', {
    method: 'POST',
    body: formOf({ specId: GIT, brokerTopic, file }),
    headers: { prefer },
  });
}

/**
 * Kills the service several times while specs change and files are sent. Then checks that everything it confirmed is
 * still there.
 */
export async function killDuringWork(at: Workplace, times: number): Promise<void> {
  const accepted = new Map<string, string>();
  const gone = new Set<string>();
  const deleted = new Set<string>();
  const runs = new Map<string, number>();
  for (let time = 0; time < times; time++) {
    const service = await startService(at);
    const known = { specs: accepted.size, runs: runs.size };
    const works = [
      changeSpecs(service, { accepted, gone, deleted }, time),
      sendFiles(service, runs, { time, most: Math.floor(MOST_LISTED / times) }),
    ];
    // A kill before the first spec is compiled would interrupt nothing.
    await eventually(() => accepted.size > known.specs && runs.size > known.runs);
    await new Promise((resolve) => setTimeout(resolve, random.below(1500)));
    service.signal('SIGKILL');
    await service.exited;
    await Promise.all(works);
  }
  assert.ok(accepted.size > 0 && runs.size > 0, `${accepted.size} specs, ${runs.size} runs`);
  const service = await startService(at);
  try {
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
    await waitForAllRuns(service);
    for (const [runId, records] of runs) {
      const run = (await (await service.fetch(`/runs/${runId}`)).json()) as RunView;
      assert.equal([run.totalRecords, run.processedRecords], [records, records]);
    }
    const views = await fetchRuns(service);
    for (const { topic, status, totalRecords } of views) {
      const [, due] = /-(\d+)$/.exec(topic ?? '') ?? [];
      assert.equal([status, totalRecords], ['SUCCESS', Number(due)], String(topic));
    }
    // Each spooled file belongs to a run. Partial uploads are gone; files of dry runs are removed in a moment.
    await eventually(() => service.spool().length <= views.length);
    await service.stop();
  } finally {
    service.signal('SIGKILL');
  }
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
