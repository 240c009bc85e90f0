import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { listSpecFiles } from './spec-files.ts';

/**
 * Times in milliseconds. A change is reported when nothing has changed for QUIET_MS. While git holds its lock, the
 * report waits until MAX_WAIT_MS after the first change. Every RESCAN_MS, the folder is examined for changes.
 */
const QUIET_MS = 150;
const MAX_WAIT_MS = 5_000;
const RESCAN_MS = 2_000;

/** An active watch of a folder. */
export interface FolderWatch {
  /** Calls `onChange` soon, even if nothing has changed. */
  recheck(): void;
  /** Stops watching. */
  close(): void;
}

/** The callbacks of a watch. */
export interface FolderWatchHandlers {
  /**
   * Called once after the start, and after each change. If it rejects, the error is passed to `onFailure`, and
   * `onChange` is called again after the next rescan.
   */
  onChange(): Promise<void>;
  onFailure(error: unknown): void;
  /** Returns the paths of other files to examine, such as reference tables. Absent: there are none. */
  otherFiles?(): readonly string[];
}

/**
 * Watches a folder of specs until the watch is closed. Calls `onChange` once after the start. Then calls it whenever
 * specs have changed and nothing has changed for 150 ms, so that a checkout of many files causes one call. While git
 * writes files, the call waits, but no longer than 5 s.
 *
 * Rescans every 2 s find changes that the system does not report, for example on a network file system or after the
 * folder was replaced.
 */
export function watchFolder(folder: string, handlers: FolderWatchHandlers): FolderWatch {
  return new PollingFolderWatch(folder, handlers);
}

class PollingFolderWatch implements FolderWatch {
  readonly #folder: string;
  readonly #handlers: FolderWatchHandlers;
  readonly #rescan: NodeJS.Timeout;
  #system: FSWatcher | null = null;
  #quiet: NodeJS.Timeout | undefined;
  #changingSince: number | null = null;
  #seen = '';
  #working = false;
  #closed = false;

  constructor(folder: string, handlers: FolderWatchHandlers) {
    this.#folder = folder;
    this.#handlers = handlers;
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
    const seen = await describeFolder(this.#folder, this.#handlers.otherFiles?.() ?? []);
    if (this.#closed || seen === this.#seen) return;
    this.#seen = seen;
    this.#watch();
    this.#scheduleNotify();
  }

  // After each change that a rescan found, the system's watch is renewed, because the path may now refer to another
  // folder.
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
      this.#seen = await describeFolder(this.#folder, this.#handlers.otherFiles?.() ?? []);
      if (!this.#closed) await this.#handlers.onChange();
    } catch (error) {
      // With this value, the next rescan reports a change, so onChange() is retried.
      this.#seen = '';
      this.#handlers.onFailure(error);
    } finally {
      this.#working = false;
    }
  }
}

/**
 * Returns a text that changes when a spec file is added, removed or written. It is made of file attributes; the files
 * are not read.
 */
async function describeFolder(folder: string, others: readonly string[]): Promise<string> {
  try {
    const { ino } = await stat(folder);
    const files = await listSpecFiles(folder);
    const stats = await Promise.all(
      [...files.map(({ path }) => path), ...others].map(async (path) => {
        const of = await stat(path, { bigint: true }).catch(() => null);
        return `${path} ${of?.ino} ${of?.size} ${of?.mtimeNs} ${of?.ctimeNs}`;
      }),
    );
    return [ino, ...stats].join('\n');
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
  }
}

/** Returns true while the index of the git work tree that contains the folder is locked. Git then writes files. */
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
