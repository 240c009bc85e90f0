import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { listSpecFiles } from './spec-files.ts';

/** How long the folder must have been quiet before it is looked at, at most how long one waits for that, and how often one looks unasked; milliseconds. */
const QUIET_MS = 150;
const MAX_WAIT_MS = 5_000;
const RESCAN_MS = 2_000;

export interface FolderWatch {
  /** Calls `onChange` though nothing has changed. */
  recheck(): void;
  close(): void;
}

export interface FolderWatcher {
  /** What throws is tried again. */
  onChange(): Promise<void>;
  onFailure(error: unknown): void;
}

/**
 * Calls `onChange` when specs of a folder have changed and stand still again: an editor that writes by
 * rename, and a checkout that changes many, are one change. What the system does not tell (another
 * machine's file system, a folder that was replaced) is found by looking from time to time.
 */
export function watchFolder(folder: string, watcher: FolderWatcher): FolderWatch {
  return new Watching(folder, watcher);
}

class Watching implements FolderWatch {
  readonly #folder: string;
  readonly #watcher: FolderWatcher;
  readonly #rescan: NodeJS.Timeout;
  #system: FSWatcher | null = null;
  #quiet: NodeJS.Timeout | undefined;
  #changingSince: number | null = null;
  #seen = '';
  #working = false;
  #closed = false;

  constructor(folder: string, watcher: FolderWatcher) {
    this.#folder = folder;
    this.#watcher = watcher;
    this.#rescan = setInterval(() => void this.#scan(), RESCAN_MS).unref();
    void this.#scan();
  }

  recheck(): void {
    this.#scheduleNotify();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#rescan);
    clearTimeout(this.#quiet);
    this.#system?.close();
  }

  async #scan(): Promise<void> {
    const seen = await describeFolder(this.#folder);
    if (this.#closed || seen === this.#seen) return;
    this.#seen = seen;
    this.#watch();
    this.#scheduleNotify();
  }

  // Anew at every change that was found by looking: the folder may be another one by the same name.
  #watch(): void {
    this.#system?.close();
    try {
      this.#system = watch(this.#folder, { persistent: false }, () => this.#scheduleNotify()).on('error', () => {});
    } catch {
      this.#system = null;
    }
  }

  #scheduleNotify(): void {
    if (this.#closed) return;
    this.#changingSince ??= Date.now();
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#notify(), QUIET_MS).unref();
  }

  async #notify(): Promise<void> {
    const mayWait = Date.now() - (this.#changingSince ?? 0) < MAX_WAIT_MS;
    if (this.#working || (mayWait && (await isGitAtWork(this.#folder)))) return this.#scheduleNotify();
    this.#working = true;
    this.#changingSince = null;
    try {
      this.#seen = await describeFolder(this.#folder);
      if (!this.#closed) await this.#watcher.onChange();
    } catch (error) {
      // The next look finds a change again.
      this.#seen = '';
      this.#watcher.onFailure(error);
    } finally {
      this.#working = false;
    }
  }
}

/** What tells that a spec was written, without reading it. */
async function describeFolder(folder: string): Promise<string> {
  try {
    const { ino } = await stat(folder);
    const files = await listSpecFiles(folder);
    const stats = await Promise.all(
      files.map(async ({ path }) => {
        const of = await stat(path, { bigint: true }).catch(() => null);
        return `${path} ${of?.ino} ${of?.size} ${of?.mtimeNs} ${of?.ctimeNs}`;
      }),
    );
    return [ino, ...stats].join('\n');
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
  }
}

/** Whether git is writing the work tree in which a folder lies: it holds its index while it does. */
async function isGitAtWork(folder: string): Promise<boolean> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const isThere = (path: string) =>
      stat(path).then(
        () => true,
        () => false,
      );
    if (await isThere(join(at, '.git'))) return isThere(join(at, '.git', 'index.lock'));
    if (dirname(at) === at) return false;
  }
}
