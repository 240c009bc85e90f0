import type { Client } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { formatBytes, toSentence } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';
import { formatPlace } from '../../route/place.ts';
import { RUN_STATUSES } from '../runs/run-status.ts';
import { RunSummaryFacts } from '../runs/run-summary-facts.tsx';
import { useRun } from '../../service/use-run.ts';
import { FirstEvents } from '../topics/first-events.tsx';

/** The run of a sent file: its live progress, its result, and its first events. The file and its edits stay open. */
export function SentRun({ client, runId }: { client: Client; runId: string }) {
  const loaded = useRun(client, runId);
  if (loaded.kind === 'loading') return <p class="quiet">Loading the run …</p>;
  if (loaded.kind === 'failed') return <Failure message={loaded.error.message} />;
  const run = loaded.value;
  const { word, tone } = RUN_STATUSES[run.status];
  const { bytes, totalBytes } = run.progress;
  return (
    <>
      <section class={`card ${tone}`} aria-labelledby="sent">
        <div class="row">
          <h2 id="sent">The run</h2>
          <span role="status">
            <Status tone={tone}>{word}</Status>
          </span>
        </div>
        {run.finishedAt === null && (
          <>
            <progress aria-label="Bytes published" max={Math.max(1, totalBytes)} value={bytes} />
            <span class="quiet">
              {formatBytes(bytes)} of {formatBytes(totalBytes)}
            </span>
          </>
        )}
        {run.failure !== undefined && <p class="note">{toSentence(run.failure.message)}</p>}
        <RunSummaryFacts run={run} />
        <a href={formatPlace(['runs', runId])} target="_blank" rel="noopener">
          Open the run in a new tab
        </a>
      </section>
      {run.finishedAt !== null && <FirstEvents client={client} run={run} />}
    </>
  );
}
