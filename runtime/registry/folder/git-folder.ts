import { describeError, type Log } from '../../log/json-log.ts';
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
import { type FolderWatch, watchFolder } from './watch-folder.ts';

/** At the start, the folder has errors and no earlier valid state is stored. */
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
  reader: SpecReader;
  log: Log;
  /** Returns true if a spec of the API has the name. */
  isTaken: IsTaken;
  /** Calls `work` while no other change of the registry is in progress. */
  change<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * The specs of the folder. A state of the folder is in service as a whole, until a newer one without errors replaces
 * it.
 */
export class GitFolder {
  readonly #options: GitFolderOptions;
  #serves: GitState = emptyState();
  #newer: BrokenState | null = null;
  #watch: FolderWatch | null = null;

  constructor(options: GitFolderOptions) {
    this.#options = options;
  }

  get serves(): GitState {
    return this.#serves;
  }

  get newer(): BrokenState | null {
    return this.#newer;
  }

  /**
   * Loads the folder and watches it. If it has errors, the last valid state is used. Throws BrokenFolder if there is
   * none. A missing folder counts as empty.
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
      onFailure: (error) => log.error('specs_not_loaded', describeError(error)),
    });
  }

  /** Reads the folder again. Throws DiskFull, or the system's errors if modules cannot be stored. */
  async reload(): Promise<void> {
    const { folder, reader, isTaken, change } = this.#options;
    const reading = await readGitState(folder, reader);
    await change(async () => {
      if (reading.kind === 'broken') return this.#keepServing(reading.broken);
      const taken = findNameConflicts(reading.state, isTaken);
      if (taken !== null) return this.#keepServing(taken);
      await this.#serve(reading.state);
    });
  }

  /** Retries a newer state after another change that may have resolved its errors. */
  recheck(): void {
    if (this.#newer !== null) this.#watch?.recheck();
  }

  async close(): Promise<void> {
    this.#watch?.close();
    await this.#options.reader.compiler.close();
  }

  #keepServing(broken: BrokenState): void {
    // The same state is logged once. At the start, load() reports it.
    if (this.#watch !== null && this.#newer?.state !== broken.state) this.#logBroken(broken);
    this.#newer = broken;
  }

  #logBroken({ state, files: problems }: BrokenState): void {
    this.#options.log.warn('specs_broken', { state, serves: this.#serves.state, problems });
  }

  async #serve(state: GitState): Promise<void> {
    const { reader, log } = this.#options;
    this.#newer = null;
    if (state.state === this.#serves.state) return;
    this.#serves = state;
    await storeState(state, reader.cache.folder, log);
    log.info('specs_loaded', { state: state.state, specs: state.specs.size });
  }
}
