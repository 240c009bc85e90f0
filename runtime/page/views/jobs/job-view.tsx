import type { Job, JobFile } from '../../../client/client.ts';
import { Counters } from '../../elements/counters.tsx';
import { Failure } from '../../elements/failure.tsx';
import { toSentence } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';
import { Time } from '../../elements/time.tsx';
import { useAction } from '../../elements/use-action.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useRefreshed } from '../../service/use-refreshed.ts';
import { JobFiles } from './job-files.tsx';
import { describeSchedule, describeSource, describeTarget, FILE_STATES, JOB_STATUSES } from './job-words.ts';

const REFRESH_MS = 2000;
// The cast is safe: the keys are the states.
const STATES = Object.entries(FILE_STATES) as [JobFile['state'], (typeof FILE_STATES)[JobFile['state']]][];

interface JobViewProps {
  session: Session;
  name: string;
  query: Readonly<Record<string, string>>;
  go: (fragment: string) => void;
}

/** One job: its state, what it does, and the files that it has seen. */
export function JobView({ session, name, query, go }: JobViewProps) {
  const { loaded, refresh } = useRefreshed(
    (signal) => session.service.client.getJob({ id: name }, { signal }),
    [session, name],
    () => REFRESH_MS,
  );
  return (
    <>
      <p class="crumbs">
        <a href="#/jobs">All jobs</a>
      </p>
      {loaded.kind === 'loading' && <p class="quiet">Loading the job …</p>}
      {loaded.kind === 'failed' && <Failure title="This job cannot be shown" message={loaded.error.message} />}
      {loaded.kind === 'loaded' && (
        <>
          <JobState job={loaded.value} session={session} onChange={refresh} />
          <JobFiles job={loaded.value} session={session} query={query} go={go} />
        </>
      )}
    </>
  );
}

function JobState({ job, session, onChange }: { job: Job; session: Session; onChange: () => void }) {
  const { word, tone } = JOB_STATUSES[job.status];
  return (
    <section class={`card ${tone}`} aria-labelledby="job">
      <div class="row">
        <h1 id="job">{job.name}</h1>
        <Status tone={tone}>{word}</Status>
      </div>
      <p>
        From {describeSource(job)} to {describeTarget(job)}, {describeSchedule(job)}.
      </p>
      {job.lastError !== null && (
        <div class="note">
          <p>{toSentence(job.lastError.message)}</p>
          <p class="quiet">
            <Time at={job.lastError.at} />
          </p>
        </div>
      )}
      <Counters
        counters={STATES.map(([state, { word: name, tone: each }]) => [name, job.counts[state], each === 'bad'])}
        meanings={STATES.map(([, { word: name, meaning }]) => [name, meaning])}
      />
      <p class="quiet">
        Last check <Time at={job.lastCheck} />, next check <Time at={job.nextCheck} />. Managed{' '}
        {job.origin === 'git' ? 'in git' : 'over the API'}.
      </p>
      <p>
        <a href={formatPlace(['jobs', job.name], { form: 'edit' })}>
          {job.origin === 'git' ? 'Show its definition' : 'Change it'}
        </a>
      </p>
      <JobActions job={job} session={session} onChange={onChange} />
    </section>
  );
}

function JobActions({ job, session, onChange }: { job: Job; session: Session; onChange: () => void }) {
  const { busy, message, hasFailed, act } = useAction();
  const { client } = session.service;
  const change = (name: string, work: () => Promise<unknown>, done: string) =>
    act(name, () => work().then(onChange), done);
  const isPaused = job.status === 'paused';
  return (
    <div class="stack">
      <div class="buttons">
        {session.may('transform') && !isPaused && (
          <button
            type="button"
            disabled={busy !== null}
            onClick={() => change('run', () => client.runJob({ id: job.id }), 'The job looks at its source now.')}
          >
            Run now
          </button>
        )}
        {!isPaused && (
          <button
            type="button"
            disabled={busy !== null}
            onClick={() => change('pause', () => client.pauseJob({ id: job.id }), 'The job is paused.')}
          >
            Pause
          </button>
        )}
        {job.status !== 'active' && (
          <button
            type="button"
            disabled={busy !== null}
            onClick={() => change('resume', () => client.resumeJob({ id: job.id }), 'The job is active.')}
          >
            Resume
          </button>
        )}
      </div>
      <p role={hasFailed ? 'alert' : 'status'}>{message}</p>
    </div>
  );
}
