#!/usr/bin/env node
import { readArguments } from './command-line/arguments.ts';
import { type CommandEntry, EXIT } from './command-line/command.ts';
import { Interrupted, SystemFailure, WrongUsage } from './command-line/failures.ts';
import { formatCommandHelp, formatProgramHelp } from './command-line/help.ts';
import { nearestWord } from './command-line/nearest.ts';
import { printAside, printResult } from './command-line/output.ts';
import { visible, visibleLines } from './format/terminal.ts';
import { reasonOf, systemCode } from '../files/error-reason.ts';
import { WrongSetting } from '../settings/setting.ts';

const commands: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'report what is wrong with specs',
    load: async () => (await import('./commands/check.ts')).command,
  },
  {
    name: 'compile',
    summary: 'compile specs to TypeScript modules',
    load: async () => (await import('./commands/compile.ts')).command,
  },
  {
    name: 'validate',
    summary: 'report what is wrong with a file (dry run)',
    load: async () => (await import('./commands/validate.ts')).command,
  },
  {
    name: 'transform',
    summary: 'turn a file into events',
    load: async () => (await import('./commands/transform.ts')).command,
  },
  {
    name: 'test',
    summary: 'compare results on samples with the expected ones',
    load: async () => (await import('./commands/test.ts')).command,
  },
  {
    name: 'diff',
    summary: 'report what a change of specs breaks',
    load: async () => (await import('./commands/diff.ts')).command,
  },
  {
    name: 'infer',
    summary: 'draft a spec from a sample file',
    load: async () => (await import('./commands/infer.ts')).command,
  },
  {
    name: 'samples',
    summary: 'generate sample files from a spec',
    load: async () => (await import('./commands/samples.ts')).command,
  },
  {
    name: 'docs',
    summary: 'describe a file format for the people who send the files',
    load: async () => (await import('./commands/docs.ts')).command,
  },
  { name: 'serve', summary: 'run the HTTP service', load: async () => (await import('./commands/serve.ts')).command },
  {
    name: 'topics',
    summary: 'list the topics of the embedded broker',
    load: async () => (await import('./commands/topics.ts')).command,
  },
  {
    name: 'tail',
    summary: 'print the messages of a topic',
    load: async () => (await import('./commands/tail.ts')).command,
  },
];

/** Runs the program and returns its exit code. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  try {
    return await runCommand(name, args);
  } catch (error) {
    return reportFailure(error, name);
  }
}

async function runCommand(name: string | undefined, args: readonly string[]): Promise<number> {
  if (name === '--version') return answer(`${(await import('../program/version.ts')).programVersion()}\n`);
  if (name === '--help' || name === '-h' || name === 'help') return answer(formatProgramHelp(commands));
  if (name === undefined) {
    await printAside(formatProgramHelp(commands));
    return EXIT.usage;
  }
  const command = await findCommand(name).load();
  const input = readArguments(command, args, process.env);
  return input === 'help' ? answer(formatCommandHelp(command)) : command.run(input);
}

function findCommand(name: string): CommandEntry {
  const entry = commands.find((one) => one.name === name);
  if (entry !== undefined) return entry;
  const names = commands.map((one) => one.name);
  const near = nearestWord(name, names);
  throw new WrongUsage(
    `unknown command "${name}"`,
    near === null ? `the commands are ${names.join(', ')}` : `did you mean ${near}?`,
  );
}

async function answer(text: string): Promise<number> {
  await printResult(text);
  return EXIT.good;
}

/**
 * Prints a failure and returns its exit code. This is the only place that turns failures into messages and exit codes.
 */
async function reportFailure(error: unknown, name: string | undefined): Promise<number> {
  // The reader of the output closed the pipe (`| head`), which is not an error.
  if (systemCode(error) === 'EPIPE') return EXIT.good;
  if (error instanceof Interrupted) return error.exitCode;
  const { WrongSpec } = await import('./format/diagnostics.ts');
  if (error instanceof WrongSpec) {
    await printAside(`${error.message}\n`);
    return error.exitCode;
  }
  const isUsage = error instanceof WrongUsage || error instanceof WrongSetting;
  await printAside(`specmill: ${visibleLines(error instanceof SystemFailure ? error.message : reasonOf(error))}\n`);
  if (error instanceof WrongUsage && error.hint !== null) await printAside(`  ${visible(error.hint)}\n`);
  if (isUsage)
    await printAside(`  see specmill ${commands.some((one) => one.name === name) ? `${name} ` : ''}--help\n`);
  if (!isUsage && !(error instanceof SystemFailure) && process.env['SPECMILL_DEBUG']) console.error(error);
  return isUsage ? EXIT.usage : EXIT.system;
}

// Each write reports its error to its caller. Without a listener, the event would end the program with a stack trace.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));
