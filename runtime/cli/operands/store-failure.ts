import { DatabaseFailure } from '../../database/failure.ts';
import { StoreUnavailable } from '../../store/engine/store-unavailable.ts';
import { FolderMismatch, FolderMoved } from '../../store/folder-failures.ts';
import { StoreInUse, UnusableDatabase } from '../../store/postgresql/failures.ts';

const FAILURES = [DatabaseFailure, FolderMismatch, FolderMoved, StoreInUse, StoreUnavailable, UnusableDatabase];

/** Returns true if a PostgreSQL store cannot be opened, for a reason that the message states with the way out. */
export function isStoreFailure(error: unknown): error is Error {
  return FAILURES.some((failure) => error instanceof failure);
}
