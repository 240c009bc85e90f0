import { settings } from '../../state/settings/declarations.ts';
import type { Command, CommandEntry } from './command.ts';

/** Returns the text of `specmill --help`. */
export function formatProgramHelp(commands: readonly CommandEntry[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'specmill compiles the description of a file format into a program that reads, checks and delivers such files.',
    '',
    'usage: specmill <command> [flags] [operands]',
    '',
    ...list,
    '',
    'Run specmill help <command> for the flags of a command, specmill --version for the version.',
    'exit codes: 0 success, 1 the file or the spec has errors, 2 wrong usage, 3 the system failed',
    '',
  ].join('\n');
}

/** Returns the text of `specmill COMMAND --help`. */
export function formatCommandHelp(command: Command): string {
  const own = Object.entries(command.flags).map(([flag, { takes, help }]) => ({ left: flagText(flag, takes), help }));
  const shared = command.settings.map((name) => {
    const { flag, env, takes, fallback, help } = settings[name];
    const others = [...(fallback === null ? [] : [`default ${fallback}`]), ...(env === null ? [] : [env])].join('; ');
    return { left: flagText(flag, takes), help: others === '' ? help : `${help} (${others})` };
  });
  const rows = [...own, ...shared, { left: '-h, --help', help: 'show this help' }];
  const width = Math.max(...rows.map(({ left }) => left.length));
  return [
    ...command.usage.map((line, index) => `${index === 0 ? 'usage:' : '      '} specmill ${line}`),
    '',
    command.description,
    '',
    ...rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`),
    '',
  ].join('\n');
}

function flagText(flag: string, takes: string | null): string {
  return takes === null ? `--${flag}` : `--${flag} ${takes}`;
}
