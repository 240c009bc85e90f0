import type { JobFile, RunSummary } from '../../../client/client.ts';
import { formatCount, formatCounted, toSentence } from '../../elements/format.ts';
import { countRejected } from '../../elements/published.ts';
import { Time } from '../../elements/time.tsx';
import { useAction } from '../../elements/use-action.ts';
import { formatPlace } from '../../route/place.ts';
import { FILE_STATES, JOB_STATUSES } from '../jobs/job-words.ts';
import { Item, JobLink, type NeedProps } from './need-item.tsx';
import { WaitingApproval } from './waiting-approval.tsx';

/** Number of files of a need that are named. */
const SHOWN_FILES = 3;

/** One thing that waits for a person: what it is, why, and what to do next. */
export function NeedView({ need, ...rest }: NeedProps) {
  switch (need.kind) {
    case 'files':
      return <WaitingFiles need={need} {...rest} />;
    case 'approval':
      return <WaitingApproval need={need} {...rest} />;
    case 'paused':
      return <PausedJob need={need} {...rest} />;
    case 'missing':
      return <MissingFile need={need} {...rest} />;
    case 'rejects':
      return <OpenRejects need={need} {...rest} />;
    case 'run':
      return <FailedRun run={need.run} />;
    default:
      return need satisfies never;
  }
}

function WaitingFiles({ need: { job, state, files, count }, session, onChange }: NeedProps<'files'>) {
  const action = useAction();
  const { client } = session.service;
  const mayRetry = session.may('transform');
  const { word, tone } = FILE_STATES[state];
  const retry = ({ id, name }: JobFile) =>
    action.act(id, () => client.retryJobFile({ id: job.id, fileId: id }).then(onChange), `${name} gets another run.`);
  const retryAll = () =>
    action.act(
      'all',
      () => client.retryJobFiles({ id: job.id, body: { state } }).then(onChange),
      'They get another run, one after the other.',
    );
  return (
    <Item tone={tone} word={word} action={action}>
      <h3>
        <JobLink name={job.name} session={session} />: {count === 1 ? 'a file' : formatCounted(count, 'file')} {state}
      </h3>
      <ul class="need-files">
        {files.slice(0, SHOWN_FILES).map((file) => (
          <li key={file.id}>
            <span>
              {file.runId === null || !session.may('read') ? (
                file.name
              ) : (
                <a href={formatPlace(['runs', file.runId])}>{file.name}</a>
              )}
              {file.reason !== null && <span class="quiet"> {toSentence(file.reason.message)}</span>}
            </span>
            {mayRetry && (
              <button
                type="button"
                disabled={action.busy !== null}
                aria-label={`Retry ${file.name}`}
                onClick={() => retry(file)}
              >
                Retry
              </button>
            )}
          </li>
        ))}
      </ul>
      {count > 1 && (
        <div class="buttons">
          {mayRetry && (
            <button type="button" disabled={action.busy !== null} onClick={retryAll}>
              Retry all {formatCount(count)}
            </button>
          )}
          {session.mayConnect && <a href={formatPlace(['jobs', job.name], { state })}>Show all of {job.name}</a>}
        </div>
      )}
    </Item>
  );
}

function PausedJob({ need: { job }, session, onChange }: NeedProps<'paused'>) {
  const action = useAction();
  const status = JOB_STATUSES[job.status];
  const resume = () =>
    action.act(
      'resume',
      () => session.service.client.resumeJob({ id: job.id }).then(onChange),
      `${job.name} looks at its source now.`,
    );
  const isError = job.status === 'paused_by_error';
  const word = isError ? 'Try again now' : 'Resume';
  return (
    <Item {...status} action={action}>
      <h3>
        <JobLink name={job.name} session={session} />: {isError ? 'cannot work now' : 'was paused by a person'}
      </h3>
      {job.lastError !== null && (
        <p class="quiet">
          {toSentence(job.lastError.message)} Since <Time at={job.lastError.at} />. It tries again by itself.
        </p>
      )}
      {session.mayConnect && (
        <div class="buttons">
          <button type="button" disabled={action.busy !== null} aria-label={`${word}: ${job.name}`} onClick={resume}>
            {word}
          </button>
        </div>
      )}
    </Item>
  );
}

function MissingFile({ need: { job, since }, session, onChange }: NeedProps<'missing'>) {
  const action = useAction();
  const look = () =>
    action.act(
      'look',
      () => session.service.client.runJob({ id: job.id }).then(onChange),
      `${job.name} looks at its source now.`,
    );
  return (
    <Item tone="bad" word="Missing" action={action}>
      <h3>
        <JobLink name={job.name} session={session} />: no file has arrived
      </h3>
      <p class="quiet">
        One was expected by <Time at={since} />. Ask the partner, or look again.
      </p>
      {session.may('transform') && job.status !== 'paused' && (
        <div class="buttons">
          <button type="button" disabled={action.busy !== null} aria-label={`Look now: ${job.name}`} onClick={look}>
            Look now
          </button>
        </div>
      )}
    </Item>
  );
}

function OpenRejects({ need: { run }, session, onChange }: NeedProps<'rejects'>) {
  const action = useAction();
  const retry = () =>
    action.act(
      'rejects',
      () => session.service.client.retryRunRejects({ id: run.runId }).then(onChange),
      `The rejected records of ${run.fileName} are read again with the current spec.`,
    );
  const rejected = countRejected(run);
  return (
    <Item tone="soso" word="Rejected" action={action}>
      <h3>
        {run.fileName}: {formatCount(rejected)} of {formatCounted(run.totalRecords, 'record')} rejected
      </h3>
      <p class="quiet">The others are published. Correct the spec or the records, then publish the rest.</p>
      <div class="buttons">
        {session.may('transform') && (
          <button
            type="button"
            disabled={action.busy !== null}
            aria-label={`Retry rejects of ${run.fileName}`}
            onClick={retry}
          >
            Retry rejects
          </button>
        )}
        {session.may('transform') && (
          <a
            class="button"
            href={formatPlace(['check', run.specId], { rejects: run.runId })}
            aria-label={`Repair rejects of ${run.fileName}`}
          >
            Repair rejects
          </a>
        )}
        <RunLink run={run} />
      </div>
    </Item>
  );
}

function FailedRun({ run }: { run: RunSummary }) {
  return (
    <Item tone="bad" word="Failed" action={null}>
      <h3>{run.fileName}: the run failed, and nothing more of it is published</h3>
      {run.failure !== undefined && <p class="quiet">{toSentence(run.failure.message)}</p>}
      <p class="quiet">Correct the file or the spec, then send the file again.</p>
      <div class="buttons">
        <RunLink run={run} />
      </div>
    </Item>
  );
}

function RunLink({ run }: { run: RunSummary }) {
  return (
    <a href={formatPlace(['runs', run.runId])} aria-label={`Show the run of ${run.fileName}`}>
      Show the run
    </a>
  );
}
