import * as assert from 'uvu/assert';
import type { RunView } from '../../runtime/runs/run-request.ts';
import { openTestStore } from '../support/test-store.ts';
import { eventually, formOf, type Service } from './service.ts';

const END_MS = 300_000;

/** Sends a file without waiting for its run. Returns the run's id. */
export async function sendFile(service: Service, parts: Readonly<Record<string, string | Blob>>): Promise<string> {
  const response = await service.fetch('/transform/file-to-events', {
    method: 'POST',
    body: formOf(parts),
    headers: { prefer: 'respond-async' },
  });
  assert.is(response.status, 202, response.status === 202 ? '' : await response.text());
  return ((await response.json()) as RunView).runId;
}

export async function fetchRun(service: Service, runId: string): Promise<RunView> {
  return (await service.fetch(`/runs/${runId}`)).json() as Promise<RunView>;
}

/** Waits until a run has ended. Returns its view. A problem as the answer is not an end. */
export async function waitForEnd(service: Service, runId: string): Promise<RunView> {
  await eventually(async () => ((await fetchRun(service, runId)).finishedAt ?? null) !== null, END_MS);
  return fetchRun(service, runId);
}

/**
 * Kills the service with SIGKILL while this run, and no other, is in progress. Returns how many records the data folder
 * has as committed.
 */
export async function killDuringRun(service: Service, runId: string, data: string): Promise<number> {
  const records = await killService(service, { folder: data, runId });
  assert.ok(records !== null, 'the run was in progress when the process died');
  return records;
}

/** Kills the service. Returns how many records its only run had committed, or null if the run had ended. */
export async function killService(
  service: Service,
  { folder, runId }: { folder: string; runId: string },
): Promise<number | null> {
  service.signal('SIGKILL');
  assert.is(await service.exited, null, 'the process was alive when it was killed');
  const store = await openTestStore(folder);
  const [run, ...others] = await store.runs.unfinished();
  await store.close();
  assert.equal(others, []);
  if (run === undefined) return null;
  assert.is(run.runId, runId);
  return run.checkpoint?.counters.totalRecords ?? 0;
}

/** Returns everything the service reports of an ended run, without what differs from run to run. */
export async function readEnd(
  service: Service,
  runId: string,
): Promise<{ view: Partial<RunView>; durationMs: number; errors: string; rejects: string }> {
  const {
    runId: _,
    createdAt,
    finishedAt,
    durationMs,
    topic,
    deadLetterTopic,
    ...view
  } = await waitForEnd(service, runId);
  const text = async (what: string): Promise<string> => {
    const response = await service.fetch(`/runs/${runId}/${what}`);
    assert.is(response.status, 200);
    return response.text();
  };
  return { view, durationMs, errors: await text('errors'), rejects: await text('rejects') };
}
