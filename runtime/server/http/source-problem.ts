import { type ConnectorCode, ConnectorFailure } from '../../connector/failure.ts';
import { InvalidPattern } from '../../connector/file-pattern.ts';
import { InvalidConfig } from '../../connector/types/invalid-config.ts';
import { IntegrationNameTaken, IntegrationNotFound, TooManyIntegrations } from '../../jobs/integrations/integration.ts';
import { InvalidCredential } from '../../state/vault/types/credential-type.ts';
import { CredentialNameTaken, TooManyCredentials } from '../../state/vault/vault.ts';
import { VaultLocked } from '../../state/vault/unlock.ts';
import { Problem, type ProblemCode } from './problem.ts';

/** Returns the Problem for an error of the vault, an integration or a connector. Returns null for any other error. */
export function toSourceProblem(error: unknown): Problem | null {
  if (error instanceof ConnectorFailure) return toConnectorProblem(error);
  if (error instanceof VaultLocked) return new Problem('vault_locked', error.message);
  if (error instanceof InvalidCredential)
    return new Problem('invalid_credential', error.message, { field: error.field });
  if (error instanceof InvalidConfig) return new Problem('invalid_integration', error.message, { field: error.field });
  if (error instanceof InvalidPattern) return new Problem('invalid_value', error.message, { field: 'pattern' });
  if (error instanceof CredentialNameTaken || error instanceof IntegrationNameTaken)
    return new Problem('name_taken', error.message, { field: 'name' });
  if (error instanceof IntegrationNotFound) return new Problem('integration_not_found', error.message);
  if (error instanceof TooManyCredentials || error instanceof TooManyIntegrations)
    return new Problem('insufficient_storage', error.message);
  return null;
}

function toConnectorProblem(failure: ConnectorFailure): Problem {
  const { code, step, message } = failure;
  const field = code === 'invalid_path' ? { field: 'path' } : {};
  return new Problem(problemCodeOf(failure), message, { ...field, reason: code, ...(step !== null && { step }) });
}

const CODES: Readonly<Partial<Record<ConnectorCode, ProblemCode>>> = {
  invalid_path: 'invalid_value',
  not_found: 'source_not_found',
  source_changed: 'source_changed',
  timed_out: 'source_timed_out',
};

function problemCodeOf(failure: ConnectorFailure): ProblemCode {
  return CODES[failure.code] ?? (failure.isHostFailure ? 'source_unreachable' : 'source_failed');
}
