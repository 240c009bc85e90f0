import { type DatabaseConfig, openSettings } from '../../connector/database/open-settings.ts';
import { InvalidConfig } from '../../connector/types/invalid-config.ts';
import type { DatabaseSettings } from '../../base/database/settings.ts';
import type { Integrations } from './open-integrations.ts';
import { toRunError } from './run-error.ts';

/**
 * Returns how to connect to the database of an integration, with the current version of its credential. The result
 * contains the secret. Throws IntegrationNotFound, InvalidConfig if the integration has another type, VaultLocked, and
 * ConnectorFailure.
 */
export async function openDatabase(integrations: Integrations, idOrName: string): Promise<DatabaseSettings> {
  const { integration, checked, context } = await integrations.prepare(idOrName);
  if (integration.type !== 'DATABASE')
    throw new InvalidConfig(
      'type',
      `The integration "${integration.name}" has the type ${integration.type}, not DATABASE.`,
    );
  // The type of the integration has checked the members.
  return openSettings({ ...context, config: checked.members as unknown as DatabaseConfig });
}

/**
 * Returns the function that opens databases for runs into tables. It throws RunFailure if the run can never be continued,
 * and RunPause if it may be continued later.
 */
export function createOpenDatabase(integrations: Integrations): (integrationId: string) => Promise<DatabaseSettings> {
  return async (integrationId) => {
    try {
      return await openDatabase(integrations, integrationId);
    } catch (error) {
      throw toRunError(error, 'database');
    }
  };
}
