import { existsSync } from 'node:fs';
import type { Examination, Finding } from '../../state/store/examine/findings.ts';
import { examineFolder } from '../../state/store/examine/examine-folder.ts';
import { DataFolderLocked, OutdatedDataFolder, UnknownDataFolder } from '../../state/store/folder-failures.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatCount } from '../format/numbers.ts';
import { visible, visibleJson } from '../format/terminal.ts';
import { isStoreFailure } from '../operands/store-failure.ts';

/** The command `specmill doctor`. */
export const command: Command<'data'> = {
  usage: ['doctor [--data DIR] [--json]'],
  description: [
    'Reads the whole data folder, and compares messages, received files, runs, checkpoints, errors and compiled modules with their',
    'checksums. Names each file and each row that is damaged, and changes nothing. No service may use the folder. Exits with 1 if',
    'something is damaged. Data of earlier versions has no checksums; it is counted.',
  ].join('\n'),
  flags: { json: { takes: null, help: 'print a JSON object instead of a line for each finding' } },
  settings: ['data'],
  operands: { min: 0, max: 0 },
  run,
};

async function run({ flags, settings: { data } }: CommandInput<'data'>): Promise<ExitCode> {
  if (!existsSync(data)) throw new SystemFailure(`there is no data folder ${visible(data)}. Name it with --data DIR`);
  const examination = await examineFolder(data).catch((error: unknown) => {
    throw isExpected(error) ? new SystemFailure(error.message) : error;
  });
  const { findings } = examination;
  await printToStdout(flags.has('json') ? `${formatJson(examination)}\n` : findings.map(formatFinding).join(''));
  if (!flags.has('json')) await printToStderr(`${formatSummary(examination)}\n`);
  return findings.some(isDamaged) ? EXIT.invalid : EXIT.success;
}

const EXPECTED = [DataFolderLocked, OutdatedDataFolder, UnknownDataFolder];

function isExpected(error: unknown): error is Error {
  return isStoreFailure(error) || EXPECTED.some((failure) => error instanceof failure);
}

function isDamaged({ kind }: Finding): boolean {
  return kind === 'DAMAGED';
}

function formatFinding({ kind, place, problem }: Finding): string {
  return `${kind.toLowerCase()}: ${visible(place)}: ${visible(problem)}\n`;
}

function formatSummary({ findings, examined, withoutChecksum }: Examination): string {
  const read = [...examined].map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
  const damaged = findings.filter(isDamaged).length;
  const unchecked =
    withoutChecksum === 0 ? '' : `. ${formatCount(withoutChecksum)} have no checksum: an earlier version stored them`;
  return `${read === '' ? 'nothing is stored' : read}: ${formatCount(damaged)} damaged${unchecked}`;
}

function formatJson({ findings, examined, withoutChecksum }: Examination): string {
  return visibleJson(JSON.stringify({ findings, examined: Object.fromEntries(examined), withoutChecksum }, null, 2));
}
