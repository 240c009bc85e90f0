import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asDiskFull } from '../../base/model/disk-full.ts';
import { createMasterKeyText, type MasterKey, MasterKeyFailure, parseMasterKey } from './master-key.ts';

/**
 * Where the master key is configured. At most one of `file`, `command` and `text` may be set. If none is set, the key
 * is in the data folder.
 */
export interface MasterKeyOrigin {
  /** Path of a file with the key (`--master-key-file`). */
  readonly file?: string;
  /** A command that prints the key (`--master-key-command`). It is split at white space and runs without a shell. */
  readonly command?: string;
  /** The key itself (`SPECMILL_MASTER_KEY`). */
  readonly text?: string;
  readonly dataFolder: string;
}

const COMMAND_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 4096;

/**
 * Reads the master key. Returns null if none is configured and the data folder contains no key yet. Throws
 * MasterKeyFailure if more than one origin is set, or if the key cannot be read or is malformed.
 */
export async function findMasterKey(origin: MasterKeyOrigin): Promise<MasterKey | null> {
  const { file, command, text } = origin;
  if ([file, command, text].filter((set) => set !== undefined).length > 1) {
    throw new MasterKeyFailure('Set only one of --master-key-file, --master-key-command and SPECMILL_MASTER_KEY.');
  }
  if (text !== undefined) return parseMasterKey(text, 'SPECMILL_MASTER_KEY');
  if (command !== undefined) return parseMasterKey(await runCommand(command), '--master-key-command');
  if (file !== undefined) return parseMasterKey(await readKeyFile(file, '--master-key-file'), '--master-key-file');
  return readDataFolderKey(origin.dataFolder);
}

/** Returns the path of the key file in the data folder. That file is used if no other origin is configured. */
function dataFolderKeyPath(dataFolder: string): string {
  return join(dataFolder, 'master.key');
}

/**
 * Creates the key file of the data folder with mode 0600, and returns its key. Other processes never see an incomplete
 * file. If another process has created the file first, returns the key of that file. Throws MasterKeyFailure, DiskFull
 * and the system's errors.
 */
export async function createDataFolderKey(dataFolder: string): Promise<MasterKey> {
  const path = dataFolderKeyPath(dataFolder);
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  try {
    await writeDurably(partial, `${createMasterKeyText()}\n`);
    // Unlike a rename, a link never replaces a key that another process has created in the meantime.
    await link(partial, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw asDiskFull(error);
  } finally {
    await rm(partial, { force: true });
  }
  const folder = await open(dataFolder, 'r');
  await folder.sync().finally(() => folder.close());
  const key = await readDataFolderKey(dataFolder);
  if (key === null) throw new MasterKeyFailure('The master key that was just created cannot be read.');
  return key;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readDataFolderKey(dataFolder: string): Promise<MasterKey | null> {
  const text = await readFile(dataFolderKeyPath(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new MasterKeyFailure(`The master key in the data folder cannot be read (${error.code}).`);
  });
  return text === null ? null : parseMasterKey(text, 'the data folder (master.key)');
}

async function readKeyFile(path: string, origin: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new MasterKeyFailure(`The file of ${origin} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function runCommand(command: string): Promise<string> {
  const [program = '', ...parameters] = command.split(/\s+/).filter((word) => word !== '');
  try {
    const options = { timeout: COMMAND_TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'utf8' } as const;
    return (await promisify(execFile)(program, parameters, options)).stdout;
  } catch (error) {
    // The error of execFile contains the output of the command, which may be the key. Therefore only its code is
    // reported.
    const { code } = error as { code?: string | number };
    throw new MasterKeyFailure(`--master-key-command failed${code === undefined ? '' : ` (${code})`}.`);
  }
}
