import type { Connection } from './engine/connection.ts';
import type { CredentialStore } from './credential-store.ts';
import { createCredentialStore } from './credentials.ts';
import type { IntegrationStore } from './integration-store.ts';
import { createIntegrationStore } from './integrations.ts';
import type { Writer } from './engine/writer.ts';

/** A writer for stores that are only read. */
const NO_WRITER: Writer = {
  transaction: reject,
  together: reject,
  inTurn: reject,
  settled: async () => {},
  close: async () => {},
};

async function reject(): Promise<never> {
  throw new Error('the data folder is open for reading only');
}

/** Creates the credentials and integrations that other processes can read. Writing to them throws. */
export function createSourceReaders(reader: Pick<Connection, 'all'>): {
  credentials: CredentialStore;
  integrations: IntegrationStore;
} {
  return {
    credentials: createCredentialStore(NO_WRITER, reader),
    integrations: createIntegrationStore(NO_WRITER, reader),
  };
}
