import type { Command, CommandEntry, Flag, OperandKind } from '../../command-line/command.ts';
import { allFlags } from '../../command-line/arguments.ts';

/**
 * What a shell offers after a flag: nothing (`switch`: the flag has no value), files, specs, one of some words, or
 * nothing because any text is valid (`text`).
 */
export type ValueKind = 'switch' | 'file' | 'spec' | 'text' | readonly string[];

/** A flag in a completion script. The name has no dashes. */
export interface CompletedFlag {
  name: string;
  help: string;
  value: ValueKind;
}

/** A command in a completion script. */
export interface CompletedCommand {
  name: string;
  summary: string;
  flags: readonly CompletedFlag[];
  operands: OperandKind | null;
}

/** Loads all commands and returns what completion scripts offer, `help` included. */
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
