import { describeError, type Log } from '../../log/json-log.ts';
import { listSpecFiles, readSpecFile } from '../../registry/folder/spec-files.ts';
import { gitSpecId } from '../../registry/spec/spec-id.ts';
import { watchFolder } from '../../registry/folder/watch-folder.ts';
import { reasonOf, systemCode } from '../../files/error-reason.ts';
import type { Job } from '../definition/job.ts';
import { type JobFileReading, readJobFile } from './job-file.ts';

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
export async function openGitJobs({ folder, log, onChange }: GitJobsOptions): Promise<GitJobs> {
  let jobs: readonly Job[] = [];
  const reload = async (): Promise<void> => {
    const { valid, broken } = await readJobFolder(folder);
    if (broken.length > 0) log.error('jobs_broken', { files: broken });
    const names = new Set(valid.map(({ definition }) => definition.name));
    const brokenNames = new Set(broken.map(({ name }) => name));
    const kept = jobs.filter(({ definition: { name } }) => brokenNames.has(name) && !names.has(name));
    jobs = [...valid, ...kept];
    await onChange(jobs);
  };
  await reload();
  const watch = watchFolder(folder, {
    onChange: reload,
    onFailure: (error) => log.error('jobs_not_loaded', describeError(error)),
  });
  return { close: () => watch.close() };
}

/** A file of the folder that defines no job. */
interface BrokenJobFile {
  readonly name: string;
  readonly diagnostics: readonly unknown[];
}

async function readJobFolder(folder: string): Promise<{ valid: Job[]; broken: BrokenJobFile[] }> {
  const valid: Job[] = [];
  const broken: BrokenJobFile[] = [];
  const files = await listSpecFiles(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const { name, path } of files) {
    const reading = await readOne(path, folder);
    if ('error' in reading) broken.push({ name, diagnostics: [reading.error] });
    else if (reading.definition === null) broken.push({ name, diagnostics: reading.diagnostics });
    else if (valid.some(({ definition }) => definition.name === name))
      broken.push({ name, diagnostics: [`two files define the job "${name}"`] });
    else valid.push(toJob(name, reading));
  }
  return { valid, broken };
}

async function readOne(path: string, folder: string): Promise<JobFileReading | { error: string }> {
  try {
    return readJobFile(await readSpecFile(path, folder));
  } catch (error) {
    return { error: systemCode(error) === undefined ? 'it is not valid UTF-8' : reasonOf(error) };
  }
}

function toJob(name: string, { definition, written }: JobFileReading): Job {
  if (definition === null) throw new Error('the file has errors');
  return { id: gitJobId(name), origin: 'git', definition, written, createdAt: null, updatedAt: null };
}

/** Returns the id of a job in git: a UUIDv5. It differs from that of a spec with the same name. */
export function gitJobId(name: string): string {
  return gitSpecId(`jobs/${name}`);
}
