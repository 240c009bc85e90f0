import { randomUUID } from 'node:crypto';
import { workAlone } from '../runs/cluster/alone.ts';
import type { Cluster, ClusterNews } from '../runs/cluster/cluster.ts';
import type { Runs } from '../runs/runs.ts';
import type { Spool } from '../reading/source/spool.ts';
import type { Store } from '../state/store/store.ts';
import type { Log } from '../base/log/json-log.ts';
import { type Alerts, createAlerts } from './alerts/alerts.ts';
import type { AlertReceiver } from './alerts/alert-receiver.ts';
import { readStoredJobs } from './definition/stored-jobs.ts';
import { type GitJobs, openGitJobs } from './git/git-jobs.ts';
import type { Job } from './definition/job.ts';
import {
  CannotRetry,
  JobFileNotFound,
  JobInGit,
  JobIsPaused,
  JobNameTaken,
  JobNotFound,
  JobNotInService,
  InvalidJob,
} from './job-failures.ts';
import { type JobRunner, startJob } from './job-runner.ts';
import type { JobSources } from './definition/job-sources.ts';
import {
  type FileView,
  type JobActivity,
  type JobView,
  toFileView,
  toJobView,
  readFileId,
  withoutViewMembers,
} from './job-view.ts';
import { decide, type DecisionRequest } from './decide-rejects.ts';
import { readRunKey } from './take/run-key.ts';
import { orderRejects, type OrderRequest } from './order-rejects.ts';
import { type RetryRequest, retryFiles } from './retry-files.ts';
import { type OrderReview, type ReviewQuery, reviewOrder } from './review-order.ts';
import type { FilePageQuery, Jobs } from './jobs.ts';
import type { JobServices } from './work/work.ts';
import { checkReferences } from './definition/check-references.ts';
import { findMissing } from './schedule/check-expectation.ts';
import { isMapping } from './definition/document.ts';
import { readDefinition } from './definition/read-definition.ts';

/** The options of openJobs(). */
export interface JobsOptions extends Pick<JobServices, 'limits' | 'findSpec' | 'bindMaskKeys' | 'meter'> {
  readonly store: Store;
  readonly runs: Runs;
  readonly spool: Spool;
  readonly sources: JobSources;
  readonly log: Log;
  /** The folder of the jobs in git: `jobs` in the specs folder. */
  readonly folder: string;
  /** Where alerts are sent; null if they are only logged and counted. */
  readonly receiver: AlertReceiver | null;
  /** The other instances that share the store. Null or absent if there are none. */
  readonly cluster?: Cluster | null;
}

/** Loads the jobs of the store and of git, and executes them. Call it after the runs have resumed. Throws DiskFull. */
export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const jobs = new OpenedJobs(options);
  await jobs.load();
  return jobs;
}

class OpenedJobs implements Jobs {
  readonly #options: JobsOptions;
  readonly #services: JobServices;
  readonly #alerts: Alerts;
  readonly #running = new Map<string, { job: Job; runner: JobRunner }>();
  #git: GitJobs | null = null;
  /** The jobs of the API that were stored when they were read last. */
  #stored = '';
  /** The last change. Each change waits for the one before it. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: JobsOptions) {
    const { store, receiver, log, meter, runs, sources, spool, limits, findSpec, cluster = null } = options;
    this.#options = options;
    const together = { inTurn: cluster?.inTurn ?? workAlone, isShared: cluster !== null };
    this.#alerts = createAlerts({ store: store.jobs.alerts, receiver, log, meter, inTurn: together.inTurn });
    const raise = this.#alerts.raise;
    const tables = store.jobs;
    const { bindMaskKeys = async () => {} } = options;
    this.#services = {
      bindMaskKeys,
      tables,
      runs,
      sources,
      spool,
      log,
      meter,
      limits,
      findSpec,
      raise,
      now: Date.now,
      ...together,
    };
  }

  async load(): Promise<void> {
    await this.#reload();
    const { folder, log } = this.#options;
    this.#git = await openGitJobs({ folder, log, onChange: (jobs) => this.#change(() => this.#use('git', jobs)) });
    this.#options.cluster?.listen((news) => this.#hear(news));
  }

  async list(since?: number): Promise<JobView[]> {
    const jobs = [...this.#running.values()].map(({ job }) => job);
    jobs.sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
    return Promise.all(jobs.map((job) => this.#view(job, since)));
  }

  async get(idOrName: string): Promise<JobView> {
    return this.#view(this.#find(idOrName).job);
  }

  create(written: unknown): Promise<JobView> {
    return this.#change(async () => {
      const { definition, body } = await this.#check(written, null);
      await this.#bindMaskKeys(definition);
      const id = randomUUID();
      const row = { id, name: definition.name, body: JSON.stringify(body) };
      if (this.#isTaken(definition.name, id) || !(await this.#options.store.jobs.definitions.insert(row)))
        throw new JobNameTaken(definition.name);
      const now = new Date().toISOString();
      return this.#view(this.#start({ id, origin: 'api', definition, written: body, createdAt: now, updatedAt: now }));
    });
  }

  replace(idOrName: string, written: unknown): Promise<JobView> {
    return this.#change(async () => {
      const { job } = this.#findOfApi(idOrName);
      const { definition, body } = await this.#check(written, job);
      await this.#bindMaskKeys(definition);
      const row = { id: job.id, name: definition.name, body: JSON.stringify(body) };
      if (this.#isTaken(definition.name, job.id) || !(await this.#options.store.jobs.definitions.replace(row)))
        throw new JobNameTaken(definition.name);
      await this.#stop(job.id);
      // The reason of the last error may be gone with the old definition.
      await this.#options.store.jobs.definitions.setState(job.id, { lastError: null, failures: 0, retryAt: null });
      return this.#view(this.#start({ ...job, definition, written: body, updatedAt: new Date().toISOString() }));
    });
  }

  /** Who saves a job may use connections, so the credentials that its specs name now become keys of masks. */
  async #bindMaskKeys({ specs }: Job['definition']): Promise<void> {
    for (const { spec } of specs)
      await this.#services.bindMaskKeys?.(this.#services.findSpec(spec)?.module.spec.maskKeys ?? []);
  }

  remove(idOrName: string): Promise<void> {
    return this.#change(async () => {
      const { job } = this.#findOfApi(idOrName);
      await this.#stop(job.id);
      await this.#options.store.jobs.definitions.remove(job.id);
      const { runs, store } = this.#options;
      const waiting = await store.jobs.files.spoolNames(job.id);
      await store.jobs.files.removeJob(job.id);
      for (const spoolName of waiting) await runs.discardRejects({ spoolName });
    });
  }

  async run(idOrName: string): Promise<JobView> {
    const { job, runner } = this.#find(idOrName);
    if ((await this.#options.store.jobs.definitions.state(job.id)).isPaused) throw new JobIsPaused();
    this.#look(job, runner);
    return this.#view(job);
  }

  async pause(idOrName: string): Promise<JobView> {
    const { job, runner } = this.#find(idOrName);
    await this.#options.store.jobs.definitions.setState(job.id, { isPaused: true });
    runner.wake();
    void this.#options.cluster?.announce('wake', job.id);
    return this.#view(job);
  }

  async resume(idOrName: string): Promise<JobView> {
    const { job, runner } = this.#find(idOrName);
    await this.#options.store.jobs.definitions.setState(job.id, { isPaused: false, retryAt: null });
    this.#look(job, runner);
    return this.#view(job);
  }

  async files(idOrName: string, { cursor, ...query }: FilePageQuery): Promise<FileView[]> {
    const { job } = this.#find(idOrName);
    const after = cursor === undefined ? {} : { after: readFileId(cursor) };
    return (await this.#options.store.jobs.files.list(job.id, { ...query, ...after })).map(toFileView);
  }

  async retry(idOrName: string, fileId: string): Promise<FileView> {
    const { job } = this.#find(idOrName);
    const file = await this.#options.store.jobs.files.find(job.id, readFileId(fileId));
    if (file === null) throw new JobFileNotFound();
    if (file.state !== 'failed' && file.state !== 'quarantined')
      throw new CannotRetry(
        `the file is ${file.state}. POST /jobs/{id}/retry with force also takes files that were published`,
      );
    const [row] = await this.retryFiles(job.id, { files: [fileId], specVersion: 'CURRENT', force: false });
    if (row === undefined) throw new JobFileNotFound();
    return row;
  }

  async retryFiles(idOrName: string, request: RetryRequest): Promise<FileView[]> {
    const { job, runner } = this.#find(idOrName);
    const rows = await retryFiles({ job, services: this.#services, sources: this.#options.sources }, request);
    if (rows.length > 0) this.#look(job, runner);
    return rows.map(toFileView);
  }

  async retryRejects(request: OrderRequest): ReturnType<Jobs['retryRejects']> {
    const of = readRunKey(await this.#options.runs.firstKeyOf(request.runId));
    if (of === null) return null;
    const running = this.#running.get(of.jobId);
    if (running === undefined) throw new JobNotInService();
    const { job, runner } = running;
    const row = await orderRejects({ job, services: this.#services }, of, request);
    if (row === null) return null;
    // The job follows the run.
    this.#look(job, runner);
    return { file: toFileView(row), newRunId: row.rejectsOrder?.publishedBy ?? null };
  }

  async decide(idOrName: string, fileId: string, decision: DecisionRequest): Promise<FileView> {
    const { job, runner } = this.#find(idOrName);
    const file = await this.#options.store.jobs.files.find(job.id, readFileId(fileId));
    if (file === null) throw new JobFileNotFound();
    const row = await decide({ job, services: this.#services }, file, decision);
    this.#look(job, runner);
    return toFileView(row);
  }

  async review(idOrName: string, fileId: string, query: ReviewQuery): Promise<OrderReview> {
    const { job } = this.#find(idOrName);
    const file = await this.#options.store.jobs.files.find(job.id, readFileId(fileId));
    if (file === null) throw new JobFileNotFound();
    return reviewOrder({ job, services: this.#services }, file, query);
  }

  usersOf({ id, name }: { id: string; name: string }): string[] {
    const isUsed = ({ source, to }: Job['definition']): boolean =>
      [source.integration, to.kind === 'topic' ? null : to.integration].some((used) => used === id || used === name);
    return [...this.#running.values()].flatMap(({ job }) => (isUsed(job.definition) ? [job.id] : []));
  }

  async close(): Promise<void> {
    this.#git?.close();
    await this.#changes;
    await Promise.all([...this.#running.values()].map(({ runner }) => runner.stop()));
    await this.#alerts.close();
  }

  #check(written: unknown, job: Job | null): Promise<CheckedJob> {
    const others = [...this.#running.values()].map((one) => one.job).filter(({ id }) => id !== job?.id);
    return checkWritten(written, { ...this.#options, others });
  }

  #isTaken(name: string, id: string): boolean {
    return [...this.#running.values()].some(({ job }) => job.definition.name === name && job.id !== id);
  }

  #hear(news: ClusterNews): void {
    if (news.kind === 'jobs' || news.kind === 'poll' || news.kind === 'unknown')
      void this.#change(() => this.#reload()).catch(() => {});
    if (news.kind === 'look') this.#running.get(news.id)?.runner.runNow();
    if (news.kind === 'wake') this.#running.get(news.id)?.runner.wake();
  }

  /** Uses the jobs of the API that are stored now. */
  async #reload(): Promise<void> {
    const { store, log } = this.#options;
    const stored = await store.jobs.definitions.list();
    const state = JSON.stringify(stored);
    if (state !== this.#stored) await this.#use('api', readStoredJobs(stored, log));
    this.#stored = state;
  }

  async #use(origin: Job['origin'], jobs: readonly Job[]): Promise<void> {
    const wanted = new Map(jobs.map((job) => [job.id, job]));
    for (const { job } of [...this.#running.values()]) {
      if (job.origin !== origin) continue;
      const next = wanted.get(job.id);
      if (next !== undefined && JSON.stringify(next.written) === JSON.stringify(job.written)) wanted.delete(job.id);
      else await this.#stop(job.id);
    }
    for (const job of wanted.values()) {
      if (origin === 'git' && this.#isTaken(job.definition.name, job.id))
        this.#options.log.error('job_name_taken', { job: job.definition.name });
      else this.#start(job);
    }
  }

  /** Begins a look of a job, at whichever instance executes it. */
  #look({ id }: Job, runner: JobRunner): void {
    runner.runNow();
    void this.#options.cluster?.announce('look', id);
  }

  #start(job: Job): Job {
    const runner = startJob({ job, services: this.#services, sources: this.#options.sources });
    this.#running.set(job.id, { job, runner });
    return job;
  }

  async #stop(id: string): Promise<void> {
    const running = this.#running.get(id);
    this.#running.delete(id);
    await running?.runner.stop();
  }

  #find(idOrName: string): { job: Job; runner: JobRunner } {
    const byId = this.#running.get(idOrName.toLowerCase());
    const found = byId ?? [...this.#running.values()].find(({ job }) => job.definition.name === idOrName);
    if (found === undefined) throw new JobNotFound();
    return found;
  }

  #findOfApi(idOrName: string): { job: Job; runner: JobRunner } {
    const found = this.#find(idOrName);
    if (found.job.origin === 'git') throw new JobInGit(found.job.definition.name);
    return found;
  }

  async #view(job: Job, since?: number): Promise<JobView> {
    const { definitions, files } = this.#options.store.jobs;
    const [state, counts] = await Promise.all([definitions.state(job.id), files.counts(job.id)]);
    return toJobView(job, {
      state,
      counts,
      nextCheck: this.#running.get(job.id)?.runner.nextCheck ?? null,
      missingSince: await findMissing({ job, state, files, now: this.#services.now() }),
      ...(since !== undefined && { activity: await this.#activityOf(job.id, since) }),
    });
  }

  async #activityOf(job: string, since: number): Promise<JobActivity> {
    const { files } = this.#options.store.jobs;
    const [ended, [last]] = await Promise.all([
      files.ended(job, since),
      files.list(job, { limit: 1, isNewestFirst: true }),
    ]);
    const lastFile = last === undefined ? null : toFileView(last);
    return { since: new Date(since).toISOString(), ...ended, lastFile };
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const changed = this.#changes.then(work);
    this.#changes = changed.catch(() => {});
    return changed;
  }
}

type References = Parameters<typeof checkReferences>[1];

/** A definition that is right, and the body from which it was read. */
interface CheckedJob {
  readonly definition: Job['definition'];
  readonly body: Record<string, unknown>;
}

/** Checks a definition as a request contains it. Throws InvalidJob. */
async function checkWritten(written: unknown, references: References): Promise<CheckedJob> {
  const body = isMapping(written) ? withoutViewMembers(written) : {};
  const reading = readDefinition(isMapping(written) ? body : written);
  if (reading.kind === 'invalid') throw new InvalidJob(reading.problems);
  const { findSpec, sources, others } = references;
  const problems = await checkReferences(reading.definition, { findSpec, sources, others });
  if (problems.length > 0) throw new InvalidJob(problems);
  return { definition: reading.definition, body };
}
