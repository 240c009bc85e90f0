import type { Session } from '../../service/session.ts';
import type { FormSchema, NamedSchemas } from './form-schema.ts';

/** What a form needs of the service. */
export interface FormData {
  schemas: NamedSchemas;
  /** The names of what exists, which are offered. */
  names: Readonly<Record<'integrations' | 'credentials' | 'specs' | 'topics', readonly string[]>>;
}

/** Reads the schemas of the service, and the names of what exists. Rejects like the client. */
export async function loadForm({ service: { client } }: Session): Promise<FormData> {
  const namesOf = (list: readonly { name?: unknown }[]) => list.map(({ name }) => String(name));
  const [api, integrations, credentials, specs, topics] = await Promise.all([
    client.getOpenApi(),
    client.listIntegrations(),
    client.listCredentials(),
    client.listSpecs().catch(() => []),
    client.listTopics().catch(() => []),
  ]);
  // The cast is safe: the service describes its own requests.
  const { schemas } = (api as unknown as { components: { schemas: NamedSchemas } }).components;
  return {
    schemas,
    names: {
      integrations: namesOf(integrations),
      credentials: namesOf(credentials),
      specs: namesOf(specs),
      topics: namesOf(topics),
    },
  };
}

/** The members of the secret and of the metadata of a type of credentials; true means required. */
interface CredentialMembers {
  secret: Readonly<Record<string, boolean>>;
  metadata: Readonly<Record<string, boolean>>;
}

/** Returns the types that a schema lists. */
export function typesOf(schema: FormSchema | undefined): readonly string[] {
  return (schema?.properties?.['type']?.enum ?? []).map(String);
}

/** Returns the form of an integration of a type: the schema lists the settings of the types in the order of the types. */
export function integrationSchema(schemas: NamedSchemas, type: string): FormSchema {
  const { properties: { type: _, config, ...others } = {} } = schemas['IntegrationInput'] ?? {};
  const settings = config?.anyOf?.[typesOf(schemas['IntegrationInput']).indexOf(type)];
  return { properties: { ...others, config: settings ?? {} }, required: ['name', 'config'] };
}

/** Returns the form of a credential of a type. `isNew`: it has a name, too. */
export function credentialSchema(schemas: NamedSchemas, type: string, isNew: boolean): FormSchema {
  const { properties: { type: kinds, secret: _, metadata: __, types, ...others } = {} } =
    schemas['CredentialInput'] ?? {};
  // The cast is safe: the service writes this member of the schema.
  const members = (kinds as { 'x-members'?: Readonly<Record<string, CredentialMembers>> } | undefined)?.['x-members'];
  const { secret = {}, metadata = {} } = members?.[type] ?? {};
  const { name, ...rest } = others;
  const hasMetadata = Object.keys(metadata).length > 0;
  return {
    properties: {
      ...(isNew && name !== undefined && { name }),
      secret: { ...toObject(secret), description: 'It is sent once, stored encrypted, and never shown again.' },
      ...(hasMetadata && { metadata: toObject(metadata) }),
      ...rest,
      ...(types !== undefined && { types }),
    },
    required: [...(isNew ? ['name'] : []), 'secret', ...(Object.values(metadata).includes(true) ? ['metadata'] : [])],
  };
}

function toObject(members: Readonly<Record<string, boolean>>): FormSchema {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names.filter((name) => members[name] === true),
  };
}
