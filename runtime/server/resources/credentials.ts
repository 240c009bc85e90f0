import { connectorTypes } from '../../connector/types/connector-types.ts';
import { canMask, canUseRegistry, MASK_USE, REGISTRY_USE } from '../../state/vault/types/credential-binding.ts';
import { InvalidCredential } from '../../state/vault/types/credential-type.ts';
import type { Credential, Vault } from '../../state/vault/vault.ts';
import { type JsonMembers, readJsonObject } from '../form/json-body.ts';
import { isSourceName, NAME_RULE } from '../../base/model/source-name.ts';
import { Problem } from '../http/problem.ts';
import { requireSources } from '../http/require-sources.ts';
import { empty, json } from '../http/respond.ts';
import type { Services } from '../http/services.ts';

type Params = Readonly<Record<string, string>>;

/** Size limit of a body with a credential, in bytes. */
const MAX_BYTES = 256 * 1024;

/** POST /credentials: stores a credential. 201; 409 if the name is taken, 422 if a member does not fit the type. */
export async function createCredential(request: Request, services: Services): Promise<Response> {
  const { vault } = requireSources(services);
  const { name, type, secret, metadata, hosts, types, ...others } = await readJsonObject(request, {
    maxBytes: MAX_BYTES,
  });
  rejectOthers(others);
  if (!isSourceName(name)) throw new InvalidCredential('name', NAME_RULE);
  if (typeof type !== 'string') throw new InvalidCredential('type', '"type" is required.');
  checkTypes(types, type);
  const credential = await vault.create({ name, type, secret, metadata, hosts, types });
  return json(credential, { status: 201, headers: { location: `/api/v1/credentials/${credential.id}` } });
}

/** GET /credentials: all credentials, sorted by name, without their secrets. */
export async function listCredentials(_: Request, services: Services): Promise<Response> {
  return json(await requireSources(services).vault.list());
}

/** GET /credentials/{id}: a credential without its secret. */
export async function getCredential(_: Request, services: Services, params: Params): Promise<Response> {
  return json(await findCredential(requireSources(services).vault, params));
}

/**
 * PUT /credentials/{id}: stores a new secret as the next version. The body may contain the members of the credential
 * that GET returns. 422 if it changes the name or the type.
 */
export async function rotateCredential(request: Request, services: Services, params: Params): Promise<Response> {
  const { vault } = requireSources(services);
  const credential = await findCredential(vault, params);
  const { secret, metadata, hosts, types, ...others } = await readJsonObject(request, { maxBytes: MAX_BYTES });
  rejectChanges(others, credential);
  checkTypes(types, credential.type);
  const rotated = await vault.rotate(credential.id, { secret, metadata, hosts, types });
  if (rotated === null) throw notFound();
  return json(rotated);
}

/** DELETE /credentials/{id}: 204; 409 with the ids of the integrations that use it. */
export async function deleteCredential(_: Request, services: Services, params: Params): Promise<Response> {
  const { vault } = requireSources(services);
  const { id } = await findCredential(vault, params);
  const removed = await vault.remove(id);
  if (removed.kind === 'not_found') throw notFound();
  if (removed.kind === 'in_use') {
    const { usedBy } = removed;
    throw new Problem('credential_in_use', `integrations use this credential: ${usedBy.join(', ')}`, { usedBy });
  }
  return empty(204);
}

/** Finds a credential by its id or, if none has it, its name. Throws a Problem (404). */
async function findCredential(vault: Vault, { id = '' }: Params): Promise<Credential> {
  const credential = (await vault.get(id.toLowerCase())) ?? (await vault.findByName(id));
  if (credential === null) throw notFound();
  return credential;
}

function notFound(): Problem {
  return new Problem('credential_not_found', 'no credential has this id or name. GET /api/v1/credentials lists them');
}

/** Throws InvalidCredential for a type of integrations that does not exist, or that takes no credential of this type. */
function checkTypes(types: unknown, credentialType: string): void {
  const fitting = connectorTypes.filter(({ credentialTypes }) => credentialTypes.includes(credentialType));
  const names: readonly unknown[] = [
    ...fitting.map(({ type }) => type),
    ...(canMask(credentialType) ? [MASK_USE] : []),
    ...(canUseRegistry(credentialType) ? [REGISTRY_USE] : []),
  ];
  if (fitting.length > 0 && Array.isArray(types) && !types.every((type) => names.includes(type)))
    throw new InvalidCredential('types', `Of a credential of this type, "types" has ${names.join(', ')}.`);
}

function rejectOthers(others: JsonMembers): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new InvalidCredential(
      unknown,
      'A credential has only "name", "type", "secret", "metadata", "hosts" and "types".',
    );
}

/** Members that the service adds to a credential in responses. A PUT may contain them, and ignores them. */
const SERVICE_KEYS = ['id', 'hint', 'version', 'createdAt', 'rotatedAt', 'expiresAt', 'usedBy'];

function rejectChanges({ name, type, ...others }: JsonMembers, credential: Credential): void {
  if (type !== undefined && type !== credential.type)
    throw new InvalidCredential(
      'type',
      'The type of a credential cannot change. Create a credential of the other type.',
    );
  if (name !== undefined && name !== credential.name)
    throw new InvalidCredential(
      'name',
      'The name of a credential cannot change. Create a credential with the other name.',
    );
  rejectOthers(Object.fromEntries(Object.entries(others).filter(([member]) => !SERVICE_KEYS.includes(member))));
}
