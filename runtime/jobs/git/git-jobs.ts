import type { SpecText } from '../../../compiler/index.ts';
import type { Log } from '../../base/log/json-log.ts';
import { type FileReading, watchDefinitions } from '../../state/registry/folder/git-definitions.ts';
import { gitSpecId } from '../../state/registry/spec/spec-id.ts';
import type { Job } from '../definition/job.ts';
import { type JobCode, readJobFile } from './job-file.ts';

/** The jobs of a folder that is under git. */
export interface GitJobs {
  /** Stops watching the folder. */
  close(): void;
}

/** The options of openGitJobs(). */
export interface GitJobsOptions {
  readonly folder: string;
  readonly log: Log;
  /** Called with all jobs of the folder after the start and after each change. */
  onChange(jobs: readonly Job[]): Promise<void>;
}

/**
 * Loads the jobs of a folder and watches it. A file with errors is logged, and the job that it defined before remains in
 * service. A folder that does not exist is empty.
 */
export function openGitJobs({ folder, log, onChange }: GitJobsOptions): Promise<GitJobs> {
  return watchDefinitions<Job, JobCode>({
    folder,
    log,
    kind: 'jobs',
    isWatching: true,
    read: (input) => readJob(input, log),
    onChange: ({ all }) => onChange([...all.values()]),
  });
}

function readJob(input: SpecText, log: Log): FileReading<Job, JobCode> {
  const { definition, written, diagnostics } = readJobFile(input);
  if (definition === null) return { kind: 'broken', diagnostics };
  for (const { code, message, hint } of diagnostics) log.warn(code, { job: definition.name, message, hint });
  const id = gitJobId(definition.name);
  return { kind: 'valid', value: { id, origin: 'git', definition, written, createdAt: null, updatedAt: null } };
}

/** Returns the id of a job in git: a UUIDv5. It differs from that of a spec with the same name. */
function gitJobId(name: string): string {
  return gitSpecId(`jobs/${name}`);
}
