import { existsSync } from 'node:fs';
import { databasePath } from '../../state/store/database-file.ts';
import type { UpgradeChange, UpgradeInput } from './upgrade-change.ts';

/** Returns the credentials of the data folder that have no hosts or no types yet. Throws the errors of openStoreReader(). */
export async function listUnboundCredentials({ data }: UpgradeInput): Promise<UpgradeChange[]> {
  if (!existsSync(databasePath(data))) return [];
  // The store loads SQLite, so it is imported only when there is a data folder.
  const { openStoreReader } = await import('../../state/store/open-store-reader.ts');
  const reader = await openStoreReader(data, { readsOlder: true });
  try {
    const credentials = await reader.credentials.list();
    return credentials
      .filter(({ hosts, types }) => hosts === null || types === null)
      .map(({ name }) => ({
        subject: `credential "${name}"`,
        change:
          'It has no hosts and types. The integrations that use it at its next use decide to which hosts its secret may be sent. Another host then needs the secret again.',
        keep: '{ "secret": …, "hosts": ["sftp.example"], "types": ["SFTP"] } to PUT /api/v1/credentials/{id} decides now',
        isDecision: false,
      }));
  } finally {
    await reader.close();
  }
}
