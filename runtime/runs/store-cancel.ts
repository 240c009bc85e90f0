import { DiskFull } from '../base/model/disk-full.ts';
import { isSmallFile } from '../base/model/small-file-name.ts';
import type { Spool } from '../reading/source/spool.ts';
import type { Store } from '../state/store/store.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { isInStore } from './open-target.ts';
import type { ActiveRun } from './active-run.ts';

interface Storage {
  store: Store;
  spool: Spool;
}

/**
 * Frees disk space, so that the database can record that a run was cancelled. Removes the reserve, and the run's
 * spooled file. The file of a run into another system remains, because it may have to be read again to find out what was
 * published.
 */
export async function freeRoom({ store, spool, run }: Storage & { run: StoredRun }): Promise<void> {
  await store.reserve.free();
  // A small file is in the database, and to remove it needs space.
  if (run.spoolName !== null && !isSmallFile(run.spoolName) && isInStore(run)) await spool.remove(run.spoolName);
}

/**
 * Records in the database that a run is cancelled. If the disk is full and this process executes the run, frees disk
 * space and tries again. Returns false if the run has finished or does not exist. `active` is undefined if this process
 * does not execute the run. Throws DiskFull.
 */
export async function storeCancel({
  store,
  spool,
  runId,
  active,
}: Storage & { runId: string; active: ActiveRun | undefined }): Promise<boolean> {
  try {
    return await store.runs.cancel(runId);
  } catch (error) {
    if (!(error instanceof DiskFull) || active === undefined) throw error;
    active.cancel();
    await freeRoom({ store, spool, run: active.run });
    return store.runs.cancel(runId);
  }
}
