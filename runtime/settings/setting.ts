/**
 * A setting of the program. Its value comes from the flag, else from the environment variable, else from the default.
 */
export interface Setting<T> {
  /** The flag without its dashes. */
  flag: string;
  /** The name of the environment variable; null if only the flag exists. */
  env: string | null;
  /** Placeholder of the value in the help text; null for a switch. */
  takes: string | null;
  /** The default, as text; null if there is none. */
  fallback: string | null;
  help: string;
  /** Parses a value. Throws an Error whose message continues after "--flag ", for example "takes a number". */
  parse(text: string): T;
}

/** A setting has an invalid value. The message is a sentence that names the flag or variable. */
export class SettingError extends Error {}

/** Parses the value of `name` (a flag or a variable). Throws SettingError if it is invalid. */
export function parseNamed<T>(name: string, written: string, parse: (text: string) => T): T {
  try {
    return parse(written);
  } catch (error) {
    throw new SettingError(`${name} ${error instanceof Error ? error.message : 'has a wrong value'}, not "${written}"`);
  }
}
