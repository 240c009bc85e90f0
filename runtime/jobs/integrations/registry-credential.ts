import type { RegistryAuthorizer, SchemaSettings } from '../../base/model/message-schemas.ts';
import { RunFailure, RunPause } from '../../base/model/run-failure.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { createHostGuard } from '../../connector/host-guard.ts';
import { createHttpClient } from '../../connector/http/http-client.ts';
import { type Authorization, createAuthorizer } from '../../connector/rest-api/authorization.ts';
import { targetOfUrl } from '../../connector/types/connector-type.ts';
import { TamperedSecret } from '../../state/vault/sealed-secret.ts';
import { canUseRegistry, CredentialRefused, REGISTRY_USE } from '../../state/vault/types/credential-binding.ts';
import { VaultLocked } from '../../state/vault/unlock.ts';
import type { OpenedCredential, Vault } from '../../state/vault/vault.ts';

/** What the credential of a registry needs. */
export interface RegistryVault {
  readonly vault: Pick<Vault, 'findByName' | 'open'>;
  /** The hosts that token endpoints may have although their addresses are of this machine or its network. */
  readonly allowedHosts: readonly string[];
}

/**
 * Returns the settings of a registry with the credential of the vault that they name. It is opened for each request, so a new
 * secret is used from the next run on.
 */
export function useVaultCredential(schemas: SchemaSettings, parts: RegistryVault | null): SchemaSettings {
  const { url, credential } = schemas;
  if (url === null || credential === null || parts === null) return schemas;
  return { ...schemas, authorizer: createRegistryAuthorizer(credential, url, parts) };
}

function createRegistryAuthorizer(
  name: string,
  url: string,
  { vault, allowedHosts }: RegistryVault,
): RegistryAuthorizer {
  const client = createHttpClient({ guard: createHostGuard(allowedHosts) });
  const authorizer = createAuthorizer(client, () => openCredential(name, url, vault));
  let last: Authorization | null = null;
  const authorize = async (): Promise<Readonly<Record<string, string>>> => {
    try {
      last = await authorizer.authorize();
      return last.headers;
    } catch (error) {
      throw asRunError(error, name);
    }
  };
  return { authorize, renew: async () => (last !== null && authorizer.reject(last) ? authorize() : null) };
}

async function openCredential(name: string, url: string, vault: RegistryVault['vault']): Promise<OpenedCredential> {
  const found = await vault.findByName(name);
  if (found === null)
    throw denied(name, 'does not exist. Create it with POST /api/v1/credentials, then send the file again');
  if (!canUseRegistry(found.type))
    throw denied(name, `has the type ${found.type}. A registry takes PASSWORD, API_TOKEN or OAUTH2_CLIENT`);
  const opened = await vault.open(found.id, { type: REGISTRY_USE, ...targetOfUrl(url) });
  if (opened === null) throw denied(name, 'was removed');
  return opened;
}

function denied(name: string, why: string): RunFailure {
  return new RunFailure(
    'schema_registry_denied',
    `the credential ${JSON.stringify(name)} of --schema-registry-credential ${why}`,
  );
}

function asRunError(error: unknown, name: string): unknown {
  if (error instanceof VaultLocked) return new RunPause('vault_locked', error.message);
  if (error instanceof CredentialRefused) return denied(name, `cannot be used. ${error.message}`);
  if (error instanceof TamperedSecret) return denied(name, 'was altered, or belongs to another one. Rotate it');
  if (!(error instanceof ConnectorFailure)) return error;
  const { code, message } = error;
  return code === 'authentication_failed'
    ? denied(name, `yields no access token. ${message}`)
    : new RunPause('schema_registry_unavailable', `the schema registry needs an access token. ${message}`);
}
