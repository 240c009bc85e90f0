import type { SchemaSettings } from '../../base/model/message-schemas.ts';
import type { SettingName, Settings } from './declarations.ts';
import { SettingError } from './values/setting.ts';

/** The names of the settings that concern schemas of messages. */
export const schemaSettings = [
  'valueFormat',
  'keyFormat',
  'schemaRegistry',
  'schemaRegistryCredential',
  'subjectNameStrategy',
  'registerSchemas',
  'schemaNamespace',
] as const satisfies readonly SettingName[];
/** The name of a setting of schemas. */
export type SchemaSettingName = (typeof schemaSettings)[number];

const PREFIX = 'SPECMILL_SCHEMA_REGISTRY_';

/**
 * Reads the registry of schemas from the settings. Its secret comes from SPECMILL_SCHEMA_REGISTRY_USER and _PASSWORD, or
 * from _TOKEN. Throws SettingError if a secret is missing, or if a setting needs a registry and there is none.
 */
export function readSchemas(settings: Pick<Settings, SchemaSettingName>, env: NodeJS.ProcessEnv): SchemaSettings {
  const { schemaRegistry, keyFormat, subjectNameStrategy, registerSchemas, schemaNamespace } = settings;
  if (schemaRegistry === null && settings.valueFormat === 'json-schema')
    throw new SettingError('--value-format json-schema needs a registry: add --schema-registry URL');
  if (schemaRegistry === null && keyFormat !== 'string')
    throw new SettingError(`--key-format ${keyFormat} needs a registry: add --schema-registry URL`);
  return {
    valueFormat: settings.valueFormat,
    url: schemaRegistry?.replace(/\/+$/, '') ?? null,
    authorization: readAuthorization(settings, env),
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
  if (how === 'none') return null;
  if (schemaRegistry === null)
    throw new SettingError('--schema-registry-credential needs a registry: add --schema-registry URL');
  const secret = (name: string): string => {
    const value = env[PREFIX + name];
    if (!value) throw new SettingError(`--schema-registry-credential ${how} requires ${PREFIX}${name}`);
    return value;
  };
  if (how === 'bearer') return `Bearer ${secret('TOKEN')}`;
  return `Basic ${Buffer.from(`${secret('USER')}:${secret('PASSWORD')}`).toString('base64')}`;
}
