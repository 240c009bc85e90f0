import { toJsonSchema } from '../../base/validation/schema.ts';
import { withWords } from '../../base/validation/words.ts';
import type { RemoteFile } from '../../connector/connector.ts';
import { connectorTypes } from '../../connector/types/connector-types.ts';
import type { Integration } from '../../jobs/integrations/integration.ts';
import type { TestOutcome, TestStep } from '../../jobs/integrations/test-integration.ts';
import {
  array,
  boolean,
  integer,
  jsonSchema,
  named,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  string,
} from '../api/schema.ts';
import { EXAMPLE_CREDENTIAL_ID } from './credential.ts';
import { EXAMPLE_TIME } from './examples.ts';

const time = (description: string) => string(description, { format: 'date-time' });

const name = string('Unique among integrations: a-z, 0-9 and "-", with a letter first.', {
  pattern: '^[a-z][a-z0-9-]{0,99}$',
});
const type = jsonSchema<string>({
  type: 'string',
  enum: connectorTypes.map((connectorType) => connectorType.type),
  description: 'The kind of system.',
});
/** `SFTP` → `SftpConfig`. */
const configName = (typeName: string) =>
  `${typeName.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Config`;

const configs = connectorTypes.map((connectorType) =>
  named<object>(
    configName(connectorType.type),
    jsonSchema({
      title: connectorType.title,
      'x-credentials': { types: connectorType.credentialTypes, isRequired: connectorType.isCredentialRequired },
      'x-read-only': connectorType.isReadOnly,
      description: `The settings of the type ${connectorType.type}.`,
      ...withWords(toJsonSchema(connectorType.config), connectorType.words),
    }),
  ),
);
const config: Schema<Readonly<Record<string, unknown>>> = {
  json: {
    description: 'The settings of the type, with all defaults. It contains no secret.',
    anyOf: configs.map(({ json }) => json),
    examples: [
      { host: 'sftp.insurer.example', hostKeys: ['SHA256:jf0jbAp7AyPKiPEMZhSSbZSnXWPGZ4LpoeWIYwaOZU0'] },
      { baseUrl: 'https://files.insurer.example/v1', files: { list: 'index.json', pointer: '/data/files' } },
      { region: 'eu-central-2', bucket: 'claims', prefix: 'out' },
    ],
  },
  components: Object.assign({}, ...configs.map(({ components }) => components)) as Schema<object>['components'],
};
const credentialId = nullable(string('The id of the credential; null for a type without one.', { format: 'uuid' }));

/** An integration. */
export const integrationView = named(
  'Integration',
  object<Integration>({
    id: string('The id. It never changes.', { format: 'uuid' }),
    origin: oneOf(['api', 'git'], 'Where the integration is managed. Those in git change in git alone.'),
    name,
    type,
    credentialId,
    config,
    version: nullable(integer('1 for a new integration. Each change adds 1. Null in git.')),
    createdAt: nullable(time('When the integration was created. Null in git.')),
    updatedAt: nullable(time('When the integration was last replaced. Null in git.')),
  }),
);

/** What creates or replaces an integration. */
export interface IntegrationInput {
  name: string;
  type: string;
  credentialId?: string | null;
  config: Readonly<Record<string, unknown>>;
}

/** What creates or replaces an integration. */
export const integrationInput = named(
  'IntegrationInput',
  object<IntegrationInput>({
    name,
    type,
    credentialId: optional(nullable(string('The name or the id of a credential.', { title: 'Credential' }))),
    config,
  }),
);

/** What a connection test does. */
export const testInput = named(
  'ConnectionTestInput',
  object<{ write?: boolean }>({ write: optional(boolean('Also writes and removes a file in the root.')) }),
);

/** The outcome of a connection test. */
export const testOutcome = named(
  'ConnectionTest',
  object<TestOutcome>({
    ok: boolean('Whether all steps succeeded.'),
    steps: array(
      object<TestStep>({
        step: oneOf(
          ['resolve', 'connect', 'hostKey', 'tls', 'authenticate', 'list', 'write', 'remove'],
          'What was done. Not every type has all steps.',
        ),
        ok: boolean('Whether the step succeeded.'),
        durationMs: integer('How long the step took, in milliseconds.'),
        detail: string('What was done; of a step that failed, what is wrong and what to do.'),
      }),
      'The steps in order. The last one is the first that failed.',
    ),
  }),
);

/** A file of a remote system. */
export const remoteFile = named(
  'RemoteFile',
  object<RemoteFile>({
    path: string('The path below the root of the integration.'),
    name: string('The last part of the path.'),
    size: integer('The size in bytes.'),
    modified: nullable(time('When the content last changed. Null if the system does not report it.')),
    version: string('A text that changes with the content, as far as the system reports that.'),
  }),
);

/** The id of the integration that the examples name. */
export const EXAMPLE_INTEGRATION_ID = '9c2e4a70-5d1b-4b36-a8f7-1e6c3d5b9f02';

/** The integration of the examples. */
export const exampleIntegration: Integration = {
  id: EXAMPLE_INTEGRATION_ID,
  origin: 'api',
  name: 'insurer-sftp',
  type: 'SFTP',
  credentialId: EXAMPLE_CREDENTIAL_ID,
  config: {
    host: 'sftp.insurer.example',
    port: 22,
    root: '/out',
    hostKeys: ['SHA256:jf0jbAp7AyPKiPEMZhSSbZSnXWPGZ4LpoeWIYwaOZU0'],
    maxConnections: 4,
  },
  version: 1,
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
};

/** The outcome of a connection test in the examples. */
export const exampleTest: TestOutcome = {
  ok: false,
  steps: [
    { step: 'resolve', ok: true, durationMs: 3, detail: 'The host was resolved, and its address is allowed.' },
    {
      step: 'connect',
      ok: false,
      durationMs: 12,
      detail: 'sftp.insurer.example:22 cannot be reached (ECONNREFUSED). Check host, port and firewall.',
    },
  ],
};

/** A file in the examples. */
export const exampleRemoteFile: RemoteFile = {
  path: 'claims.csv',
  name: 'claims.csv',
  size: 1024,
  modified: EXAMPLE_TIME,
  version: '1024-1769846400',
};
