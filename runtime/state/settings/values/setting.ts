/**
 * A setting of the program. Its value comes from the flag, else from the environment variable, else from the default.
 */
export interface Setting<T> {
  /** The name of the flag without its dashes. */
  flag: string;
  /** The name of the environment variable; null if the setting has none. */
  env: string | null;
  /** Placeholder for the value in the help text, for example `DIR`. Null for a switch, which takes no value. */
  takes: string | null;
  /** The default, as text; null if there is none. */
  fallback: string | null;
  /** One line that describes the setting, for the help text. */
  help: string;
  /**
   * Parses a value. Throws an Error whose message completes a sentence that starts with the name of the flag, for
   * example `takes a number`.
   */
  parse(text: string): T;
}

/** Returns `setting`. The type of its value follows from its parser. */
export function defineSetting<T>(setting: Setting<T>): Setting<T> {
  return setting;
}

/** Thrown if a setting or flag has an invalid value. The message names the flag or the environment variable. */
export class SettingError extends Error {}

/**
 * Parses the value of a flag or an environment variable. `name` is the flag or the variable, for the message. Throws
 * SettingError if `parse` throws.
 */
export function parseNamed<T>(name: string, written: string, parse: (text: string) => T): T {
  try {
    return parse(written);
  } catch (error) {
    throw new SettingError(
      `${name} ${error instanceof Error ? error.message : 'has a wrong value'}, not "${withoutUser(written)}"`,
    );
  }
}

/** Returns the text of a setting without a user and a password, which may stand before an @ by mistake. */
export function withoutUser(written: string): string {
  return written.replace(/^.*@/s, '…@');
}
