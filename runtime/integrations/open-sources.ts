import { createHostGuard } from '../connector/host-guard.ts';
import type { Log } from '../log/json-log.ts';
import type { SourceSettings } from '../settings/sources.ts';
import type { Store } from '../store/open-store.ts';
import { createDataFolderKey, findMasterKey, type MasterKeyOrigin } from '../vault/find-master-key.ts';
import { createVault, type Vault } from '../vault/vault.ts';
import type { Integration } from './integration.ts';
import { type Integrations, openIntegrations } from './open-integrations.ts';

/** The vault, and the systems that files come from and go to. */
export interface Sources {
  readonly vault: Vault;
  readonly integrations: Integrations;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** What openSources() needs. */
export interface SourcesParts {
  readonly store: Pick<Store, 'folder' | 'credentials' | 'integrations'>;
  readonly settings: SourceSettings;
  readonly log: Log;
  /** Returns the ids of the jobs that use an integration. */
  usersOf(integration: Integration): Promise<string[]>;
}

/**
 * Opens the vault and the integrations. Returns null with `--vault off`. If the master key is missing or wrong, the
 * vault is locked; that is logged, not thrown.
 */
export function openSources({ store, settings, log, usersOf }: SourcesParts): Sources | null {
  if (!settings.vault) return null;
  const vault = createVault({
    store: store.credentials,
    findKey: () => findMasterKey(originOf(settings, store.folder)),
    async createKey() {
      const key = await createDataFolderKey(store.folder);
      log.warn('master_key_created', {
        message:
          'the master key of the vault was created in the data folder (master.key): key and credentials are stored together. Move the key, and name it with --master-key-file',
      });
      return key;
    },
  });
  const guard = createHostGuard(settings.integrationHosts ?? []);
  const integrations = openIntegrations({
    store: store.integrations,
    vault,
    guard,
    localRoots: settings.localRoots ?? [],
    usersOf,
  });
  void logLock(vault, log);
  return { vault, integrations, close: () => integrations.close() };
}

/** Returns where the master key is configured. */
export function originOf(
  {
    masterKeyFile,
    masterKeyCommand,
    masterKey,
  }: Pick<SourceSettings, 'masterKeyFile' | 'masterKeyCommand' | 'masterKey'>,
  dataFolder: string,
): MasterKeyOrigin {
  return {
    dataFolder,
    ...(masterKeyFile !== null && { file: masterKeyFile }),
    ...(masterKeyCommand !== null && { command: masterKeyCommand }),
    ...(masterKey !== null && masterKey !== undefined && { text: masterKey }),
  };
}

async function logLock(vault: Vault, log: Log): Promise<void> {
  // The store may close before it responds.
  const status = await vault.status().catch(() => null);
  if (status?.isLocked) log.error('vault_locked', { message: status.reason });
}
