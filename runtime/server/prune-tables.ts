import { describeError, type Log } from '../base/log/json-log.ts';
import type { Runs } from '../runs/runs.ts';
import { pruneTables } from '../state/reference/table-files.ts';
import type { TableRegistry } from '../state/reference/table-registry.ts';
import type { Registry } from '../state/registry/open-registry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Parts {
  /** The folder that all instances share. */
  readonly filesFolder: string;
  readonly runs: Pick<Runs, 'tablesInUse'>;
  readonly tables: Pick<TableRegistry, 'versions'>;
  readonly registry: Pick<Registry, 'list'>;
  readonly log: Log;
}

/**
 * Deletes old versions of reference tables now and each day: those that are neither in service, nor used by runs whose files
 * are stored, nor by what waits for approval. Logs errors.
 */
export async function pruneTablesDaily(parts: Parts): Promise<{ close(): Promise<void> }> {
  const { filesFolder, log } = parts;
  let last = Promise.resolve();
  const prune = (): Promise<void> =>
    (last = pruneTables(filesFolder, () => findNeeded(parts)).catch((error: unknown) =>
      log.warn('tables_not_pruned', describeError(error)),
    ));
  await prune();
  const timer = setInterval(() => void prune(), DAY_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await last;
    },
  };
}

async function findNeeded({ runs, tables, registry }: Parts): Promise<Set<string>> {
  const inService = registry.list().flatMap(({ compiled }) => compiled?.module.tables ?? []);
  const needed = await runs.tablesInUse();
  for (const version of await tables.versions()) needed.add(version);
  for (const { version } of inService) needed.add(version);
  return needed;
}
