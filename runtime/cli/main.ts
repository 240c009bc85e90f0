#!/usr/bin/env node
import { commands } from './command-list.ts';
import { readArguments } from './command-line/arguments.ts';
import { type Command, EXIT } from './command-line/command.ts';
import { Interrupted, SystemFailure, UnknownWordError, UsageError } from './command-line/failures.ts';
import { formatCommandHelp, formatProgramHelp } from './command-line/help.ts';
import { printToStderr, printToStdout } from './command-line/output.ts';
import { visible, visibleLines } from './format/terminal.ts';
import { findExhausted } from '../base/model/exhausted.ts';
// Not imported when it is needed: a part of the program that is loaded later loads all of the start first.
import { programVersion } from '../base/program/version.ts';
import { reasonOf, systemCode } from '../base/files/error-reason.ts';
import { SettingError } from '../state/settings/values/setting.ts';

/** Executes a call of the program and returns its exit code. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  try {
    return await runCommand(name, args);
  } catch (error) {
    return reportFailure(error, name);
  }
}

async function runCommand(name: string | undefined, args: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-v') return answer(`${programVersion()}\n`);
  if (name === '--help' || name === '-h' || name === 'help') return answer(await formatHelp(args));
  if (name === undefined) {
    await printToStderr(formatProgramHelp(commands));
    return EXIT.usage;
  }
  const command = await loadCommand(name);
  const input = readArguments(command, args, process.env);
  return input === 'help' ? answer(formatCommandHelp(command)) : command.run(input);
}

/** Returns the help text of the command that follows `specmill help`, or that of the program if none follows. */
async function formatHelp(args: readonly string[]): Promise<string> {
  const [name, ...others] = args.filter((arg) => arg !== '--help' && arg !== '-h');
  if (others.length > 0) throw new UsageError(`unexpected operand "${others[0]}"`, 'specmill help takes one command');
  return name === undefined || name === 'help'
    ? formatProgramHelp(commands)
    : formatCommandHelp(await loadCommand(name));
}

async function loadCommand(name: string): Promise<Command> {
  const entry = commands.find((one) => one.name === name);
  if (entry !== undefined) return entry.load();
  if (name.startsWith('-'))
    throw new UsageError(`${name} is not a command`, 'the command comes first: specmill <command> [flags] [operands]');
  const names = commands.map((one) => one.name);
  throw new UnknownWordError(`unknown command "${name}"`, {
    written: name,
    known: [...names, 'help'],
    hint: `the commands are ${names.join(', ')}`,
  });
}

async function answer(text: string): Promise<number> {
  await printToStdout(text);
  return EXIT.success;
}

/** Prints an error and returns its exit code. Only this function converts errors to messages and exit codes. */
async function reportFailure(error: unknown, name: string | undefined): Promise<number> {
  // The reader of the output closed the pipe (`| head`), which is not an error.
  if (systemCode(error) === 'EPIPE') return EXIT.success;
  if (error instanceof Interrupted) return error.exitCode;
  // Loading more code would fail for the same reason.
  const lack = findExhausted(error);
  if (lack !== null) {
    await printToStderr(`specmill: ${lack}\n`);
    return EXIT.system;
  }
  const { SpecError } = await import('./format/diagnostics.ts');
  if (error instanceof SpecError) {
    await printToStderr(`${error.message}\n`);
    return error.exitCode;
  }
  const isUsage = error instanceof UsageError || error instanceof SettingError;
  await printToStderr(`specmill: ${visibleLines(error instanceof SystemFailure ? error.message : reasonOf(error))}\n`);
  const hint = error instanceof UsageError ? await findHint(error) : null;
  if (hint !== null) await printToStderr(`  ${visible(hint)}\n`);
  if (isUsage)
    await printToStderr(`  see specmill ${commands.some((one) => one.name === name) ? `${name} ` : ''}--help\n`);
  if (!isUsage && !(error instanceof SystemFailure) && process.env['SPECMILL_DEBUG']) console.error(error);
  return isUsage ? EXIT.usage : EXIT.system;
}

/**
 * Returns a suggestion if a known word is similar to the wrong one, otherwise the hint of the error (may be null). The
 * compiler contains the search for similar words and is loaded only for that.
 */
async function findHint(error: UsageError): Promise<string | null> {
  if (!(error instanceof UnknownWordError)) return error.hint;
  const { findClosestWord } = await import('../../compiler/index.ts');
  const closest = findClosestWord(error.written, error.known);
  return closest === null ? error.hint : `did you mean ${error.prefix}${closest}?`;
}

// The code that writes a text handles its error. Without a listener, the error event would also end the program with a
// stack trace.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
// The exit code of Node.js for a program that ends although it still waits for something. No await at the top level: the
// build turns this module into a script.
process.exitCode = 13;
void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
