import type { Dialect } from './engine/dialect.ts';
import { type RunVisibility, visibleRuns } from './run-visibility.ts';

/** Which runs to list: those that meet all conditions. Times are in milliseconds since 1970. */
export interface RunQuery {
  limit: number;
  /** Id of a run. Only runs that were accepted before it are returned; none if there is no such run. */
  before?: string;
  /** Only runs that finished with this status; `unfinished`: only runs that have not finished. */
  status?: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED' | 'unfinished';
  /** Id or name of the spec. */
  spec?: string;
  topic?: string;
  /** The runs that the caller may see. Absent: all. */
  visible?: RunVisibility;
  /** Only runs that were accepted at this time or later. */
  from?: number;
  /** Only runs that were accepted before this time. */
  to?: number;
}

/** Returns the conditions of a query as SQL, with their parameters. */
export function conditionsOf(dialect: Dialect, query: RunQuery): { where: string; params: (string | number)[] } {
  const conditions: [string, ...(string | number)[]][] = [['deleted_at IS NULL']];
  const { before, status, spec, topic, visible, from, to } = query;
  if (before !== undefined) conditions.push(['number < (SELECT number FROM runs WHERE id = ?)', before]);
  if (status === 'unfinished') conditions.push(['finished_at IS NULL']);
  else if (status !== undefined) conditions.push(['finished_at IS NOT NULL AND status = ?', status]);
  if (spec !== undefined) conditions.push([`(spec_id = ? OR ${dialect.member('spec', 'name')} = ?)`, spec, spec]);
  if (topic !== undefined) conditions.push(['topic = ?', topic]);
  if (visible !== undefined) conditions.push(visibleRuns(dialect, visible));
  if (from !== undefined) conditions.push(['created_at >= ?', from]);
  if (to !== undefined) conditions.push(['created_at < ?', to]);
  return {
    where: conditions.map(([condition]) => condition).join(' AND '),
    params: conditions.flatMap(([, ...params]) => params),
  };
}
