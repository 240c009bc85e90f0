import type { Command, CommandEntry, Flag, OperandKind } from '../../command-line/command.ts';
import { allFlags } from '../../command-line/arguments.ts';

/**
 * What a shell offers after a flag: files, specs, or the words in the list. It offers nothing after a `switch`, which
 * has no value, and nothing after `text`, where any text is valid.
 */
export type ValueKind = 'switch' | 'file' | 'spec' | 'text' | readonly string[];

/** A flag, as completion scripts need it. The name has no dashes. */
export interface CompletedFlag {
  name: string;
  help: string;
  value: ValueKind;
}

/** A command, as completion scripts need it. `operands` is null if a shell cannot complete its operands. */
export interface CompletedCommand {
  name: string;
  summary: string;
  flags: readonly CompletedFlag[];
  operands: OperandKind | null;
}

/** Loads all commands and returns everything that completion scripts offer, including the command `help`. */
export async function createCompletionTable(entries: readonly CommandEntry[]): Promise<CompletedCommand[]> {
  const commands = await Promise.all(
    entries.map(async ({ name, summary, load }) => toCompleted(name, summary, await load())),
  );
  const names = commands.map(({ name }) => name);
  return [...commands, { name: 'help', summary: 'show the help text of a command', flags: [], operands: names }];
}

function toCompleted(name: string, summary: string, command: Command): CompletedCommand {
  const flags = Object.entries(allFlags(command)).map(([flag, { help, ...rest }]) => ({
    name: flag,
    help,
    value: valueOf(rest),
  }));
  return { name, summary, flags, operands: command.operands.kind ?? null };
}

function valueOf({ takes, choices }: Omit<Flag, 'help'>): ValueKind {
  if (takes === null) return 'switch';
  if (choices !== undefined) return choices;
  if (takes === 'FILE' || takes === 'DIR') return 'file';
  return takes === 'S' ? 'spec' : 'text';
}
