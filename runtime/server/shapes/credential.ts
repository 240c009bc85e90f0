import { credentialTypes } from '../../state/vault/credential-types.ts';
import type { Credential } from '../../state/vault/vault.ts';
import { array, integer, jsonSchema, named, nullable, object, optional, string } from '../api/schema.ts';
import { EXAMPLE_TIME } from './examples.ts';

const time = (description: string) => string(description, { format: 'date-time' });

const name = string('Unique among credentials: a-z, 0-9 and "-", with a letter first.', {
  pattern: '^[a-z][a-z0-9-]{0,99}$',
});

const metadata = jsonSchema<Readonly<Record<string, string>>>({
  type: 'object',
  description: 'What is not secret, for example `username`. Its members depend on the type.',
  additionalProperties: { type: 'string' },
});

const type = jsonSchema<string>({
  type: 'string',
  enum: credentialTypes.map((credentialType) => credentialType.type),
  description: 'What the secret is. It never changes.',
});

type Secret = string | Readonly<Record<string, string>>;

const secret = jsonSchema<Secret>({
  description: "The secret: an object whose members depend on the type, or a text, which is the type's first member.",
  anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }],
});

const host = string('A host, `*.` and the end of hosts, with a port where it is not the usual one.');

const integrationType = string('A type of integrations, for example SFTP.');

/** A credential without its secret. */
export const credentialView = named(
  'Credential',
  object<Credential>({
    id: string('The id. It never changes.', { format: 'uuid' }),
    name,
    type,
    metadata,
    hint: string('`****` and the last four characters of the secret; of a short secret, `****` alone.'),
    version: integer('1 for a new credential. Each rotation adds 1.'),
    createdAt: time('When the credential was created.'),
    rotatedAt: nullable(time('When the secret was last replaced.')),
    expiresAt: nullable(time('When the secret expires, if that is known.')),
    hosts: nullable(
      array(host, 'The only hosts that receive the secret. Null: those of the first integration that uses it.'),
    ),
    types: nullable(array(integrationType, 'The only types of integrations that use it. Null: that of the first one.')),
    usedBy: array(
      string('The id of an integration, or `--files` or `--schema-registry` for settings of the service.'),
      'What uses it.',
    ),
  }),
);

/** What creates a credential. */
export interface CredentialInput {
  name: string;
  type: string;
  secret: Secret;
  metadata?: Readonly<Record<string, string>> | null;
  hosts?: string[] | null;
  types?: string[] | null;
}

const binding = {
  hosts: optional(
    nullable(array(host, 'The only hosts that may receive the secret. Default: those of the first use.')),
  ),
  types: optional(
    nullable(
      array(
        integrationType,
        'The only types of integrations that may use it, for example SFTP. Default: that of the first.',
      ),
    ),
  ),
};

/** The title, the members and their words of each type, for forms; true means required. */
const typeWithMembers = jsonSchema<string>({
  ...type.json,
  'x-members': Object.fromEntries(
    credentialTypes.map(({ type: name, title, secret: members, metadata: others, words = {} }) => [
      name,
      { title, secret: members, metadata: others, words },
    ]),
  ),
});

/** What creates a credential. */
export const credentialInput = named(
  'CredentialInput',
  object<CredentialInput>({ name, type: typeWithMembers, secret, metadata: optional(nullable(metadata)), ...binding }),
);

/** What rotates a credential. */
export const rotationInput = named(
  'CredentialRotation',
  object<Omit<CredentialInput, 'name' | 'type'>>({ secret, metadata: optional(nullable(metadata)), ...binding }),
);

/** The id of the credential that the examples name. */
export const EXAMPLE_CREDENTIAL_ID = '0b9f5c1e-7d4a-4f8e-8c53-6d2e9a1b7c40';

/** The credential of the examples. */
export const exampleCredential: Credential = {
  id: EXAMPLE_CREDENTIAL_ID,
  name: 'insurer-password',
  type: 'PASSWORD',
  metadata: { username: 'specmill' },
  hint: '****cret',
  version: 1,
  createdAt: EXAMPLE_TIME,
  rotatedAt: null,
  expiresAt: null,
  hosts: ['sftp.insurer.example'],
  types: ['SFTP'],
  usedBy: [],
};
