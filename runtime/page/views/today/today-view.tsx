import type { Job } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { formatCount, formatCounted } from '../../elements/format.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { countRejected } from '../../elements/published.ts';
import { useRefreshed } from '../../service/use-refreshed.ts';
import { loadToday, MAX_RUNS, type TodayData } from './load-today.ts';
import { findNeeds, type Need } from './needs.ts';
import type { NeedProps } from './need-item.tsx';
import { NeedView } from './need-view.tsx';
import { TodayJobs } from './today-jobs.tsx';

const REFRESH_MS = 5000;
/** Number of needs that are shown. The views of jobs and runs list the others. */
const SHOWN_NEEDS = 30;

/** The first screen of an operator: what waits for a person, then what has happened today. */
export function TodayView({ session, showReview }: Pick<NeedProps, 'session' | 'showReview'>) {
  const { loaded, refresh } = useRefreshed(
    (signal) => loadToday(session, new Date(), signal),
    [session],
    () => REFRESH_MS,
  );
  return (
    <>
      <section class="intro">
        <h1>Today</h1>
      </section>
      {loaded.kind === 'loading' && <p class="quiet">Loading what happened today …</p>}
      {loaded.kind === 'failed' && <Failure message={loaded.error.message} />}
      {loaded.kind === 'loaded' &&
        (isEmpty(loaded.value) ? (
          <FirstSteps session={session} />
        ) : (
          <>
            <Needs needs={findNeeds(loaded.value)} session={session} onChange={refresh} showReview={showReview} />
            <Numbers data={loaded.value} />
            {loaded.value.jobs !== null && loaded.value.jobs.length > 0 && <TodayJobs jobs={loaded.value.jobs} />}
          </>
        ))}
    </>
  );
}

function isEmpty({ jobs, runs }: TodayData): boolean {
  return (jobs === null || jobs.length === 0) && (runs === null || runs.length === 0);
}

function Needs({ needs, ...rest }: Omit<NeedProps, 'need'> & { needs: Need[] }) {
  const { session } = rest;
  const worst = needs.some((need) => need.kind !== 'rejects' && !isPausedByPerson(need)) ? 'bad' : 'soso';
  return (
    <section class={`card ${needs.length === 0 ? 'good' : worst}`} aria-labelledby="needs">
      <div role="status">
        <h2 id="needs">
          {needs.length === 0
            ? 'Nothing waits for you'
            : `${formatCounted(needs.length, 'thing')} ${needs.length === 1 ? 'waits' : 'wait'} for you`}
        </h2>
      </div>
      {needs.length > 0 && (
        <ul class="needs">
          {needs.slice(0, SHOWN_NEEDS).map((need) => (
            <NeedView key={keyOf(need)} need={need} {...rest} />
          ))}
        </ul>
      )}
      {needs.length > SHOWN_NEEDS && (
        <p>
          And {formatCount(needs.length - SHOWN_NEEDS)} more
          {session.may('read') && (
            <>
              : see <a href="#/runs">Runs</a>
            </>
          )}
          {session.mayConnect && (
            <>
              {' '}
              and <a href="#/jobs">Jobs</a>
            </>
          )}
          .
        </p>
      )}
    </section>
  );
}

function isPausedByPerson(need: Need): boolean {
  return need.kind === 'paused' && need.job.status === 'paused';
}

function keyOf(need: Need): string {
  if (need.kind === 'rejects' || need.kind === 'run') return `${need.kind} ${need.run.runId}`;
  // A comment on one request is none on the next.
  if (need.kind === 'approval') return `${need.kind} ${need.file.id} ${need.file.approval?.request ?? ''}`;
  return `${need.kind} ${need.job.id} ${need.kind === 'files' ? need.state : ''}`;
}

/** The sums of today. With jobs, the records are those of their files. */
function Numbers({ data: { jobs, runs: all } }: { data: TodayData }) {
  const runs = all ?? [];
  const sum = (add: (job: NonNullable<Job['activity']>) => number) =>
    (jobs ?? []).reduce((total, { activity }) => total + (activity === undefined ? 0 : add(activity)), 0);
  const hasJobs = jobs !== null && jobs.length > 0;
  const ended = runs.filter(({ finishedAt }) => finishedAt !== null);
  const ofRuns = (add: (run: (typeof runs)[number]) => number) => ended.reduce((total, run) => total + add(run), 0);
  const facts: [string, number][] = hasJobs
    ? [
        ['Files of jobs', sum(({ files }) => files)],
        ['Records', sum(({ records }) => records)],
        ['Rejected', sum(({ rejected }) => rejected)],
      ]
    : [
        ['Files', ended.length],
        ['Records', ofRuns(({ totalRecords }) => totalRecords)],
        ['Rejected', ofRuns(countRejected)],
      ];
  return (
    <section class="card" aria-labelledby="numbers">
      <h2 id="numbers">So far today</h2>
      <dl class="facts">
        {facts.map(([name, count]) => (
          <div key={name} class={name === 'Rejected' && count > 0 ? 'important' : ''}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
        {all !== null && (
          <div>
            <dt>Runs in all</dt>
            <dd>
              <a href={formatPlace(['runs'])}>
                {formatCount(runs.length)}
                {runs.length === MAX_RUNS ? ' or more' : ''}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** A service that has done nothing yet: what to do first. */
function FirstSteps({ session }: { session: Session }) {
  if (!session.may('read'))
    return (
      <section class="card" aria-labelledby="first">
        <h2 id="first">Nothing waits for you</h2>
        <p>A retry of rejected records that needs your approval appears here.</p>
      </section>
    );
  return (
    <section class="card" aria-labelledby="first">
      <h2 id="first">Nothing has happened today</h2>
      <ul class="stack">
        <li>
          <a href={formatPlace(['check'])}>Check a file</a> on this computer.
        </li>
        {session.may('specs') && (
          <li>
            <a href={formatPlace(['specs'], { draft: 'new' })}>Draft a spec</a> from an example file.
          </li>
        )}
        {session.mayConnect && (
          <li>
            <a href={formatPlace(['jobs'])}>Create a job</a>, which takes files from another system by itself.
          </li>
        )}
        <li>
          <a href={formatPlace(['runs'])}>Show the runs</a> of earlier days.
        </li>
      </ul>
    </section>
  );
}
