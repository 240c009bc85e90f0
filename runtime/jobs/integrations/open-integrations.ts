import { randomUUID } from 'node:crypto';
import type { OnStep } from '../../connector/connector.ts';
import { checkCredentialType, findConnectorType } from '../../connector/types/connector-types.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import type { HostGuard } from '../../connector/host-guard.ts';
import type { CheckedConfig, OpenContext } from '../../connector/types/connector-type.ts';
import { InvalidConfig } from '../../connector/types/invalid-config.ts';
import type { CredentialStore } from '../../state/store/credential-store.ts';
import type { IntegrationInput, IntegrationStore, IntegrationWritten } from '../../state/store/integration-store.ts';
import { TamperedSecret } from '../../state/vault/sealed-secret.ts';
import { CredentialRefused, type CredentialUse } from '../../state/vault/types/credential-binding.ts';
import type { OpenedCredential, Vault } from '../../state/vault/vault.ts';
import {
  type Integration,
  IntegrationNameTaken,
  IntegrationNotFound,
  type IntegrationRemoved,
  type IntegrationRequest,
  TooManyIntegrations,
} from './integration.ts';
import type { GitIntegrations } from './git/git-integrations.ts';
import { createCatalog, ofApi } from './integration-catalog.ts';
import { type ConnectorLease, createSharedConnectors } from './shared-connectors.ts';

/** An integration, and the lease of its connector. */
export interface OpenIntegration extends ConnectorLease {
  readonly integration: Integration;
}

/** An integration whose config was checked, and the context in which its type opens it. */
export interface PreparedIntegration {
  readonly integration: Integration;
  readonly checked: CheckedConfig;
  readonly context: OpenContext;
}

/**
 * The integrations of an installation. A parameter `idOrName` takes the id of an integration or, if none has that id,
 * its name.
 */
export interface Integrations {
  /** Returns all integrations, sorted by name. */
  list(): Promise<Integration[]>;
  find(idOrName: string): Promise<Integration | null>;
  /** Stores a new integration. Throws InvalidConfig, IntegrationNameTaken, TooManyIntegrations, DiskFull. */
  create(request: IntegrationRequest): Promise<Integration>;
  /**
   * Replaces an integration of the API. It retains its id. Throws IntegrationNotFound and the errors of create(). Connectors that
   * are open are used to the end of their lease.
   */
  replace(id: string, request: IntegrationRequest): Promise<Integration>;
  /** Removes an integration of the API that no job uses. */
  remove(id: string): Promise<IntegrationRemoved>;
  /**
   * Returns the connector of an integration. All users share it, and therefore its maximum number of connections. The
   * caller must release it. Connections are opened when they are needed, with the current version of the credential.
   * Throws IntegrationNotFound, InvalidConfig if the config does not fit any more, and VaultLocked.
   */
  openConnector(idOrName: string): Promise<OpenIntegration>;
  /**
   * Returns what is needed to open an integration, without sharing: for the connection test, and for systems that are
   * used in other ways than through a Connector. Throws the errors of openConnector().
   */
  prepare(idOrName: string, onStep?: OnStep): Promise<PreparedIntegration>;
  /** Returns true if a key that is bound to the integration may read this file or table. */
  isReadable(integration: Integration, pathOrTable: string): boolean;
  /** Closes all connectors. */
  close(): Promise<void>;
}

/** What the integrations consist of. */
export interface IntegrationsParts {
  readonly store: IntegrationStore;
  readonly credentials: Pick<CredentialStore, 'findByName'>;
  /** The integrations in git. */
  readonly git: Pick<GitIntegrations, 'list'>;
  readonly vault: Vault;
  readonly guard: HostGuard;
  /** The folders below which LOCAL_FS may have its root (--local-roots). */
  readonly localRoots: readonly string[];
  /** Returns the ids of the jobs that use an integration. */
  usersOf?(integration: Integration): Promise<string[]>;
}

/** How long a connector remains open without users, in milliseconds. */
const IDLE_MS = 60_000;

/** Creates the integrations of an installation. */
export function openIntegrations(parts: IntegrationsParts): Integrations {
  const { store, git, vault, guard, localRoots, usersOf = async () => [] } = parts;
  const shared = createSharedConnectors(IDLE_MS);

  const catalog = createCatalog(parts);

  async function check({ name, type, credentialId, config }: IntegrationRequest): Promise<IntegrationInput> {
    const connectorType = findConnectorType(type);
    const { members, target } = connectorType.check(config, { localRoots });
    const credential = await findCredential(vault, credentialId ?? null);
    checkCredentialType(connectorType, credential?.type ?? null);
    if (git.list().some((one) => one.name === name)) throw nameTaken(name);
    if (credential !== null && target !== null)
      await permit(vault, credential.id, { type: connectorType.type, ...target });
    return { name, type: connectorType.type, credentialId: credential?.id ?? null, config: members };
  }

  async function prepare(idOrName: string, onStep: OnStep = () => {}): Promise<PreparedIntegration> {
    const found = await catalog.find(idOrName);
    if (found === null) throw new IntegrationNotFound(idOrName);
    const { integration, credentialName } = found;
    const { type, config, credentialId } = integration;
    if (credentialName !== null && credentialId === null)
      throw new InvalidConfig('credentialId', `There is no credential with the name "${credentialName}". Create it.`);
    const connectorType = findConnectorType(type);
    const checked = connectorType.check(config, { localRoots });
    const credential = credentialId === null ? null : await vault.get(credentialId);
    checkCredentialType(connectorType, credential?.type ?? null);
    const openCredential: OpenContext['openCredential'] = async () => {
      const opened =
        credentialId === null || checked.target === null
          ? null
          : await openUnaltered(vault, credentialId, { type, ...checked.target });
      if (opened !== null) return opened;
      throw new ConnectorFailure('authentication_failed', 'The integration has no credential.', 'authenticate');
    };
    const context = { openCredential, credentialType: credential?.type ?? null, guard, localRoots, onStep };
    return { integration, checked, context };
  }

  return {
    list: () => catalog.list(),
    find: async (idOrName) => (await catalog.find(idOrName))?.integration ?? null,
    create: async (request) => expectWritten(await store.insert(randomUUID(), await check(request)), request.name),
    replace: async (id, request) => expectWritten(await store.replace(id, await check(request)), request.name),
    async remove(id) {
      const integration = await store.get(id);
      if (integration === null) return { kind: 'not_found' };
      const usedBy = await usersOf(ofApi(integration));
      if (usedBy.length > 0) return { kind: 'in_use', usedBy };
      return { kind: (await store.remove(id)) ? 'removed' : 'not_found' };
    },
    async openConnector(idOrName) {
      const { integration, checked, context } = await prepare(idOrName);
      const create = await checked.load();
      const { id, version, type, config, credentialId } = integration;
      const credential = credentialId === null ? null : await vault.get(credentialId);
      const state = JSON.stringify([version, type, config, credentialId, credential?.version]);
      return { integration, ...shared.borrow(id, state, () => create(context)) };
    },
    prepare,
    isReadable: ({ type, config }, pathOrTable) =>
      findConnectorType(type).check(config, { localRoots }).isReadable(pathOrTable),
    close: () => shared.close(),
  };
}

/** Throws InvalidConfig if a credential may not be used in this way. */
async function permit(vault: Vault, id: string, use: CredentialUse): Promise<void> {
  try {
    await vault.permit(id, use);
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error;
    throw new InvalidConfig('credentialId', error.message);
  }
}

async function openUnaltered(vault: Vault, id: string, use: CredentialUse): Promise<OpenedCredential | null> {
  try {
    return await vault.open(id, use);
  } catch (error) {
    if (error instanceof CredentialRefused)
      throw new ConnectorFailure('authentication_failed', error.message, 'authenticate');
    if (!(error instanceof TamperedSecret)) throw error;
    throw new ConnectorFailure(
      'authentication_failed',
      'The stored credential was altered, or belongs to another one. Rotate it.',
      'authenticate',
    );
  }
}

async function findCredential(vault: Vault, idOrName: unknown) {
  if (idOrName === null) return null;
  if (typeof idOrName !== 'string') throw new InvalidConfig('credentialId', '"credentialId" is a text.');
  const credential = (await vault.get(idOrName.toLowerCase())) ?? (await vault.findByName(idOrName));
  if (credential === null) throw new InvalidConfig('credentialId', 'There is no credential with this id.');
  return credential;
}

function expectWritten(written: IntegrationWritten, name: string): Integration {
  switch (written.kind) {
    case 'written':
      return ofApi(written.integration);
    case 'name_taken':
      throw nameTaken(name);
    case 'credential_not_found':
      throw new InvalidConfig('credentialId', 'There is no credential with this id.');
    case 'too_many':
      throw new TooManyIntegrations('There are too many integrations. Remove those that are not used.');
    case 'not_found':
      throw new IntegrationNotFound(name);
    default:
      return written satisfies never;
  }
}

function nameTaken(name: string): IntegrationNameTaken {
  return new IntegrationNameTaken(`An integration with the name "${name}" exists. Choose another name.`);
}
