import { type Setting, parseNamed } from './values/setting.ts';
import { type SettingName, type Settings, settings } from './declarations.ts';

/**
 * Returns the values of the named settings. A value comes from the flag, else from a non-empty environment variable,
 * else from the default. A setting without a default is then null. `flags` has the unparsed texts by the name of the
 * flag; a switch has the text ''. Throws SettingError for an invalid value.
 */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  flags: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): Pick<Settings, Name> {
  // The parse function of a setting defines the type of its value.
  return Object.fromEntries(names.map((name) => [name, readSetting(settings[name], flags, env)])) as Pick<
    Settings,
    Name
  >;
}

function readSetting(setting: Setting<unknown>, flags: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv): unknown {
  const { flag, parse, fallback } = setting;
  const flagValue = flags.get(flag);
  if (flagValue !== undefined) return parseNamed(`--${flag}`, setting.takes === null ? 'on' : flagValue, parse);
  // An empty variable counts as not set, because shells and compose files unset a variable in this way.
  const fromEnv = setting.env === null ? undefined : env[setting.env];
  if (fromEnv) return parseNamed(setting.env ?? '', fromEnv, parse);
  return fallback === null ? null : parse(fallback);
}
