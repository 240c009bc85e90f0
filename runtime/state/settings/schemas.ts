import { readFileSync } from 'node:fs';
import { reasonOf } from '../../base/files/error-reason.ts';
import type { RegistryTls, SchemaSettings } from '../../base/model/message-schemas.ts';
import type { SettingName, Settings } from './declarations.ts';
import { SettingError } from './values/setting.ts';

/** The names of the settings that concern schemas of messages. */
export const schemaSettings = [
  'valueFormat',
  'keyFormat',
  'schemaRegistry',
  'schemaRegistryCredential',
  'schemaRegistryCa',
  'schemaRegistryCert',
  'schemaRegistryKey',
  'subjectNameStrategy',
  'registerSchemas',
  'schemaNamespace',
] as const satisfies readonly SettingName[];
/** The name of a setting of schemas. */
export type SchemaSettingName = (typeof schemaSettings)[number];

const VAULT = 'vault:';
const PREFIX = 'SPECMILL_SCHEMA_REGISTRY_';

/** What a process may use for its registry. */
export interface SchemasAccess {
  /** Whether the process has a vault, and uses it. Absent: it has none. */
  readonly vault?: boolean;
}

/**
 * Reads the registry of schemas from the settings. Its secret comes from SPECMILL_SCHEMA_REGISTRY_USER and _PASSWORD, or
 * from _TOKEN; certificates from files. Of a credential of the vault, only the name is read. Throws SettingError if a secret is
 * missing, if a file cannot be read, or if a setting needs a registry or a vault and there is none.
 */
export function readSchemas(
  settings: Pick<Settings, SchemaSettingName>,
  env: NodeJS.ProcessEnv,
  access: SchemasAccess = {},
): SchemaSettings {
  const { schemaRegistry, keyFormat, subjectNameStrategy, registerSchemas, schemaNamespace } = settings;
  if (schemaRegistry === null && settings.valueFormat === 'json-schema')
    throw new SettingError('--value-format json-schema needs a registry: add --schema-registry URL');
  if (schemaRegistry === null && keyFormat !== 'string')
    throw new SettingError(`--key-format ${keyFormat} needs a registry: add --schema-registry URL`);
  return {
    valueFormat: settings.valueFormat,
    url: schemaRegistry?.replace(/\/+$/, '') ?? null,
    authorization: readAuthorization(settings, env),
    credential: readCredential(settings, access),
    authorizer: null,
    tls: readTls(settings),
    strategy: subjectNameStrategy,
    registers: registerSchemas,
    namespace: schemaNamespace,
    keyFormat,
  };
}

function readAuthorization(
  { schemaRegistryCredential: how, schemaRegistry }: Pick<Settings, SchemaSettingName>,
  env: NodeJS.ProcessEnv,
): string | null {
  if (how === 'none' || how === 'mtls') return null;
  if (schemaRegistry === null)
    throw new SettingError('--schema-registry-credential needs a registry: add --schema-registry URL');
  const secret = (name: string): string => {
    const value = env[PREFIX + name];
    if (!value) throw new SettingError(`--schema-registry-credential ${how} requires ${PREFIX}${name}`);
    return value;
  };
  if (how.startsWith(VAULT)) return null;
  if (how === 'bearer') return `Bearer ${secret('TOKEN')}`;
  return `Basic ${Buffer.from(`${secret('USER')}:${secret('PASSWORD')}`).toString('base64')}`;
}

/** Returns the name of the credential of the vault. Null: the settings name none. */
function readCredential(
  { schemaRegistryCredential: how }: Pick<Settings, SchemaSettingName>,
  { vault }: SchemasAccess,
): string | null {
  if (!how.startsWith(VAULT)) return null;
  if (vault === true) return how.slice(VAULT.length);
  throw new SettingError(
    vault === false
      ? '--schema-registry-credential names a credential of the vault, which is switched off (--vault off)'
      : 'only the service opens its vault: set --schema-registry-credential to basic, bearer or mtls for this command',
  );
}

/** Returns the certificates. Null: no setting names one. */
function readTls(settings: Pick<Settings, SchemaSettingName>): RegistryTls | null {
  const { schemaRegistry: url, schemaRegistryCredential: how } = settings;
  const { schemaRegistryCa: ca, schemaRegistryCert: cert, schemaRegistryKey: key } = settings;
  const isMutual = how === 'mtls';
  if (isMutual && (cert === null || key === null))
    throw new SettingError(
      '--schema-registry-credential mtls requires --schema-registry-cert and --schema-registry-key',
    );
  if (!isMutual && (cert !== null || key !== null))
    throw new SettingError(
      '--schema-registry-cert and --schema-registry-key require --schema-registry-credential mtls',
    );
  if (!isMutual && ca === null) return null;
  if (url === null || !url.startsWith('https:'))
    throw new SettingError('certificates for a schema registry need --schema-registry https://…');
  return {
    ...(ca !== null && { ca: readPem('--schema-registry-ca', ca) }),
    ...(cert !== null && { cert: readPem('--schema-registry-cert', cert) }),
    ...(key !== null && { key: readPem('--schema-registry-key', key) }),
  };
}

/** Returns the text of a PEM file. */
function readPem(flag: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingError(`${flag}: cannot read ${path}: ${reasonOf(error)}`);
  }
  if (text.includes('-----BEGIN ')) return text;
  throw new SettingError(`${flag}: ${path} is no PEM file`);
}
