import { createFindMaskKey } from './mask-keys.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createJsonLog } from '../../base/log/json-log.ts';
import type { BrokerSettings } from '../../base/model/broker-settings.ts';
import { openRuns } from '../../runs/open-runs.ts';
import type { Runs } from '../../runs/runs.ts';
import { DataFolderLocked, FolderMoved } from '../../state/store/folder-failures.ts';
import { openStore } from '../../state/store/open-store.ts';
import { findAddress } from './service-address.ts';
import { isServiceNamed, type ServicePlace } from './service-client.ts';
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

/** A service uses the data folder, or another process. The message names the request that does the same. */
class FolderInUse extends SystemFailure {}

/** Where a command finds the runs: in a service, or in the data folder. */
export interface RunsPlace<T> extends ServicePlace {
  /** Asks the service. */
  ask(): Promise<T>;
  /** Reads the data folder. It throws FolderInUse if a service uses it. */
  read(): Promise<T>;
}

/**
 * Asks the service that --url or SPECMILL_URL names. Without one, reads the data folder; if a service uses it, asks that
 * service. Throws SystemFailure if the process that uses the folder is no service.
 */
export async function askOrRead<T>({ flags, data, ask, read }: RunsPlace<T>): Promise<T> {
  if (isServiceNamed(flags)) return ask();
  return read().catch(async (error: unknown) => {
    if (!(error instanceof FolderInUse) || (await findAddress(data)) === null) throw error;
    return ask();
  });
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
    throw new FolderInUse(
      `${problem} at the address that it printed at its start, for example: curl ${method}http://127.0.0.1:3000/api/v1${task.route}`,
    );
  });
  try {
    const runs = openRuns({
      ...{ store, log: createJsonLog(() => {}), findMaskKey: createFindMaskKey(process.env) },
      ...task,
    });
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
