import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Connector } from '../../../runtime/connector/connector.ts';
import { createOpenFile } from '../../../runtime/jobs/integrations/open-file.ts';
import { createLocalFsConnector } from '../../../runtime/connector/local-fs/local-fs.ts';
import type { AlertReceiver } from '../../../runtime/jobs/alerts/alert-receiver.ts';
import type { FileView } from '../../../runtime/jobs/job-view.ts';
import type { Jobs } from '../../../runtime/jobs/jobs.ts';
import { openJobs } from '../../../runtime/jobs/open-jobs.ts';
import { type CounterLabels, NO_METER } from '../../../runtime/base/log/meter.ts';
import { openSpool } from '../../../runtime/reading/source/spool.ts';
import { watchConnector, watched, watchSteps } from './steps.ts';
import type { RunModule } from '../../../runtime/base/model/run-module.ts';
import { fakeModule } from '../fake-module.ts';
import { fakeEsm } from '../specmill.ts';
import { cacheModule, collect, openAll, type Opened, SILENT } from '../data-folder.ts';
import { eventually } from '../service.ts';

/** Jobs over a folder of this machine, in the process of the test. The spec `fake` is that of fake-module.ts. */
export interface JobWorkplace {
  readonly all: Opened;
  readonly jobs: Jobs;
  /** The data folder. */
  readonly data: string;
  /** The root of the integration `inbox`. */
  readonly files: string;
  /** Replaces the connector that the jobs get: to fail, or to count. Null: the folder itself. */
  wrap: ((connector: Connector) => Connector) | null;
  /** Whether the spec `fake` exists now. */
  hasSpec: boolean;
  put(path: string, text: string): void;
  read(path: string): string;
  /** Returns the paths of all files below the root. */
  paths(): string[];
  /** Returns how often a counter was increased for the job `job` and a state or kind. */
  counted(name: keyof CounterLabels, of: string): number;
  /** The warnings in the log: event and job. */
  readonly logged: readonly string[];
  messages(topic?: string): Promise<string[]>;
  /** Waits until a file of the job `job` has this state, and returns it. */
  fileIn(name: string, state: FileView['state']): Promise<FileView>;
  /** Closes everything and opens it again, as a restart of the service does. */
  restart(): Promise<void>;
  /** Closes everything, and leaves the folders. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** A job that looks every second and takes files at once. */
export const QUICK_JOB = {
  name: 'job',
  source: { integration: 'inbox', path: 'in', pattern: '*.txt' },
  spec: 'fake',
  schedule: { every: '1s' },
  ready: { unchangedFor: 0 },
  to: { topic: 't' },
};

/** The integration of a workplace: the folder with its files. */
const INBOX = {
  id: 'i',
  origin: 'api',
  name: 'inbox',
  type: 'LOCAL_FS',
  credentialId: null,
  config: {},
  version: 1,
  createdAt: null,
  updatedAt: null,
} as const;

/** An integration that is read only. */
const DOWNLOAD = { id: 'd', name: 'download', type: 'REST_API' } as const;

/** The options of openWorkplace(). */
export interface WorkplaceOptions {
  readonly receiver?: AlertReceiver;
  /** The folders of a workplace that another process has left. Default: new ones. */
  readonly folders?: { readonly data: string; readonly files: string };
  /** Whether the spec was corrected: a record with an `E` has no issue. */
  readonly isMended?: boolean;
  /** The largest file that a job takes. Default: 1,000 bytes. */
  readonly maxFileBytes?: number;
  /** Called with the name of each step of a job, before the step. */
  onStep?(step: string): void;
}

/** Writes the module of the corrected spec into the cache of a data folder. */
export function cacheMended(folder: string): RunModule {
  const mended = fakeEsm
    .replace('"ab".repeat', '"cd".repeat')
    .replace('"EWF"', '"WF"')
    .replace('letters.includes("E")', 'false');
  return cacheModule(folder, mended, { ...fakeModule.spec, version: 'cd'.repeat(32) });
}

/** Opens a workplace. */
export async function openWorkplace({
  receiver,
  folders,
  isMended = false,
  maxFileBytes = 1000,
  onStep = () => {},
}: WorkplaceOptions = {}): Promise<JobWorkplace> {
  const folder = folders?.data ?? mkdtempSync(join(tmpdir(), 'specmill-data-'));
  const files = folders?.files ?? mkdtempSync(join(tmpdir(), 'specmill-inbox-'));
  mkdirSync(join(files, 'in'), { recursive: true });
  const counted: string[] = [];
  const logged: string[] = [];
  // Jobs open the connector before openBoth() returns.
  const wrapping: Pick<JobWorkplace, 'wrap' | 'hasSpec'> = { wrap: null, hasSpec: true };
  const place = Object.assign(wrapping, await openBoth());

  async function openConnector() {
    const connector = createLocalFsConnector({ root: files, localRoots: [files] });
    const used = wrapping.wrap?.(connector) ?? connector;
    return { integration: INBOX, connector: watchConnector(used, onStep), release: () => {} };
  }

  async function openBoth() {
    const all = await openAll(folder, { openFile: createOpenFile({ openConnector }) });
    watchSteps(all, onStep);
    await all.runs.resume();
    const module = isMended ? cacheMended(folder) : cacheModule(folder);
    const jobs = await openJobs({
      store: all.store,
      runs: all.runs,
      spool: watched(openSpool(folder), onStep, { receive: () => 'spool' }),
      log: { ...SILENT, warn: (event, details) => void logged.push(`${event} ${String(details?.['job'])}`) },
      meter: {
        ...NO_METER,
        count: (name, labels) => void counted.push(`${name} ${Object.values(labels).join(' ')}`),
      },
      folder: join(files, 'no-jobs-in-git'),
      receiver: receiver ?? null,
      limits: { maxFileBytes },
      findSpec: (name) =>
        name === 'fake' && wrapping.hasSpec ? { id: '7d0a1c5e-0000-4000-8000-000000000001', name, module } : null,
      sources: {
        find: async (name) => [INBOX, DOWNLOAD].find((one) => one.id === name || one.name === name) ?? null,
        openConnector,
      },
    });
    return { all, jobs };
  }

  async function closeBoth(): Promise<void> {
    await place.jobs.close();
    await place.all.close();
  }

  return Object.assign(place, {
    data: folder,
    files,
    put(path: string, text: string) {
      mkdirSync(dirname(join(files, path)), { recursive: true });
      writeFileSync(join(files, path), text);
    },
    read: (path: string) => readFileSync(join(files, path), 'utf8'),
    paths: () =>
      readdirSync(files, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(files.length + 1))
        .sort(),
    logged,
    counted: (name: string, of: string) => counted.filter((one) => one === `${name} job ${of}`).length,
    async messages(topic = 't') {
      return (await collect(place.all.store.topics.messages(topic, { from: 0, limit: Infinity })))
        .flat()
        .map(({ value, valueBase64 }) => value ?? valueBase64 ?? '');
    },
    async fileIn(name: string, state: FileView['state']) {
      let found: FileView | undefined;
      let asked = 0;
      await eventually(async () => {
        // Looks begin earlier than the schedule says, so that the tests do not wait.
        if (++asked % 8 === 0) await place.jobs.run('job').catch(() => {});
        [found] = await place.jobs.files('job', { limit: 1, name, state });
        return found !== undefined && !found.pending;
      });
      if (found === undefined) throw new Error('unreachable');
      return found;
    },
    async restart() {
      await closeBoth();
      Object.assign(place, await openBoth());
    },
    stop: closeBoth,
    async close() {
      await closeBoth();
      for (const one of [folder, files]) rmSync(one, { recursive: true, force: true });
    },
  });
}
