import { ModuleNotEncodable } from '../../base/model/run-module.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { DiskFull } from '../../base/model/disk-full.ts';
import { FilesUnavailable } from '../../base/model/files-unavailable.ts';
import type { FileReason, JobReason } from '../../base/model/file-state.ts';
import { StoreUnavailable } from '../../state/store/engine/store-unavailable.ts';
import { RunsStopped } from '../../runs/failures.ts';

/** A job cannot work now, for a reason that is not one of its files: it tries again after a pause. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly reason: JobReason;

  constructor(reason: JobReason) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Returns why a job cannot work now; null if the error concerns one file only. */
export function findJobReason(error: unknown): JobReason | null {
  if (error instanceof JobFailure) return error.reason;
  if (error instanceof ConnectorFailure) return error.isHostFailure ? reasonOf(error) : null;
  if (error instanceof DiskFull) return { code: 'disk_full', message: 'The disk of the data folder is full.' };
  if (error instanceof FilesUnavailable)
    return { code: error.code, message: 'The object store with the received files cannot be used now.' };
  if (error instanceof StoreUnavailable)
    return { code: 'store_unavailable', message: 'The database of the service cannot be reached.' };
  if (error instanceof ModuleNotEncodable) return { code: 'invalid_format', message: error.message };
  if (error instanceof RunsStopped) return { code: 'stopping', message: 'The service is stopping.' };
  if (!(error instanceof Error)) return null;
  // The errors of opening an integration belong to a folder that this one does not import.
  switch (error.name) {
    case 'VaultLocked':
      return { code: 'vault_locked', message: 'The vault is locked: its master key is missing or is another one.' };
    case 'IntegrationNotFound':
      return { code: 'integration_not_found', message: error.message };
    case 'InvalidConfig':
      return { code: 'invalid_integration', message: error.message };
    default:
      return null;
  }
}

/** Returns the reason that a connector's failure states. */
export function reasonOf({ code, message }: ConnectorFailure): FileReason {
  return { code, message };
}
