import { KEY_FORMATS, SUBJECT_STRATEGIES } from '../../../base/model/message-schemas.ts';
import { VALUE_FORMATS } from '../../../base/model/value-format.ts';
import { oneOf, parseHttpUrl, parseNamespace, parseSwitch, parseText } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

const CREDENTIALS = ['none', 'basic', 'bearer', 'mtls'];

/** Parses how a registry is authenticated to. Throws an Error for any other text. */
function parseRegistryCredential(written: string): string {
  if (CREDENTIALS.includes(written) || /^vault:./.test(written)) return written;
  throw new Error(`takes one of ${CREDENTIALS.join(', ')}, or vault:NAME for a credential of the vault`);
}

/** The settings of the format of messages and of their schemas. */
export const schemaSettings = {
  valueFormat: defineSetting({
    flag: 'value-format',
    env: 'SPECMILL_VALUE_FORMAT',
    takes: 'F',
    fallback: 'json',
    help: `format of the messages of a topic: ${VALUE_FORMATS.join(', ')}`,
    parse: oneOf(...VALUE_FORMATS),
  }),
  keyFormat: defineSetting({
    flag: 'key-format',
    env: 'SPECMILL_KEY_FORMAT',
    takes: 'F',
    fallback: 'string',
    help: `format of the keys of messages with a schema: ${KEY_FORMATS.join(', ')}`,
    parse: oneOf(...KEY_FORMATS),
  }),
  schemaRegistry: defineSetting<string | null>({
    flag: 'schema-registry',
    env: 'SPECMILL_SCHEMA_REGISTRY',
    takes: 'URL',
    fallback: null,
    help: "registry of the schemas of messages, with Confluent's REST interface",
    parse: parseHttpUrl,
  }),
  schemaRegistryCredential: defineSetting({
    flag: 'schema-registry-credential',
    env: 'SPECMILL_SCHEMA_REGISTRY_CREDENTIAL',
    takes: 'HOW',
    fallback: 'none',
    help: 'authentication to the registry: none, basic, bearer, mtls, or of the service vault:NAME; the secret is in SPECMILL_SCHEMA_REGISTRY_USER and _PASSWORD, or _TOKEN, or in the vault',
    parse: parseRegistryCredential,
  }),
  schemaRegistryCa: defineSetting<string | null>({
    flag: 'schema-registry-ca',
    env: 'SPECMILL_SCHEMA_REGISTRY_CA',
    takes: 'FILE',
    fallback: null,
    help: 'PEM file with the certificate authority of the registry',
    parse: parseText,
  }),
  schemaRegistryCert: defineSetting<string | null>({
    flag: 'schema-registry-cert',
    env: 'SPECMILL_SCHEMA_REGISTRY_CERT',
    takes: 'FILE',
    fallback: null,
    help: 'PEM file with the client certificate of the credential mtls, and its chain',
    parse: parseText,
  }),
  schemaRegistryKey: defineSetting<string | null>({
    flag: 'schema-registry-key',
    env: 'SPECMILL_SCHEMA_REGISTRY_KEY',
    takes: 'FILE',
    fallback: null,
    help: 'PEM file with the private key of the client certificate',
    parse: parseText,
  }),
  subjectNameStrategy: defineSetting({
    flag: 'subject-name-strategy',
    env: 'SPECMILL_SUBJECT_NAME_STRATEGY',
    takes: 'S',
    fallback: 'topic',
    help: `subjects of schemas: ${SUBJECT_STRATEGIES.join(', ')}`,
    parse: oneOf(...SUBJECT_STRATEGIES),
  }),
  registerSchemas: defineSetting({
    flag: 'register-schemas',
    env: 'SPECMILL_REGISTER_SCHEMAS',
    takes: null,
    fallback: 'off',
    help: 'register schemas that the registry does not know',
    parse: parseSwitch,
  }),
  schemaNamespace: defineSetting<string | null>({
    flag: 'schema-namespace',
    env: 'SPECMILL_SCHEMA_NAMESPACE',
    takes: 'NAMES',
    fallback: null,
    help: 'the namespace of Avro schemas, such as com.example.payments',
    parse: parseNamespace,
  }),
};
