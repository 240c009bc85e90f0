import { parseArgs } from 'node:util';
import { settings, type SettingName } from '../../state/settings/declarations.ts';
import type { Command, CommandInput, Flag } from './command.ts';
import { UnknownWordError, UsageError } from './failures.ts';
import { readSettings } from '../../state/settings/read-settings.ts';

/** The operands and flags of a call, as text. */
interface RawArguments {
  operands: string[];
  /** The texts of the flags by name, without dashes. A switch has the text ''. */
  flags: Map<string, string>;
  /** All texts of each flag, in the order of the call. */
  repeated: Map<string, string[]>;
}

/**
 * Parses the arguments that follow the name of a command. Returns 'help' if `--help` or `-h` is among them. Throws
 * UsageError if the command does not accept the arguments, and SettingError if a setting has an invalid value.
 */
export function readArguments<Name extends SettingName>(
  command: Command<Name>,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): CommandInput<Name> | 'help' {
  const { operands, flags, repeated } = splitArguments(allFlags(command), args);
  if (flags.has('help')) return 'help';
  const { min, max, missing } = command.operands;
  if (operands.length < min) throw new UsageError(missing ?? 'an operand is missing');
  if (operands.length > max)
    throw new UsageError(
      `unexpected operand "${operands[max]}"`,
      isSpecForgotten(command, flags) ? `did you mean --spec ${operands[0]}?` : null,
    );
  return { operands, flags, repeated, settings: readSettings(command.settings, flags, env) };
}

function isSpecForgotten(command: Command, flags: ReadonlyMap<string, string>): boolean {
  return command.flags['spec'] !== undefined && !flags.has('spec');
}

/** Returns all flags of a command by name, without dashes: its own, those of its settings, and `help`. */
export function allFlags(command: Command): Record<string, Flag> {
  const fromSettings = command.settings.map((name) => {
    const { flag, takes, help } = settings[name];
    return [flag, { takes, help }] as const;
  });
  return { ...command.flags, ...Object.fromEntries(fromSettings), help: { takes: null, help: 'show this help' } };
}

// parseArgs only splits the arguments (`strict: false`), because its error messages do not say what to do.
function splitArguments(known: Record<string, Flag>, args: readonly string[]): RawArguments {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { takes }]) => [
      name,
      { type: takes === null ? ('boolean' as const) : ('string' as const), ...(name === 'help' ? { short: 'h' } : {}) },
    ]),
  );
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const flags = new Map<string, string>();
  const repeated = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const value = readValue(token, known);
    flags.set(token.name, value);
    repeated.set(token.name, [...(repeated.get(token.name) ?? []), value]);
  }
  return { operands: positionals, flags, repeated };
}

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function readValue({ name, rawName, value, inlineValue }: OptionToken, known: Record<string, Flag>): string {
  const flag = Object.hasOwn(known, name) ? known[name] : undefined;
  if (flag === undefined) {
    throw new UnknownWordError(`unknown flag ${rawName}`, { written: name, known: Object.keys(known), prefix: '--' });
  }
  if (flag.takes === null) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return '';
  }
  if (value === undefined || value === '')
    throw new UsageError(`${rawName} requires a value: ${rawName} ${flag.takes}`);
  if (!inlineValue && value.startsWith('-') && value !== '-') {
    throw new UsageError(
      `${rawName} requires a value: ${rawName} ${flag.takes}`,
      `if "${value}" is the value, write ${rawName}=${value}`,
    );
  }
  return value;
}
