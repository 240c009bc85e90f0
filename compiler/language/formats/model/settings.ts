import { type Code, code, literal, propertyKey } from '../../../emitting/code/literal.ts';

/** A value that a setting of a format can have. */
export type SettingValue = string | number | boolean | null;

/** Returns settings as the properties of an object literal, one per line. */
export function emitSettings(settings: Readonly<Record<string, SettingValue>>): Code[] {
  return Object.entries(settings).map(([key, value]) => code`  ${propertyKey(key)}: ${emitSetting(value)},`);
}

/** Returns the value of a setting as a literal. */
export function emitSetting(value: SettingValue): Code {
  if (value === null) return code`null`;
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'number') return code`${value}`;
  return value ? code`true` : code`false`;
}
