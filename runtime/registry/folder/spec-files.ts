import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';

/** A spec of a folder: a file directly in it. */
export interface SpecFile {
  /** The file's name without its ending: the name that the spec must have. */
  name: string;
  path: string;
}

const ENDINGS = ['.yaml', '.yml', '.json'];

/** The specs of a folder, by name. Folders in it hold samples and are left alone. Throws the system's errors. */
export async function listSpecFiles(folder: string): Promise<SpecFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && isSpecPath(entry.name))
    .map((entry) => ({ name: basename(entry.name, extname(entry.name)), path: join(folder, entry.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether a path ends as a spec's does. */
export function isSpecPath(path: string): boolean {
  return ENDINGS.includes(extname(path).toLowerCase());
}

/**
 * Reads a spec's file. Its name is held to the file's (`expectedName`) where `folder` is the one it
 * lies in, or where none is given. Throws the system's errors, and an Error where it is not UTF-8.
 */
export async function readSpecFile(path: string, folder?: string): Promise<SpecText> {
  const bytes = await readFile(path);
  const input: SpecText = {
    text: decode(bytes, path),
    path,
    syntax: extname(path).toLowerCase() === '.json' ? 'json' : 'yaml',
  };
  const isNamedByFile = folder === undefined || resolve(dirname(path)) === resolve(folder);
  return isNamedByFile ? { ...input, expectedName: basename(path, extname(path)) } : input;
}

/** Whether there is a folder at a path. */
export async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${path} is not UTF-8`);
  }
}
