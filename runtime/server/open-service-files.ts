import type { Sources } from '../jobs/integrations/open-sources.ts';
import type { Log } from '../base/log/json-log.ts';
import type { FilesSettings } from '../state/settings/files.ts';
import { openSpool, type Spool } from '../reading/source/spool.ts';
import type { OpenStoreOptions } from '../state/store/open-store.ts';
import type { Store } from '../state/store/store.ts';

/** The received files of the service. */
export interface ServiceFiles {
  readonly spool: Spool;
  /** Like Store.findProblem(), and also checks the bucket of the received files. */
  readonly findProblem: Store['findProblem'];
  close(): Promise<void>;
}

/** Returns the options of openStore() that say where received files are. */
export function placeOf(files: FilesSettings | null): OpenStoreOptions {
  return { files: files?.kind === 'folder' ? files.path : null, hasBucket: files?.kind === 'bucket' };
}

/**
 * Opens the place of the received files: a folder of the store, or a bucket. Throws CannotUseBucket, FolderMismatch and
 * StoreUnavailable.
 */
export async function openServiceFiles({
  files,
  store,
  sources,
  log,
}: {
  files: FilesSettings | null;
  store: Store;
  sources: Sources | null;
  log: Log;
}): Promise<ServiceFiles> {
  const { findProblem } = store;
  if (files?.kind !== 'bucket')
    return { spool: openSpool(store.filesFolder, store.folder), findProblem, close: async () => {} };
  // Loaded when it is needed, because most installations have a folder.
  const { openBucketFiles } = await import('../connector/bucket-files/open-bucket-files.ts');
  const bucket = await openBucketFiles({ settings: files, store, vault: sources?.vault ?? null, log });
  return {
    spool: bucket.spool,
    findProblem: async () => (await findProblem()) ?? bucket.findProblem(),
    close: bucket.close,
  };
}
