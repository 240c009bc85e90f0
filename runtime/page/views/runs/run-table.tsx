import type { RunSummary } from '../../../client/client.ts';
import { formatCount, formatSeconds } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';
import { Time } from '../../elements/time.tsx';
import { formatPlace } from '../../route/place.ts';
import { describeDestination, RUN_STATUSES } from './run-status.ts';

interface RunTableProps {
  runs: readonly RunSummary[];
  /** Names of specs by their ids. */
  specNames: ReadonlyMap<string, string>;
}

/** Runs, newest first. */
export function RunTable({ runs, specNames }: RunTableProps) {
  return (
    <div class="scroll" role="region" aria-label="Table of runs" tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Status</th>
            <th scope="col">Spec</th>
            <th scope="col">To</th>
            <th scope="col" class="number">
              Records
            </th>
            <th scope="col" class="number">
              With errors
            </th>
            <th scope="col">Accepted</th>
            <th scope="col" class="number">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.runId}>
              <th scope="row">
                <a href={formatPlace(['runs', run.runId])}>{run.fileName}</a>
              </th>
              <td>
                <Status tone={RUN_STATUSES[run.status].tone}>{RUN_STATUSES[run.status].word}</Status>
              </td>
              <td>{specNames.get(run.specId) ?? <span class="quiet">removed</span>}</td>
              <td>{describeDestination(run)}</td>
              <td class="number">{formatCount(run.totalRecords)}</td>
              <td class="number">{formatCount(run.errorRecords)}</td>
              <td>
                <Time at={run.createdAt} />
              </td>
              <td class="number">{run.finishedAt === null ? '–' : formatDuration(run.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Formats a duration in milliseconds: `12 ms`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${formatCount(Math.round(ms))} ms` : formatSeconds(ms / 1000);
}
