import { UsageError } from '../command-line/failures.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { printToStdout } from '../command-line/output.ts';
import { formatCounted } from '../format/numbers.ts';
import { visible } from '../format/terminal.ts';
import { type ExportedSpec, exportSpec, writeExport } from '../export/write-export.ts';
import { findSpec } from '../operands/spec-operand.ts';

type Names = 'specs' | 'data';

/** The command `specmill page`. */
export const command: Command<Names> = {
  usage: ['page --spec S [--spec T…] --out DIR'],
  description: [
    'Writes the page of the service as files, for the people who produce the files: they check a file in the browser.',
    'Put the folder on any web server. It needs no service, and no file leaves the computer of its user.',
    'The files contain the specs, their modules and their samples. Everyone who can open the page can read them.',
  ].join('\n'),
  flags: {
    spec: { takes: 'S', help: 'a spec: a name in the specs folder, a path, or an id. Repeat the flag for several' },
    out: { takes: 'DIR', help: 'folder for the page; created if it does not exist' },
  },
  settings: ['specs', 'data'],
  operands: { min: 0, max: 0 },
  run: writePage,
};

async function writePage({ flags, repeated, settings }: CommandInput<Names>): Promise<ExitCode> {
  const folder = flags.get('out');
  const named = [...new Set(repeated.get('spec') ?? [])];
  if (named.length === 0) throw new UsageError('--spec is missing. It names a spec', 'for example --spec payments');
  if (folder === undefined)
    throw new UsageError('--out is missing. It names the folder for the page', 'for example --out page');
  const specs: ExportedSpec[] = [];
  for (const name of named) specs.push(await exportSpec((await findSpec(name, settings)).input));
  const bytes = await writeExport(folder, specs);
  await printToStdout(
    `wrote the page with ${formatCounted(named.length, 'spec')} to ${visible(folder)} (${formatCounted(bytes, 'byte')})\n`,
  );
  return EXIT.success;
}
