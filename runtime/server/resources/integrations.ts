import { InvalidConfig } from '../../connector/types/invalid-config.ts';
import type { Integration, IntegrationRequest } from '../../jobs/integrations/integration.ts';
import type { Integrations } from '../../jobs/integrations/open-integrations.ts';
import { testIntegration } from '../../jobs/integrations/test-integration.ts';
import { readJsonObject } from '../form/json-body.ts';
import { isSourceName, NAME_RULE } from '../../base/model/source-name.ts';
import { Problem } from '../http/problem.ts';
import { requireSources } from '../http/require-sources.ts';
import { empty, json } from '../http/respond.ts';
import type { Services } from '../http/services.ts';

type Params = Readonly<Record<string, string>>;

/** Size limit of a body with an integration, in bytes. */
const MAX_BYTES = 256 * 1024;

/** POST /integrations: stores an integration. 201; 409 if the name is taken, 422 if a member does not fit. */
export async function createIntegration(request: Request, services: Services): Promise<Response> {
  const { integrations } = requireSources(services);
  const integration = await integrations.create(await readIntegration(request));
  return json(integration, { status: 201, headers: { location: `/api/v1/integrations/${integration.id}` } });
}

/** GET /integrations: all integrations, sorted by name. */
export async function listIntegrations(_: Request, services: Services): Promise<Response> {
  return json(await requireSources(services).integrations.list());
}

/** GET /integrations/{id}: an integration. */
export async function getIntegration(_: Request, services: Services, params: Params): Promise<Response> {
  return json(await findIntegration(requireSources(services).integrations, params));
}

/** PUT /integrations/{id}: replaces an integration. The body may contain the members that the service adds. */
export async function replaceIntegration(request: Request, services: Services, params: Params): Promise<Response> {
  const { integrations } = requireSources(services);
  const { id } = await findIntegrationOfApi(integrations, params);
  return json(await integrations.replace(id, await readIntegration(request)));
}

/** DELETE /integrations/{id}: 204; 409 with the ids of the jobs that use it. */
export async function deleteIntegration(_: Request, services: Services, params: Params): Promise<Response> {
  const { integrations } = requireSources(services);
  const { id } = await findIntegrationOfApi(integrations, params);
  const removed = await integrations.remove(id);
  if (removed.kind === 'not_found') throw notFound();
  if (removed.kind === 'in_use') {
    const { usedBy } = removed;
    throw new Problem('integration_in_use', `jobs use this integration: ${usedBy.join(', ')}`, { usedBy });
  }
  return empty(204);
}

/**
 * POST /integrations/{id}/test: opens a connection and lists the root. With `{ "write": true }` in the body, also writes
 * and removes a file. Responds with 200 also if a step fails.
 */
export async function testConnection(request: Request, services: Services, params: Params): Promise<Response> {
  const { integrations } = requireSources(services);
  const { id } = await findIntegration(integrations, params);
  const { write = false, ...others } = await readJsonObject(request, { maxBytes: MAX_BYTES, mayBeEmpty: true });
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Problem('invalid_value', 'the body has only "write"', { field: unknown });
  if (typeof write !== 'boolean') throw new Problem('invalid_value', 'write takes true or false', { field: 'write' });
  return json(await testIntegration(integrations, id, { isWriting: write }));
}

/** Finds an integration by its id or, if none has it, its name. Throws a Problem (404). */
async function findIntegration(integrations: Integrations, { id = '' }: Params): Promise<Integration> {
  const integration = await integrations.find(id);
  if (integration === null) throw notFound();
  return integration;
}

/** Finds an integration that can be changed over the API. Throws a Problem (404, 409). */
async function findIntegrationOfApi(integrations: Integrations, params: Params): Promise<Integration> {
  const integration = await findIntegration(integrations, params);
  if (integration.origin === 'api') return integration;
  throw new Problem('integration_in_git', `the integration "${integration.name}" is managed in git: change it there`);
}

function notFound(): Problem {
  return new Problem(
    'integration_not_found',
    'no integration has this id or name. GET /api/v1/integrations lists them',
  );
}

/** Members that the service adds to an integration in responses. A request may contain them, and ignores them. */
const SERVICE_KEYS = ['id', 'origin', 'version', 'createdAt', 'updatedAt'];

async function readIntegration(request: Request): Promise<IntegrationRequest> {
  const { name, type, credentialId, config, ...others } = await readJsonObject(request, { maxBytes: MAX_BYTES });
  const unknown = Object.keys(others).find((member) => !SERVICE_KEYS.includes(member));
  if (unknown !== undefined)
    throw new InvalidConfig(unknown, 'An integration has only "name", "type", "credentialId" and "config".');
  if (!isSourceName(name)) throw new InvalidConfig('name', NAME_RULE);
  return { name, type, credentialId, config };
}
