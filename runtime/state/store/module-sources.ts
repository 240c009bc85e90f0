import type { Connection } from './engine/connection.ts';
import type { NewRun } from './stored-run.ts';

/** The specs from which the modules of runs can be compiled again. */
export interface ModuleSources {
  /** Stores the sources of the modules of runs, as a part of the transaction that stores the runs. */
  insert(connection: Connection, runs: readonly NewRun[]): Promise<void>;
  /** Returns the source of the module with this hash, as JSON of a SpecText; null if none is stored. */
  find(connection: Connection, hash: string): Promise<string | null>;
  /** Call it when a transaction that stored a source is committed. */
  noteStored(run: NewRun): void;
  /** Call it in a transaction that may remove sources. */
  forget(): void;
}

/** Maximum number of sources that are known to be stored. */
const MAX_KNOWN = 50;

/** Creates the module sources. `isAlone`: no other process removes sources. Then one that is stored is not stored again. */
export function createModuleSources(isAlone: boolean): ModuleSources {
  /** The source by its hash. */
  const known = new Map<string, string>();
  return {
    async insert(connection, runs) {
      const sources = new Map(
        runs.flatMap(({ moduleHash, moduleSource }) =>
          moduleSource === undefined ? [] : [[moduleHash, moduleSource] as const],
        ),
      );
      for (const [hash, source] of sources) {
        if (known.get(hash) === source) continue;
        await connection.run(
          'INSERT INTO module_sources (hash, source) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET source = excluded.source',
          [hash, source],
        );
      }
    },
    async find(connection, hash) {
      const [row] = await connection.all<{ source: string }>('SELECT source FROM module_sources WHERE hash = ?', [
        hash,
      ]);
      return row?.source ?? null;
    },
    noteStored({ moduleHash: hash, moduleSource: source }) {
      if (!isAlone || source === undefined) return;
      known.set(hash, source);
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    },
    forget: () => known.clear(),
  };
}
