import { join } from 'node:path';
import { createHostGuard } from '../../connector/host-guard.ts';
import { findConnectorType } from '../../connector/types/connector-types.ts';
import type { Log } from '../../base/log/json-log.ts';
import type { Settings } from '../../state/settings/declarations.ts';
import type { SourceSettings } from '../../state/settings/sources.ts';
import type { Store } from '../../state/store/store.ts';
import { createDataFolderKey, findMasterKey, type MasterKeyOrigin } from '../../state/vault/find-master-key.ts';
import { VaultLocked } from '../../state/vault/unlock.ts';
import { createVault, type Vault } from '../../state/vault/vault.ts';
import { type GitIntegrations, openGitIntegrations } from './git/git-integrations.ts';
import type { Integration } from './integration.ts';
import { type Integrations, openIntegrations } from './open-integrations.ts';

/** The vault, and the systems that files come from and go to. */
export interface Sources {
  readonly vault: Vault;
  readonly integrations: Integrations;
  /** The integrations of the specs folder, which are among the others. */
  readonly git: GitIntegrations;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** What openSources() needs. */
export interface SourcesParts {
  readonly store: Pick<Store, 'filesFolder' | 'credentials' | 'integrations'> & Partial<Pick<Store, 'bindFiles'>>;
  readonly settings: SourceSettings & Pick<Settings, 'specs'> & Partial<Pick<Settings, 'filesCredential'>>;
  /** The name of the credential of the schema registry. Absent or null: the vault has none. */
  readonly registryCredential?: string | null;
  readonly log: Log;
  /** Whether changes of the specs folder are loaded. */
  readonly isWatching: boolean;
  /** Returns the ids of the jobs that use an integration. */
  usersOf(integration: Integration): Promise<string[]>;
  /** Returns the ids of the specs whose masks name a credential. Absent: there are no specs. */
  maskUsersOf?(credential: string): readonly string[];
}

/**
 * Opens the vault and the integrations. Returns null with `--vault off`. If the master key is missing or wrong, the
 * vault is locked; that is logged, not thrown. Throws the system's errors if the folder of the integrations in git
 * cannot be listed.
 */
export async function openSources(parts: SourcesParts): Promise<Sources | null> {
  const { store, settings, log, isWatching, usersOf, registryCredential, maskUsersOf = () => [] } = parts;
  if (!settings.vault) return null;
  const localRoots = settings.localRoots ?? [];
  const git = await openGitIntegrations({
    folder: join(settings.specs, 'integrations'),
    localRoots,
    log,
    isWatching,
    onChange: (integrations) => logTakenNames(integrations, { store: store.integrations, log }),
  });
  const vault = createVault({
    store: store.credentials,
    findKey: () => findMasterKey(originOf(settings, store.filesFolder)),
    async createKey() {
      // Without a shared folder, each instance would create another key.
      if (store.bindFiles != null) throw new VaultLocked(KEY_REQUIRED);
      const key = await createDataFolderKey(store.filesFolder);
      log.warn('master_key_created', {
        message:
          'the master key of the vault was created in the data folder (master.key): key and credentials are stored together. Move the key, and name it with --master-key-file',
      });
      return key;
    },
    otherUsersOf: (name) => [
      ...git.list().flatMap(({ id, credential }) => (credential === name ? [id] : [])),
      ...(settings.filesCredential === name ? ['--files'] : []),
      ...(registryCredential === name ? ['--schema-registry'] : []),
    ],
    namedBy: maskUsersOf,
    async usesOf({ id }) {
      const users = (await integrations.list()).filter(({ credentialId }) => credentialId === id);
      return users.flatMap(({ type, config }) => {
        const { target } = findConnectorType(type).check(config, { localRoots: null });
        return target === null ? [] : [{ type, ...target }];
      });
    },
  });
  const guard = createHostGuard(settings.integrationHosts ?? []);
  const integrations: Integrations = openIntegrations({
    store: store.integrations,
    credentials: store.credentials,
    git,
    vault,
    guard,
    localRoots,
    usersOf,
  });
  void logLock(vault, log);
  return {
    vault,
    integrations,
    git,
    async close() {
      git.close();
      await integrations.close();
    },
  };
}

const KEY_REQUIRED =
  'All instances need the same master key. Set --master-key-file, --master-key-command or SPECMILL_MASTER_KEY.';

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

/** Logs the integrations in git that are not in service, because an integration of the API has their name. */
async function logTakenNames(
  integrations: readonly { readonly name: string }[],
  { store, log }: { store: Pick<Store['integrations'], 'findByName'>; log: Log },
): Promise<void> {
  for (const { name } of integrations)
    if ((await store.findByName(name)) !== null) log.error('integration_name_taken', { integration: name });
}

async function logLock(vault: Vault, log: Log): Promise<void> {
  // The store may close before it responds.
  const status = await vault.status().catch(() => null);
  if (status?.isLocked) log.error('vault_locked', { message: status.reason });
}
