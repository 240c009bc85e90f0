import { Failure } from '../../elements/failure.tsx';
import { formatCount } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';
import { Time } from '../../elements/time.tsx';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useRefreshed } from '../../service/use-refreshed.ts';
import { describeSource, describeTarget, JOB_STATUSES } from './job-words.ts';

const REFRESH_MS = 5000;

/** The jobs of the service with their states. */
export function JobList({ session }: { session: Session }) {
  const { loaded } = useRefreshed(
    (signal) => session.service.client.listJobs({}, { signal }),
    [session],
    () => REFRESH_MS,
  );
  return (
    <section class="card wide" aria-labelledby="jobs">
      <div class="row">
        <h1 id="jobs">Jobs</h1>
        <a class="button" href={formatPlace(['jobs'], { form: 'new' })}>
          New job
        </a>
      </div>
      {loaded.kind === 'loading' && <p class="quiet">Loading the jobs …</p>}
      {loaded.kind === 'failed' && <Failure message={loaded.error.message} />}
      {loaded.kind === 'loaded' && loaded.value.length === 0 && (
        <p>
          There is no job yet. A job looks at an integration and gives each new file a run. Create an{' '}
          <a href={formatPlace(['integrations'])}>integration</a> first, then a job here, or put it as{' '}
          <code>jobs/NAME.yaml</code> into the specs folder.
        </p>
      )}
      {loaded.kind === 'loaded' && loaded.value.length > 0 && (
        <div class="scroll" role="region" aria-label="Table of jobs" tabIndex={0}>
          <table class="list">
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">Status</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
                <th scope="col" class="number">
                  Done
                </th>
                <th scope="col" class="number">
                  Failed
                </th>
                <th scope="col" class="number">
                  Quarantined
                </th>
                <th scope="col">Last check</th>
              </tr>
            </thead>
            <tbody>
              {loaded.value.map((job) => (
                <tr key={job.id}>
                  <th scope="row">
                    <a href={formatPlace(['jobs', job.name])}>{job.name}</a>
                  </th>
                  <td>
                    <Status tone={JOB_STATUSES[job.status].tone}>{JOB_STATUSES[job.status].word}</Status>
                  </td>
                  <td>{describeSource(job)}</td>
                  <td>{describeTarget(job)}</td>
                  <td class="number">{formatCount(job.counts.done)}</td>
                  <td class="number">{formatCount(job.counts.failed)}</td>
                  <td class="number">{formatCount(job.counts.quarantined)}</td>
                  <td>
                    <Time at={job.lastCheck} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
