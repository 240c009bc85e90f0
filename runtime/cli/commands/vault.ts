import { readFile } from 'node:fs/promises';
import { reasonOf } from '../../base/files/error-reason.ts';
import { originOf } from '../../jobs/integrations/open-sources.ts';
import { readMasterKey } from '../../state/settings/sources.ts';
import { readStore } from '../../state/settings/store.ts';
import { openStore } from '../../state/store/open-store.ts';
import type { PostgresSettings } from '../../state/store/postgresql/settings.ts';
import { isStoreFailure } from '../operands/store-failure.ts';
import { findMasterKey } from '../../state/vault/find-master-key.ts';
import { createMasterKeyText, type MasterKey, MasterKeyFailure, parseMasterKey } from '../../state/vault/master-key.ts';
import { MasterKeyMismatch, TamperedSecret } from '../../state/vault/sealed-secret.ts';
import { rotateMasterKey } from '../../state/vault/rotate-master-key.ts';
import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { hasRuns } from '../operands/data-folder.ts';

const ACTIONS = ['key', 'rotate'] as const;
const NEW_KEY = 'new-master-key-file';

type Names = 'data' | 'store' | 'masterKeyFile' | 'masterKeyCommand';

/** The command `specmill vault`. */
export const command: Command<Names> = {
  usage: ['vault key', 'vault rotate --new-master-key-file FILE'],
  description: [
    'key: prints a new master key (32 bytes, base64). Store it in a file that only the service can read.',
    'rotate: encrypts the keys of all credentials with the master key in FILE instead of the current one, which comes from',
    '--master-key-file, --master-key-command, SPECMILL_MASTER_KEY or the data folder. It changes all of them or none, and can',
    'be repeated. A service must not use the data folder.',
  ].join('\n'),
  flags: { [NEW_KEY]: { takes: 'FILE', help: 'rotate: the file with the new master key' } },
  settings: ['data', 'store', 'masterKeyFile', 'masterKeyCommand'],
  operands: { min: 1, max: 1, missing: `name one of ${ACTIONS.join(', ')}`, kind: ACTIONS },
  run,
};

async function run(input: CommandInput<Names>): Promise<ExitCode> {
  const { operands, flags } = input;
  const newKeyFile = flags.get(NEW_KEY);
  switch (readChoice('vault', operands[0] ?? '', ACTIONS)) {
    case 'key':
      if (newKeyFile !== undefined) throw new UsageError(`--${NEW_KEY} requires vault rotate`);
      await printToStdout(`${createMasterKeyText()}\n`);
      return EXIT.success;
    case 'rotate':
      if (newKeyFile === undefined)
        throw new UsageError(`--${NEW_KEY} is missing`, 'create a key with specmill vault key > FILE');
      return rotate(input, newKeyFile);
  }
}

async function rotate({ settings }: CommandInput<Names>, newKeyFile: string): Promise<ExitCode> {
  const { data } = settings;
  const postgres = await readStore(settings.store, process.env);
  if (postgres === null && !hasRuns(data))
    throw new UsageError(`there is no credential in ${data}`, 'name the data folder with --data DIR');
  try {
    const to = await readNewKey(newKeyFile);
    // Without the current key, a rotation can still be repeated that has changed everything.
    const from = (await findMasterKey(originOf({ ...settings, masterKey: readMasterKey(process.env) }, data))) ?? to;
    const count = await rotateIn({ data, postgres }, { from, to });
    await printToStdout(`${count} ${count === 1 ? 'credential uses' : 'credentials use'} the new master key\n`);
  } catch (error) {
    throw asFailure(error);
  }
  await printToStderr(`start the service with --master-key-file ${newKeyFile}, and delete the old key\n`);
  return EXIT.success;
}

async function readNewKey(file: string): Promise<MasterKey> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`, 'create a key with specmill vault key > FILE');
  });
  return parseMasterKey(text, `--${NEW_KEY}`);
}

async function rotateIn(
  { data, postgres }: { data: string; postgres: PostgresSettings | null },
  keys: { from: MasterKey; to: MasterKey },
): Promise<number> {
  const store = await openStore(data, { postgres });
  try {
    return await rotateMasterKey(store.credentials, keys);
  } finally {
    await store.close();
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof MasterKeyFailure || isStoreFailure(error)) return new SystemFailure(error.message);
  if (error instanceof MasterKeyMismatch)
    return new SystemFailure(
      'the current master key is not the one that encrypts the credentials. Name that one with --master-key-file. Nothing was changed',
    );
  if (error instanceof TamperedSecret)
    return new SystemFailure('a stored credential was altered. Nothing was changed. Restore the data folder');
  return error;
}
