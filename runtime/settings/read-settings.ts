import { type Setting, parseNamed } from './setting.ts';
import { type SettingName, type Settings, settings } from './declarations.ts';

/**
 * Returns the values of the named settings: from the flags, else from the environment, else the default. `flags`
 * contains unparsed text, and '' for a switch. Throws SettingError for an invalid value.
 */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  flags: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): Pick<Settings, Name> {
  // Each value comes from the parse function of its setting, which defines its type.
  return Object.fromEntries(names.map((name) => [name, readSetting(settings[name], flags, env)])) as Pick<
    Settings,
    Name
  >;
}

function readSetting(setting: Setting<unknown>, flags: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv): unknown {
  const { flag, parse, fallback } = setting;
  const flagValue = flags.get(flag);
  if (flagValue !== undefined) return parseNamed(`--${flag}`, setting.takes === null ? 'on' : flagValue, parse);
  // An empty variable counts as not set: shells and compose files use it to unset a variable.
  const fromEnv = setting.env === null ? undefined : env[setting.env];
  if (fromEnv) return parseNamed(setting.env ?? '', fromEnv, parse);
  return fallback === null ? null : parse(fallback);
}
