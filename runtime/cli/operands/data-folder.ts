import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createJsonLog } from '../../base/log/json-log.ts';
import type { BrokerSettings } from '../../base/model/broker-settings.ts';
import { openRuns } from '../../runs/open-runs.ts';
import type { Runs } from '../../runs/runs.ts';
import { DataFolderLocked, FolderMoved } from '../../state/store/folder-failures.ts';
import { openStore } from '../../state/store/open-store.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';

/**
 * A task of a command on the runs of a data folder. `keepFilesMs` is how long the files of finished runs are stored, in
 * milliseconds.
 */
export interface RunsTask<T> {
  data: string;
  threads: number;
  keepFilesMs: number;
  broker?: BrokerSettings;
  /**
   * The request with which a running service does the same: its path, for example `/runs`. `method` is absent for GET.
   * An error message contains the request.
   */
  route: string;
  method?: 'POST';
  work(runs: Runs): Promise<T>;
}

/** Returns true if the data folder contains a database of runs, or is that of a PostgreSQL database. */
export function hasRuns(data: string): boolean {
  return ['specmill.sqlite', 'store-id'].some((name) => existsSync(join(data, name)));
}

/**
 * Opens the runs of a data folder, calls `work` and returns its result. Unfinished runs are not resumed. Throws
 * SystemFailure if another process uses the folder. The message contains the request to send to the service instead.
 */
export async function withRuns<T>(task: RunsTask<T>): Promise<T> {
  const store = await openStore(task.data).catch((error: unknown) => {
    if (!(error instanceof DataFolderLocked || error instanceof FolderMoved)) throw error;
    const method = task.method === undefined ? '' : `-X ${task.method} `;
    const problem =
      error instanceof FolderMoved
        ? `the runs of the data folder ${task.data} are in a PostgreSQL database. Ask the service`
        : `another specmill process uses the data folder ${task.data}. If it is a service, ask it instead`;
    throw new SystemFailure(
      `${problem} at the address that it printed at its start, for example: curl ${method}http://127.0.0.1:3000/api/v1${task.route}`,
    );
  });
  try {
    const runs = openRuns({ store, log: createJsonLog(() => {}), ...task });
    try {
      return await task.work(runs);
    } finally {
      await runs.stop();
    }
  } finally {
    await store.close();
  }
}

/** Returns the id of a run from the command line, in lower case. Throws UsageError if it is not a UUID. */
export function readRunId(written: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(written)) return written.toLowerCase();
  throw new UsageError(`"${written}" is not the id of a run`, 'specmill runs lists the runs with their ids');
}
