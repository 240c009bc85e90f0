import { ConnectorFailure } from '../../connector/failure.ts';
import { InvalidConfig } from '../../connector/types/invalid-config.ts';
import { RunFailure, RunPause } from '../../base/model/run-failure.ts';
import { VaultLocked } from '../../state/vault/unlock.ts';
import { IntegrationNotFound } from './integration.ts';

/**
 * Converts an error of an integration to one of a run: RunPause if the run may be continued later, RunFailure if it can
 * never be. `prefix` begins the codes of what the system itself reports. Returns any other error as it is.
 */
export function toRunError(error: unknown, prefix: string): unknown {
  if (error instanceof VaultLocked) return new RunPause('vault_locked', error.message);
  if (error instanceof IntegrationNotFound) return new RunFailure('integration_not_found', error.message);
  if (error instanceof InvalidConfig) return new RunFailure('invalid_integration', error.message);
  if (!(error instanceof ConnectorFailure)) return error;
  // Somebody may correct the host, the credential or the rights, or make room.
  if (error.code === 'authentication_failed') return new RunPause(error.code, error.message);
  if (error.code === 'permission_denied')
    return new RunPause(error.code, `${error.message} Grant it the right to write.`);
  return error.isHostFailure || error.code === 'disk_full' || error.code === 'not_found'
    ? new RunPause(`${prefix}_unavailable`, error.message)
    : new RunFailure(`${prefix}_${error.code}`, error.message);
}
