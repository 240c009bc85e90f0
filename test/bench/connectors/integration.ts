import type { OpenedCredential } from '../../../runtime/state/vault/vault.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { openIntegrations } from '../../../runtime/jobs/integrations/open-integrations.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { createDataFolderKey, findMasterKey } from '../../../runtime/state/vault/find-master-key.ts';
import { createVault } from '../../../runtime/state/vault/vault.ts';

/** An integration to store, and the secret that it uses. */
export interface BenchIntegration {
  readonly name: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly credential: OpenedCredential;
}

/** Stores an integration and its credential in a data folder that no process uses. */
export async function storeIntegration(
  data: string,
  { name, type, config, credential }: BenchIntegration,
): Promise<void> {
  const store = await openStore(data);
  const vault = createVault({
    store: store.credentials,
    findKey: () => findMasterKey({ dataFolder: data }),
    createKey: () => createDataFolderKey(data),
  });
  const integrations = openIntegrations({
    store: store.integrations,
    credentials: store.credentials,
    git: { list: () => [] },
    vault,
    guard: createHostGuard(['127.0.0.1']),
    localRoots: [],
  });
  const { type: credentialType, metadata, secret } = credential;
  await vault.create({ name, type: credentialType, metadata, secret });
  await integrations.create({ name, type, credentialId: name, config });
  await integrations.close();
  await store.close();
}
