import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReferenceInfo } from '../../../compiler/kernel/model/contract.ts';
import type { TableVersion } from '../../base/model/bound-tables.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { systemCode } from '../../base/files/error-reason.ts';
import { loadTables } from './load-table.ts';
import { readTable, sizeOfTable, storeTable } from './table-files.ts';
import { describeTable, shareBytes, versionOfTable } from './table-reader.ts';

/** A reference table of the service. */
export interface StoredTable extends TableVersion {
  /** The names of its columns, in the order of the file. */
  readonly columns: string[];
  /** The size of its file. */
  readonly bytes: number;
  /** When this version was stored: ISO 8601, UTC. */
  readonly updatedAt: string;
}

/** The outcome of a change: the table, or why nothing was changed. */
export type TableChange =
  | { readonly kind: 'changed'; readonly table: StoredTable; readonly isNew: boolean }
  | Unchanged;

/** Why a table was not changed. */
export type Unchanged =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'version_differs' }
  | { readonly kind: 'quota_exceeded' };

/** A change of a table: its version before, and the next one. Null: there is none. */
export interface VersionChange {
  readonly before: string | null;
  readonly after: string | null;
}

/** Called before a change takes effect. If it throws, nothing is changed. */
export type BeforeChange = (change: VersionChange) => Promise<void>;

/** Whether a version may be replaced or removed. */
export type IsCurrent = (version: string) => boolean;

/** The largest number of tables that a service has. */
const MAX_TABLES = 1000;

/** The reference tables that were sent to the service, for specs that name them without a file of their own. */
export class TableRegistry {
  readonly #filesFolder: string;
  readonly #folder: string;
  /** The last change. Each waits for the one before it. */
  #changes: Promise<unknown> = Promise.resolve();

  /** `filesFolder` is the folder that all instances share. */
  constructor(filesFolder: string) {
    this.#filesFolder = filesFolder;
    this.#folder = join(filesFolder, 'reference', 'names');
  }

  /** Returns all tables, sorted by name. */
  async list(): Promise<StoredTable[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    });
    const found = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => this.find(name.slice(0, -5))),
    );
    return found.filter((table) => table !== null).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns a table by its name. Null: there is none. */
  async find(name: string): Promise<StoredTable | null> {
    const text = await readFile(this.#pathOf(name), 'utf8').catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    });
    // put() wrote the file.
    return text === null ? null : (JSON.parse(text) as StoredTable);
  }

  /** Returns the CSV file of a table. */
  read({ name, version }: TableVersion): Promise<Uint8Array> {
    return readTable(name, version, this.#filesFolder);
  }

  /** Returns the size of a stored version of a table, in bytes. */
  sizeOf(version: string): Promise<number> {
    return sizeOfTable(version, this.#filesFolder);
  }

  /**
   * Stores a version of a table. `uses`: how the specs in service read it. Throws ReferenceFault if the file is no table,
   * and ReferenceFailure if a spec could not read it.
   */
  async put(
    name: string,
    bytes: Uint8Array,
    {
      uses,
      isCurrent,
      beforeChange,
    }: { uses: readonly ReferenceInfo[]; isCurrent: IsCurrent | null; beforeChange?: BeforeChange },
  ): Promise<TableChange> {
    const shared = shareBytes(bytes);
    const file = { version: await versionOfTable(shared), read: async () => shared };
    const { columns, rows } = await describeTable(shared);
    for (const use of uses) await loadTables([use], async () => file);
    return this.#change(async () => {
      const before = await this.find(name);
      if (isCurrent !== null && (before === null || !isCurrent(before.version))) return { kind: 'version_differs' };
      if (before === null && (await this.list()).length >= MAX_TABLES) return { kind: 'quota_exceeded' };
      if (before?.version === file.version) return { kind: 'changed', table: before, isNew: false };
      const { version } = file;
      const table = { name, version, rows, columns, bytes: bytes.length, updatedAt: new Date().toISOString() };
      await storeTable(this.#filesFolder, file);
      await beforeChange?.({ before: before?.version ?? null, after: version });
      await replaceFile(this.#pathOf(name), JSON.stringify(table));
      return { kind: 'changed', table, isNew: before === null };
    });
  }

  /** Returns the current versions of all tables. */
  async versions(): Promise<string[]> {
    return (await this.list()).map(({ version }) => version);
  }

  /** Removes a table. Its versions stay for the runs that have used them: see pruneTables(). */
  remove(
    name: string,
    { isCurrent, beforeChange }: { isCurrent: IsCurrent | null; beforeChange?: BeforeChange },
  ): Promise<{ readonly kind: 'removed' } | Unchanged> {
    return this.#change(async () => {
      const before = await this.find(name);
      if (before === null) return { kind: 'not_found' };
      if (isCurrent !== null && !isCurrent(before.version)) return { kind: 'version_differs' };
      await beforeChange?.({ before: before.version, after: null });
      await rm(this.#pathOf(name), { force: true });
      return { kind: 'removed' };
    });
  }

  /** Returns the current versions of those tables that exist. */
  async findVersions(needed: readonly ReferenceInfo[]): Promise<TableVersion[]> {
    const found = await Promise.all(needed.map(({ name }) => this.find(name)));
    return found.flatMap((table) =>
      table === null ? [] : [{ name: table.name, version: table.version, rows: table.rows }],
    );
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.json`);
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const changed = this.#changes.then(work);
    this.#changes = changed.catch(() => {});
    return changed;
  }
}
