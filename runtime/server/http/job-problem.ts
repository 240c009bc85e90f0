import {
  CannotRetry,
  InvalidJob,
  JobFileNotFound,
  JobInGit,
  JobIsPaused,
  JobNameTaken,
  JobNotFound,
} from '../../jobs/job-failures.ts';
import { formatPath } from '../../jobs/definition/document.ts';
import { Problem } from './problem.ts';

/** Returns the Problem for an error of a job. Returns null for any other error. */
export function toJobProblem(error: unknown): Problem | null {
  if (error instanceof JobNotFound)
    return new Problem('job_not_found', 'no job has this id or name. GET /api/v1/jobs lists them');
  if (error instanceof JobFileNotFound)
    return new Problem(
      'job_file_not_found',
      'the job has no file with this id. GET /api/v1/jobs/{id}/files lists them',
    );
  if (error instanceof JobNameTaken)
    return new Problem('name_taken', `another job has the name "${error.message}"`, { field: 'name' });
  if (error instanceof JobInGit)
    return new Problem('job_in_git', `the job "${error.message}" is managed in git: change it there`);
  if (error instanceof JobIsPaused)
    return new Problem('job_paused', 'the job is paused. Resume it, which also begins a look at its source');
  if (error instanceof CannotRetry) return new Problem('file_not_retryable', error.message);
  if (error instanceof InvalidJob) return toInvalidJob(error);
  return null;
}

function toInvalidJob({ message, problems }: InvalidJob): Problem {
  const more = problems.length - 1;
  const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'problem' : 'problems'}`;
  const field = formatPath(problems[0]?.path ?? []);
  return new Problem('invalid_job', `${message}${others}`, {
    ...(field === '' ? {} : { field }),
    problems: problems.map((problem) => ({ field: formatPath(problem.path), message: problem.message })),
  });
}
