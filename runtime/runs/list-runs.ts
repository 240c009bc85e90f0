import type { Store } from '../store/store.ts';
import type { RunQuery } from '../store/run-query.ts';
import type { RunListQuery, RunSummary } from './run-request.ts';
import { type LiveState, toRunSummary } from './run-view.ts';

const PAGE = 200;

/**
 * Returns a page of runs, newest first. The store does not know whether an unfinished run is QUEUED, RUNNING or PAUSED.
 * If `status` is one of these, this function reads unfinished runs, newest first, and selects those with this status.
 * It stops when it has selected `limit` runs.
 *
 * `stateOf` returns the state of a run that this process executes, and null for any other run. An unfinished run that
 * this process does not execute counts as QUEUED.
 */
export async function listRuns(
  store: Store,
  { cursor, status, ...query }: RunListQuery,
  stateOf: (runId: string) => LiveState | null,
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
    const summaries = page.map((run) => toRunSummary(run, stateOf(run.runId)));
    found.push(...summaries.filter((summary) => status === undefined || summary.status === status));
    before = page.at(-1)?.runId;
    if (page.length < limit || found.length >= query.limit || before === undefined) break;
  }
  return found.slice(0, query.limit);
}
