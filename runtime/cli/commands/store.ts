import { readStore } from '../../state/settings/store.ts';
import { SettingError } from '../../state/settings/values/setting.ts';
import { copyStore } from '../../state/store/copy-store.ts';
import { CannotCopy, DataFolderLocked } from '../../state/store/folder-failures.ts';
import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { isStoreFailure } from '../operands/store-failure.ts';

const ACTIONS = ['copy'] as const;

/** The command `specmill store`. */
export const command: Command<never> = {
  usage: ['store copy --from DATA --to postgresql://user@host/database'],
  description: [
    'copy: copies specs, runs, topics, credentials, integrations, jobs and the audit from the SQLite database of a data folder to',
    'an empty PostgreSQL database, in one transaction. No service may use the folder. The files and the API keys remain in the',
    'folder, which belongs to that database from then on. The password comes from SPECMILL_STORE_PASSWORD.',
  ].join('\n'),
  flags: {
    from: { takes: 'DIR', help: 'copy: the data folder' },
    to: { takes: 'URL', help: 'copy: the database, postgresql://user@host/database, as with serve --store' },
  },
  settings: [],
  operands: { min: 1, max: 1, missing: `name one of ${ACTIONS.join(', ')}`, kind: ACTIONS },
  run,
};

async function run({ operands, flags }: CommandInput): Promise<ExitCode> {
  readChoice('store', operands[0] ?? '', ACTIONS);
  const [from, to] = [flags.get('from'), flags.get('to')];
  if (from === undefined) throw new UsageError('store copy requires --from', 'name the data folder with --from DIR');
  const postgres = to === undefined ? null : await readStore(to, process.env).catch(renameFlag);
  if (postgres === null)
    throw new UsageError(
      'store copy requires --to',
      'name an empty database with --to postgresql://user@host/database',
    );
  const rows = await copyStore(from, postgres).catch((error: unknown) => {
    const isKnown = error instanceof CannotCopy || error instanceof DataFolderLocked || isStoreFailure(error);
    throw isKnown ? new SystemFailure(error.message) : error;
  });
  await printToStdout(`${rows} rows were copied\n`);
  await printToStderr(
    `start the service with --data ${from} --store ${to}. ${from} no longer uses its file specmill.sqlite\n`,
  );
  return EXIT.success;
}

function renameFlag(error: unknown): never {
  throw error instanceof SettingError ? new SettingError(error.message.replaceAll('--store', '--to')) : error;
}
