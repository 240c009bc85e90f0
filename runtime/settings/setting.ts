/** Something that is said once for the whole program: by flag, else by environment, else by default. */
export interface Setting<T> {
  /** The flag without its dashes. */
  flag: string;
  /** Name of the environment variable; null where only the flag says it. */
  env: string | null;
  /** What stands for the value in the help; null where the flag alone says it. */
  takes: string | null;
  /** The default as one would write it; null: nothing. */
  fallback: string | null;
  help: string;
  /** Reads a written value. Throws an Error whose message goes on from "--flag ", as "takes a number". */
  parse(text: string): T;
}

/** A setting has a value that cannot be used; the message is a sentence that names flag or variable. */
export class WrongSetting extends Error {}

/** Reads what was written for `name` (a flag or a variable). Throws WrongSetting. */
export function parseNamed<T>(name: string, written: string, parse: (text: string) => T): T {
  try {
    return parse(written);
  } catch (error) {
    throw new WrongSetting(`${name} ${error instanceof Error ? error.message : 'has a wrong value'}, not "${written}"`);
  }
}
