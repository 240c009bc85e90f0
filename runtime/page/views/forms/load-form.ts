import type { Session } from '../../service/session.ts';
import type { FormSchema, NamedSchemas } from './form-schema.ts';

/** What a form needs of the service. */
export interface FormData {
  schemas: NamedSchemas;
  /** The names of what exists, which are offered. */
  names: Readonly<Record<'integrations' | 'credentials' | 'specs' | 'topics', readonly string[]>>;
}

/** Reads the schemas of the service. Rejects like the client. */
export async function loadSchemas(client: Session['service']['client']): Promise<NamedSchemas> {
  const api = await client.getOpenApi();
  // The cast is safe: the service describes its own requests.
  return (api as unknown as { components: { schemas: NamedSchemas } }).components.schemas;
}

/** Reads the schemas of the service, and the names of what exists. Rejects like the client. */
export async function loadForm({ service: { client } }: Session): Promise<FormData> {
  const namesOf = (list: readonly { name?: unknown }[]) => list.map(({ name }) => String(name));
  const [schemas, integrations, credentials, specs, topics] = await Promise.all([
    loadSchemas(client),
    client.listIntegrations(),
    client.listCredentials(),
    client.listSpecs().catch(() => []),
    client.listTopics().catch(() => []),
  ]);
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

/** A type of credentials: the members of its secret and of its metadata (true means required), and their words. */
interface CredentialType {
  title: string;
  secret: Readonly<Record<string, boolean>>;
  metadata: Readonly<Record<string, boolean>>;
  words: Readonly<Record<string, FormSchema>>;
}

/** A type of systems or credentials, and what people call it. */
export interface TypeChoice {
  name: string;
  title: string;
}

/** Returns the types of integrations. The schema lists their settings in the order of the types. */
export function integrationTypes(schemas: NamedSchemas): readonly TypeChoice[] {
  const settings = schemas['IntegrationInput']?.properties?.['config']?.anyOf ?? [];
  return typesOf(schemas['IntegrationInput']).map((name, index) => ({
    name,
    title: resolve(settings[index] ?? {}, schemas).title ?? name,
  }));
}

/** Returns the types of credentials. */
export function credentialTypes(schemas: NamedSchemas): readonly TypeChoice[] {
  return Object.entries(membersOf(schemas)).map(([name, { title }]) => ({ name, title }));
}

function resolve({ $ref, ...schema }: FormSchema, schemas: NamedSchemas): FormSchema {
  return $ref === undefined ? schema : (schemas[$ref.split('/').at(-1) ?? ''] ?? {});
}

function typesOf(schema: FormSchema | undefined): readonly string[] {
  return (schema?.properties?.['type']?.enum ?? []).map(String);
}

function membersOf(schemas: NamedSchemas): Readonly<Record<string, CredentialType>> {
  // The cast is safe: the service writes this member of the schema.
  const type = schemas['CredentialInput']?.properties?.['type'] as
    | { 'x-members'?: Readonly<Record<string, CredentialType>> }
    | undefined;
  return type?.['x-members'] ?? {};
}

/** The settings of a type of integrations. */
export interface SettingsSchema extends FormSchema {
  /** Which credentials it takes. */
  'x-credentials'?: { types: readonly string[]; isRequired: boolean };
  /** Whether files can neither be written nor removed. */
  'x-read-only'?: boolean;
}

/** Returns the schema of the settings of a type. */
export function settingsSchema(schemas: NamedSchemas, type: string): SettingsSchema {
  const { properties: { config } = {} } = schemas['IntegrationInput'] ?? {};
  return resolve(config?.anyOf?.[typesOf(schemas['IntegrationInput']).indexOf(type)] ?? {}, schemas);
}

/** Returns the form of an integration of a type. It has a credential if the type takes one. */
export function integrationSchema(schemas: NamedSchemas, type: string): FormSchema {
  const { properties: { type: _, config: ___, credentialId, ...others } = {} } = schemas['IntegrationInput'] ?? {};
  const { description: __, 'x-credentials': use, ...rest } = settingsSchema(schemas, type);
  const titles = use?.types.map((name) => membersOf(schemas)[name]?.title ?? name) ?? [];
  const credential = { ...credentialId, description: `One of the kind: ${titles.join(', or ')}. Create it first.` };
  return {
    properties: {
      ...others,
      ...(titles.length > 0 && { credentialId: credential }),
      config: { ...rest, title: 'Settings' },
    },
    required: ['name', 'config', ...(use?.isRequired === true ? ['credentialId'] : [])],
  };
}

/** Returns the form of a credential of a type. `isNew`: it has a name, too. */
export function credentialSchema(schemas: NamedSchemas, type: string, isNew: boolean): FormSchema {
  const { properties: { type: _, secret: __, metadata: ___, types, ...others } = {} } =
    schemas['CredentialInput'] ?? {};
  const { secret = {}, metadata = {}, words = {} } = membersOf(schemas)[type] ?? {};
  const { name, ...rest } = others;
  const hasMetadata = Object.keys(metadata).length > 0;
  return {
    properties: {
      ...(isNew && name !== undefined && { name }),
      secret: { ...toObject(secret, words), description: 'It is sent once, stored encrypted, and never shown again.' },
      ...(hasMetadata && { metadata: { ...toObject(metadata, words), title: 'Not secret' } }),
      ...rest,
      ...(types !== undefined && { types }),
    },
    required: [...(isNew ? ['name'] : []), 'secret', ...(Object.values(metadata).includes(true) ? ['metadata'] : [])],
  };
}

function toObject(members: Readonly<Record<string, boolean>>, words: CredentialType['words']): FormSchema {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', ...words[name] }])),
    required: names.filter((name) => members[name] === true),
  };
}
