import { type Setting, parseNamed } from './setting.ts';
import { type SettingName, type Settings, settings } from './declarations.ts';

/** The values of some settings, from flags (as written; '' for a switch), environment and defaults. Throws WrongSetting. */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  flags: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): Pick<Settings, Name> {
  // Each value was read by its own setting's parse, which is where the type comes from.
  return Object.fromEntries(names.map((name) => [name, readSetting(settings[name], flags, env)])) as Pick<
    Settings,
    Name
  >;
}

function readSetting(setting: Setting<unknown>, flags: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv): unknown {
  const { flag, parse, fallback } = setting;
  const given = flags.get(flag);
  if (given !== undefined) return parseNamed(`--${flag}`, setting.takes === null ? 'on' : given, parse);
  // An empty variable counts as none: that is how shells and compose files switch one off.
  const fromEnv = setting.env === null ? undefined : env[setting.env];
  if (fromEnv) return parseNamed(setting.env ?? '', fromEnv, parse);
  return fallback === null ? null : parse(fallback);
}
