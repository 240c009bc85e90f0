import type { CredentialStore } from '../../state/store/credential-store.ts';
import type { IntegrationStore, StoredIntegration } from '../../state/store/integration-store.ts';
import type { GitIntegrations } from './git/git-integrations.ts';
import type { GitIntegration } from './git/integration-file.ts';
import type { Integration } from './integration.ts';

/** The integrations of the API and of git. An integration of the API takes precedence over one of git with its name. */
export interface IntegrationCatalog {
  /** Returns all integrations, sorted by name. */
  list(): Promise<Integration[]>;
  find(idOrName: string): Promise<FoundIntegration | null>;
}

/** An integration, and the name of its credential if it is in git. */
export interface FoundIntegration {
  readonly integration: Integration;
  /** The name that a file in git states; null for the API, or if there is none. */
  readonly credentialName: string | null;
}

/** What a catalog consists of. */
export interface CatalogParts {
  readonly store: Pick<IntegrationStore, 'list' | 'get' | 'findByName'>;
  readonly credentials: Pick<CredentialStore, 'findByName'>;
  readonly git: Pick<GitIntegrations, 'list'>;
}

/** Creates the catalog. It does not need the master key of the vault. */
export function createCatalog({ store, credentials, git }: CatalogParts): IntegrationCatalog {
  async function toFound({ credential, ...integration }: GitIntegration): Promise<FoundIntegration> {
    // Found by name each time, because the credential may be created after the file.
    const found = credential === null ? null : await credentials.findByName(credential);
    const times = { version: null, createdAt: null, updatedAt: null };
    return {
      integration: { ...integration, origin: 'git', credentialId: found?.id ?? null, ...times },
      credentialName: credential,
    };
  }

  return {
    async list() {
      const stored = await store.list();
      const names = new Set(stored.map(({ name }) => name));
      const inGit = git.list().filter(({ name }) => !names.has(name));
      const found = await Promise.all(inGit.map(async (one) => (await toFound(one)).integration));
      return [...stored.map(ofApi), ...found].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async find(idOrName) {
      const id = idOrName.toLowerCase();
      const stored = (await store.get(id)) ?? (await store.findByName(idOrName));
      if (stored !== null) return { integration: ofApi(stored), credentialName: null };
      const inGit = git.list().find((one) => one.id === id) ?? git.list().find(({ name }) => name === idOrName) ?? null;
      if (inGit === null || (await store.findByName(inGit.name)) !== null) return null;
      return toFound(inGit);
    },
  };
}

/** Returns an integration of the store as callers see it. */
export function ofApi(stored: StoredIntegration): Integration {
  return { ...stored, origin: 'api' };
}
