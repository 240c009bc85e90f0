import { DatabaseFailure } from '../../base/database/failure.ts';
import { StoreUnavailable } from '../../state/store/engine/store-unavailable.ts';
import { FolderMismatch, FolderMoved } from '../../state/store/folder-failures.ts';
import { StoreInUse, UnusableDatabase } from '../../state/store/postgresql/failures.ts';

const FAILURES = [DatabaseFailure, FolderMismatch, FolderMoved, StoreInUse, StoreUnavailable, UnusableDatabase];

/** Returns true if a PostgreSQL store cannot be opened, for a reason that the message states with the way out. */
export function isStoreFailure(error: unknown): error is Error {
  return FAILURES.some((failure) => error instanceof failure);
}
