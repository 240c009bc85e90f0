import { join } from 'node:path';
import { describeError, type Log } from '../../../base/log/json-log.ts';
import type { SpecReader } from '../compile/compiled-spec.ts';
import {
  type BrokenState,
  emptyState,
  findNameConflicts,
  type GitState,
  type IsTaken,
  readGitState,
  readStoredState,
  storeState,
} from './git-specs.ts';
import { type BeforeTables, findTableChanges } from './table-changes.ts';
import { type FolderWatch, watchFolder } from './watch-folder.ts';

/**
 * Thrown by GitFolder.load() if the specs have errors and no earlier valid state can be used. `broken` contains the
 * errors.
 */
export class BrokenFolder extends Error {
  override readonly name = 'BrokenFolder';
  readonly broken: BrokenState;

  constructor(broken: BrokenState) {
    super('the specs have errors');
    this.broken = broken;
  }
}

/** The options of a GitFolder. */
export interface GitFolderOptions {
  folder: string;
  /** The folder that all instances share, which gets copies of reference tables. */
  filesFolder: string;
  reader: SpecReader;
  log: Log;
  /** Returns true if a spec that was created over the API has the name. */
  isTaken: IsTaken;
  beforeTables: BeforeTables;
  /** Waits until no other change of the registry is in progress, calls `work`, and returns its result. */
  change<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * The specs in the specs folder. The specs in service are those of one state of the folder. A newer state replaces all
 * of them at once, and only if it has no errors.
 */
export class GitFolder {
  readonly #options: GitFolderOptions;
  #serves: GitState = emptyState();
  #newer: BrokenState | null = null;
  #watch: FolderWatch | null = null;
  /** The paths of the reference tables of the newest state. */
  #tables: readonly string[] = [];

  constructor(options: GitFolderOptions) {
    this.#options = options;
  }

  /** The state of the folder that is in service. */
  get serves(): GitState {
    return this.#serves;
  }

  /** A newer state that is not in service because of its errors; null if there is none. */
  get newer(): BrokenState | null {
    return this.#newer;
  }

  /**
   * Loads the folder and starts to watch it. If the folder has errors or cannot be read, uses the last valid state,
   * which the data folder stores. If there is no such state, or its names conflict with specs of the API, a folder that
   * cannot be read counts as empty, and a folder with errors throws BrokenFolder. Throws DiskFull if the disk is full.
   */
  async load(): Promise<void> {
    const { folder, reader, isTaken, log } = this.#options;
    await this.reload();
    if (this.#newer !== null) {
      const stored = await readStoredState(reader);
      if (stored !== null && findNameConflicts(stored, isTaken) === null) this.#serves = stored;
      else if (this.#newer.state !== null) throw new BrokenFolder(this.#newer);
      this.#logBroken(this.#newer);
    }
    this.#watch = watchFolder(folder, {
      onChange: () => this.reload(),
      otherFiles: () => this.#tables,
      onFailure: (error) => log.error('specs_not_loaded', describeError(error)),
    });
  }

  /**
   * Reads the folder again. If the new state has no errors, it replaces the one in service. Throws DiskFull if the disk
   * is full.
   */
  async reload(): Promise<void> {
    const { folder, filesFolder, reader, isTaken, change } = this.#options;
    const reading = await readGitState({ folder, filesFolder }, reader);
    this.#tables = reading.tableFiles.map((file) => join(folder, file));
    await change(async () => {
      if (reading.kind === 'broken') return this.#keepServing(reading.broken);
      const taken = findNameConflicts(reading.state, isTaken);
      if (taken !== null) return this.#keepServing(taken);
      await this.#serve(reading.state);
    });
  }

  /**
   * Reads the folder again soon if its newest state has errors. Call this after a change elsewhere that may have
   * resolved them, for example after a spec of the API was removed and its name is free.
   */
  recheck(): void {
    if (this.#newer !== null) this.#watch?.recheck();
  }

  /** Stops watching the folder and ends the compiler. */
  async close(): Promise<void> {
    this.#watch?.close();
    await this.#options.reader.compiler.close();
  }

  #keepServing(broken: BrokenState): void {
    // The same broken state is logged only once. At the start, load() logs it.
    if (this.#watch !== null && this.#newer?.state !== broken.state) this.#logBroken(broken);
    this.#newer = broken;
  }

  #logBroken({ state, files: problems }: BrokenState): void {
    this.#options.log.warn('specs_broken', { state, serves: this.#serves.state, problems });
  }

  async #serve(state: GitState): Promise<void> {
    const { reader, log, beforeTables } = this.#options;
    this.#newer = null;
    if (state.state === this.#serves.state) return;
    // At the start, the state before is the one of the last start.
    const before = this.#watch === null ? await readStoredState(reader) : this.#serves;
    await beforeTables(findTableChanges(before ?? this.#serves, state));
    this.#serves = state;
    await storeState(state, reader.cache.folder, log);
    log.info('specs_loaded', { state: state.state, specs: state.specs.size });
  }
}
