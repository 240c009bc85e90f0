import type { Operations, RunSummary } from '../../../client/client.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { useLoaded } from '../../service/use-loaded.ts';
import { Failure } from '../../elements/failure.tsx';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useRefreshed } from '../../service/use-refreshed.ts';
import { RunFilters, type RunQuery } from './run-filters.tsx';
import { RunTable } from './run-table.tsx';

/** Number of runs on a page. */
const PAGE = 50;
/** How often a list with unfinished runs is loaded again. */
const REFRESH_MS = 3000;
const FILTERS = ['status', 'spec', 'topic', 'from', 'to', 'cursor'];

interface RunListProps {
  session: Session;
  catalog: Catalog;
  query: RunQuery;
  go: (fragment: string) => void;
}

/** The history of runs, with filters. */
export function RunList({ session, catalog, query, go }: RunListProps) {
  const specs = useLoaded(() => catalog.list(), [catalog]);
  const known = specs.kind === 'loaded' ? specs.value : [];
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => FILTERS.includes(name)));
  const { loaded, refresh } = useRefreshed(
    // The cast is safe: the service refuses a value that it does not know.
    (signal) =>
      session.service.client.listRuns({ ...filters, limit: PAGE } as Operations['listRuns']['takes'], { signal }),
    [session, JSON.stringify(filters)],
    (runs) => (runs.some(({ finishedAt }) => finishedAt === null) ? REFRESH_MS : null),
  );
  const show = (next: RunQuery) => go(formatPlace(['runs'], next));
  const { cursor: _, ...first } = filters;
  return (
    <section class="card wide" aria-labelledby="runs">
      <div class="row">
        <h1 id="runs">Runs</h1>
        <button type="button" onClick={refresh}>
          Refresh
        </button>
      </div>
      <RunFilters query={filters} specNames={known.map(({ name }) => name)} onQuery={show} />
      {loaded.kind === 'loading' && <p class="quiet">Loading the runs …</p>}
      {loaded.kind === 'failed' && <Failure message={loaded.error.message} />}
      {loaded.kind === 'loaded' && loaded.value.length === 0 && <NoRuns isFiltered={Object.keys(filters).length > 0} />}
      {loaded.kind === 'loaded' && loaded.value.length > 0 && (
        <>
          <RunTable
            runs={loaded.value}
            specNames={new Map(known.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name]])))}
          />
          <Pages runs={loaded.value} isFirst={filters['cursor'] === undefined} first={first} onQuery={show} />
        </>
      )}
    </section>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p role="status">No run fits these filters.</p>;
  return (
    <p role="status">
      There is no run yet. A run begins when a file is sent to a topic: with{' '}
      <code>specmill transform --spec S FILE --topic T</code>, over the API, or by a job.
    </p>
  );
}

interface PagesProps {
  runs: readonly RunSummary[];
  isFirst: boolean;
  /** The filters without the cursor. */
  first: RunQuery;
  onQuery: (query: RunQuery) => void;
}

function Pages({ runs, isFirst, first, onQuery }: PagesProps) {
  const last = runs.length < PAGE ? undefined : runs.at(-1)?.runId;
  if (isFirst && last === undefined) return null;
  return (
    <nav class="row" aria-label="Pages of runs">
      <button type="button" disabled={isFirst} onClick={() => onQuery(first)}>
        Newest
      </button>
      <button type="button" disabled={last === undefined} onClick={() => onQuery({ ...first, cursor: last ?? '' })}>
        Older
      </button>
    </nav>
  );
}
