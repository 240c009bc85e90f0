import type { Job } from '../../../client/client.ts';
import { formatCount } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';
import { Time } from '../../elements/time.tsx';
import { formatPlace } from '../../route/place.ts';
import { FILE_STATES, JOB_STATUSES } from '../jobs/job-words.ts';

/** The jobs with their last file, and what each has done today. */
export function TodayJobs({ jobs }: { jobs: readonly Job[] }) {
  return (
    <section class="card wide" aria-labelledby="today-jobs">
      <h2 id="today-jobs">Jobs</h2>
      <div class="scroll" role="region" aria-label="Table of jobs" tabIndex={0}>
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">Status</th>
              <th scope="col">Last file</th>
              {['Files today', 'Records', 'Rejected'].map((name) => (
                <th scope="col" class="number" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ id, name, status, activity }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={formatPlace(['jobs', name])}>{name}</a>
                </th>
                <td>
                  <Status tone={JOB_STATUSES[status].tone}>{JOB_STATUSES[status].word}</Status>
                </td>
                <td>
                  <LastFile activity={activity} />
                </td>
                {[activity?.files, activity?.records, activity?.rejected].map((count, index) => (
                  <td class="number" key={index}>
                    {formatCount(count ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function LastFile({ activity }: { activity: Job['activity'] | undefined }) {
  const file = activity?.lastFile ?? null;
  if (file === null) return <span class="quiet">none yet</span>;
  const { tone, word } = FILE_STATES[file.state];
  return (
    <>
      {file.name} <Status tone={tone}>{word}</Status>
      <span class="small-text quiet block">
        <Time at={file.finishedAt ?? file.firstSeen} />
      </span>
    </>
  );
}
