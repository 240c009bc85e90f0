import { useState } from 'preact/hooks';
import type { Run } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { formatBytes, toSentence } from '../../elements/format.ts';
import { FileIssues } from '../../elements/file-issues.tsx';
import { isWithheld } from '../../elements/published.ts';
import { TypeCounters } from '../../elements/type-counters.tsx';
import { IssueGroups } from '../../elements/issue-groups.tsx';
import { Status } from '../../elements/status.tsx';
import { Time } from '../../elements/time.tsx';
import type { IssueFilter } from '../../file/issue-filter.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { FirstEvents } from '../topics/first-events.tsx';
import { OpenRejects } from './open-rejects.tsx';
import { useRun } from '../../service/use-run.ts';
import { RunErrors } from './run-errors.tsx';
import { RunSaves } from './run-saves.tsx';
import { RunSummaryFacts } from './run-summary-facts.tsx';
import { describeDestination, RUN_STATUSES } from './run-status.ts';
import { examplesOf } from './run-examples.ts';

interface RunViewProps {
  session: Session;
  runId: string;
  query: Readonly<Record<string, string>>;
  go: (fragment: string) => void;
}

/** One run: its progress while it is in progress, its result, its errors, and the files to save. */
export function RunView({ session, runId, query, go }: RunViewProps) {
  const loaded = useRun(session.service.client, runId);
  return (
    <>
      <p class="crumbs">
        <a href="#/runs">All runs</a>
      </p>
      {loaded.kind === 'loading' && <p class="quiet">Loading the run …</p>}
      {loaded.kind === 'failed' && <Failure title="This run cannot be shown" message={loaded.error.message} />}
      {loaded.kind === 'loaded' && <LoadedRun run={loaded.value} session={session} query={query} go={go} />}
    </>
  );
}

function LoadedRun({ run, session, query, go }: Omit<RunViewProps, 'runId'> & { run: Run }) {
  const { word, tone } = RUN_STATUSES[run.status];
  const { code, rule, field, severity } = query;
  const filter = Object.fromEntries(
    Object.entries({ code, rule, field, severity }).filter(([, value]) => value !== undefined),
    // The cast is safe: an unknown severity fits no issue.
  ) as IssueFilter;
  const show = (next: IssueFilter) => go(formatPlace(['runs', run.runId], { ...next }));
  return (
    <>
      <section class={`card ${tone}`} aria-labelledby="run">
        <div class="row">
          <h1 id="run">{run.fileName}</h1>
          <Status tone={tone}>{word}</Status>
        </div>
        {run.finishedAt === null && <Progress run={run} session={session} />}
        {run.failure !== undefined && (
          <div class="note">
            <p>{toSentence(run.failure.message)}</p>
            {run.failure.hint !== undefined && <p>{toSentence(run.failure.hint)}</p>}
            <p>
              <a href={formatPlace(['specs', run.specId])}>The spec</a> ·{' '}
              <a href={formatPlace(['check', run.specId])}>Check the file before it is sent again</a>
            </p>
          </div>
        )}
        <FileIssues {...run} />
        <RunSummaryFacts run={run} />
        <TypeCounters types={run.recordTypes} isWithheld={isWithheld(run)} />
        <p class="quiet">
          To {run.topic === null ? describeDestination(run) : <Topic name={run.topic} />}. Accepted{' '}
          <Time at={run.createdAt} />
          {run.finishedAt !== null && (
            <>
              , ended <Time at={run.finishedAt} />
            </>
          )}
          .
        </p>
      </section>
      {run.issueCounts.length > 0 && (
        <IssueGroups counts={run.issueCounts} examples={examplesOf(run)} filter={filter} onFilter={show} />
      )}
      <OpenRejects run={run} session={session} />
      {run.errors.length > 0 && <RunErrors run={run} filter={filter} />}
      {run.finishedAt !== null && <FirstEvents client={session.service.client} run={run} />}
      {run.finishedAt !== null && <RunSaves run={run} session={session} />}
    </>
  );
}

function Topic({ name }: { name: string }) {
  return <a href={formatPlace(['topics', name])}>{name}</a>;
}

function Progress({ run, session }: { run: Run; session: Session }) {
  const { progress, pause, runId } = run;
  const [problem, setProblem] = useState<string | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const cancel = () => {
    setProblem(null);
    session.service.client.cancelRun({ id: runId }).then(
      () => setCancelled(true),
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <div class="stack wide-items">
      <progress aria-label="Bytes read" max={Math.max(1, progress.totalBytes)} value={progress.bytes} />
      <div class="row">
        <span>
          {formatBytes(progress.bytes)} of {formatBytes(progress.totalBytes)}
        </span>
        {session.may('transform') && (
          <button type="button" disabled={isCancelled} onClick={cancel}>
            {isCancelled ? 'Ends at its next checkpoint' : 'Cancel'}
          </button>
        )}
      </div>
      {pause !== undefined && <p role="status">Paused: {pause.message}</p>}
      {problem !== null && <Failure message={problem} />}
    </div>
  );
}
