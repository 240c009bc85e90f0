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

/** At the start the folder holds specs that cannot be served, and there is no earlier state. */
export class BrokenFolder extends Error {
  override readonly name = 'BrokenFolder';
  readonly broken: BrokenState;

  constructor(broken: BrokenState) {
    super('the specs have errors');
    this.broken = broken;
  }
}

export interface GitFolderOptions {
  folder: string;
  reader: SpecReader;
  log: Log;
  /** Which names the API's specs have. */
  isTaken: IsTaken;
  /** Calls `work` when no other change of the registry is under way. */
  change<T>(work: () => Promise<T>): Promise<T>;
}

/** The specs of the folder: a state of it serves as a whole, until a newer one can. */
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
   * Loads the folder and watches it from then on. Where it is broken, the state that served last does;
   * where there is none, this throws BrokenFolder. A folder that is not there holds no specs.
   */
  async load(): Promise<void> {
    const { folder, reader, isTaken, log } = this.#options;
    await this.reload();
    if (this.#newer !== null) {
      const kept = await readStoredState(reader);
      if (kept !== null && findNameConflicts(kept, isTaken) === null) this.#serves = kept;
      else if (this.#newer.state !== null) throw new BrokenFolder(this.#newer);
      this.#logBroken(this.#newer);
    }
    this.#watch = watchFolder(folder, {
      onChange: () => this.reload(),
      onFailure: (error) => log.error('specs_not_loaded', describeError(error)),
    });
  }

  /** Looks at the folder anew. Throws DiskFull, or the system's errors where modules cannot be kept. */
  async reload(): Promise<void> {
    const { folder, reader, isTaken, change } = this.#options;
    const reading = await readGitState(folder, reader);
    await change(async () => {
      if (reading.kind === 'broken') return this.#refuse(reading.broken);
      const taken = findNameConflicts(reading.state, isTaken);
      if (taken !== null) return this.#refuse(taken);
      await this.#serve(reading.state);
    });
  }

  /** Something else has changed that the folder may have waited for. */
  recheck(): void {
    if (this.#newer !== null) this.#watch?.recheck();
  }

  async close(): Promise<void> {
    this.#watch?.close();
    await this.#options.reader.compiler.close();
  }

  #refuse(broken: BrokenState): void {
    // The same one again is no news; and at the start whoever asked for it is told.
    if (this.#watch !== null && this.#newer?.state !== broken.state) this.#logBroken(broken);
    this.#newer = broken;
  }

  #logBroken({ state, problems }: BrokenState): void {
    this.#options.log.warn('specs_broken', { state, serves: this.#serves.state, problems });
  }

  async #serve(state: GitState): Promise<void> {
    const { reader, log } = this.#options;
    this.#newer = null;
    if (state.state === this.#serves.state) return;
    this.#serves = state;
    await storeState(state, reader.dataFolder, log);
    log.info('specs_loaded', { state: state.state, specs: state.specs.size });
  }
}
