import { ConnectorFailure } from '../../connector/failure.ts';
import { InvalidPattern } from '../../base/files/file-pattern.ts';
import { InvalidConfig } from '../../connector/types/invalid-config.ts';
import { IntegrationNotFound } from '../../jobs/integrations/integration.ts';
import type { Integrations } from '../../jobs/integrations/open-integrations.ts';
import { openSources } from '../../jobs/integrations/open-sources.ts';
import { createJsonLog } from '../../base/log/json-log.ts';
import type { Settings } from '../../state/settings/declarations.ts';
import { readMasterKey } from '../../state/settings/sources.ts';
import { FileTooLarge } from '../../reading/source/disk/write-chunks.ts';
import { openStoreReader } from '../../state/store/open-store-reader.ts';
import { VaultLocked } from '../../state/vault/unlock.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';

/** The settings of commands that use integrations. */
export const INTEGRATION_SETTINGS = [
  'data',
  'specs',
  'masterKeyFile',
  'masterKeyCommand',
  'localRoots',
  'integrationHosts',
] as const satisfies readonly (keyof Settings)[];

/** The name of one of INTEGRATION_SETTINGS. */
export type IntegrationSettingName = (typeof INTEGRATION_SETTINGS)[number];
/** The values of these settings. */
export type IntegrationSettings = Pick<Settings, IntegrationSettingName>;

/** The operand INTEGRATION:PATH. */
export interface IntegrationPath {
  /** The id or the name of an integration. */
  readonly integration: string;
  readonly path: string;
}

/** Reads INTEGRATION:PATH. Without a colon, the path is '', the root. Throws UsageError if the integration is empty. */
export function readIntegrationPath(written: string): IntegrationPath {
  const [integration = ''] = written.split(':', 1);
  if (integration === '')
    throw new UsageError(`"${written}" names no integration`, 'write INTEGRATION:PATH, for example insurer-sftp:/out');
  return { integration, path: written.slice(integration.length + 1) };
}

/**
 * Calls `work` with the integrations of a data folder and of a specs folder, and returns its result. A service may use the folder at the same
 * time. Throws UsageError if there is no such integration or file, and SystemFailure if the vault is locked or a remote
 * system fails.
 */
export async function withIntegrations<T>(
  settings: IntegrationSettings,
  work: (integrations: Integrations) => Promise<T>,
): Promise<T> {
  const reader = await openStoreReader(settings.data);
  const sources = await openSources({
    store: { ...reader, filesFolder: settings.data },
    settings: { ...settings, vault: true, masterKey: readMasterKey(process.env) },
    log: createJsonLog(() => {}),
    isWatching: false,
    // Nothing is removed here.
    usersOf: async () => [],
  });
  try {
    if (sources === null) throw new Error('the vault is on');
    return await work(sources.integrations);
  } catch (error) {
    throw asFailure(error);
  } finally {
    await sources?.close();
    await reader.close();
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof IntegrationNotFound)
    return new UsageError(error.message.replace(/\.$/, ''), 'specmill integrations lists them');
  if (error instanceof InvalidPattern) return new UsageError(error.message);
  if (error instanceof ConnectorFailure)
    return ['invalid_path', 'not_found'].includes(error.code)
      ? new UsageError(error.message)
      : new SystemFailure(error.message);
  if (error instanceof FileTooLarge)
    return new SystemFailure(`the file is larger than the limit of ${error.maxBytes} bytes (--max-file-bytes)`);
  if (error instanceof VaultLocked || error instanceof InvalidConfig) return new SystemFailure(error.message);
  return error;
}
