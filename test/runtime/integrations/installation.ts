import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { type Integrations, openIntegrations } from '../../../runtime/jobs/integrations/open-integrations.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import type { Store } from '../../../runtime/state/store/store.ts';
import { createMasterKeyText, parseMasterKey } from '../../../runtime/state/vault/master-key.ts';
import { createVault, type Vault } from '../../../runtime/state/vault/vault.ts';

/** A data folder with a vault and integrations, and a folder for the files of LOCAL_FS. */
export interface Installation {
  readonly store: Store;
  readonly vault: Vault;
  readonly integrations: Integrations;
  readonly files: string;
  close(): Promise<void>;
}

/** Creates an installation in a new folder. `close` removes it. */
export async function createInstallation(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-integrations-'));
  const files = mkdtempSync(join(tmpdir(), 'specmill-files-'));
  const store = await openStore(join(folder, 'data'));
  const key = parseMasterKey(createMasterKeyText(), 'a test');
  const vault = createVault({ store: store.credentials, findKey: async () => key, createKey: async () => key });
  const guard = createHostGuard([]);
  const integrations = openIntegrations({
    store: store.integrations,
    credentials: store.credentials,
    git: { list: () => [] },
    vault,
    guard,
    localRoots: [files],
  });
  return {
    store,
    vault,
    integrations,
    files,
    async close() {
      await integrations.close();
      await store.close();
      for (const path of [folder, files]) await rm(path, { recursive: true, force: true });
    },
  };
}
