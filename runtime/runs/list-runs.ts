import type { Store } from '../state/store/store.ts';
import type { RunQuery } from '../state/store/run-query.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import type { RunListQuery, RunSummary } from './run-request.ts';
import { type LiveState, toRunSummary } from './run-view.ts';

const PAGE = 200;

/**
 * Returns a page of runs, newest first. The store does not know whether an unfinished run is QUEUED, RUNNING or PAUSED.
 * If `status` is one of these, this function reads unfinished runs, newest first, and selects those with this status.
 * It stops when it has selected `limit` runs.
 *
 * `statesOf` returns the states of unfinished runs, by their ids. An unfinished run that has none counts as QUEUED.
 */
export async function listRuns(
  store: Store,
  { cursor, status, ...query }: RunListQuery,
  statesOf: (runs: readonly StoredRun[]) => Promise<Map<string, LiveState>>,
): Promise<RunSummary[]> {
  const isLive = status === 'QUEUED' || status === 'RUNNING' || status === 'PAUSED';
  const limit = isLive ? PAGE : query.limit;
  const stored: RunQuery = {
    ...query,
    limit,
    ...(status === undefined ? {} : { status: isLive ? 'unfinished' : status }),
  };
  const found: RunSummary[] = [];
  for (let before = cursor; ; ) {
    const page = await store.runs.list({ ...stored, ...(before === undefined ? {} : { before }) });
    const states = await statesOf(page);
    const summaries = page.map((run) => toRunSummary(run, states.get(run.runId) ?? null));
    found.push(...summaries.filter((summary) => status === undefined || summary.status === status));
    before = page.at(-1)?.runId;
    if (page.length < limit || found.length >= query.limit || before === undefined) break;
  }
  return found.slice(0, query.limit);
}
