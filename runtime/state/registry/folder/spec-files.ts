import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { SpecText } from '../../../../compiler/index.ts';
import { readRegularFile } from '../../../base/files/regular-file.ts';

/** A spec file in a folder. `path` starts with the path of the folder. */
export interface SpecFile {
  /** The file name without its extension. The spec must have the same name. */
  name: string;
  path: string;
  /** The folder whose list of files has this one. Absent if the user named the file itself. */
  folder?: string;
}

/** Size limit of a spec in a folder, in bytes. */
const MAX_SPEC_BYTES = 1024 * 1024;

const ENDINGS = ['.yaml', '.yml', '.json'];

/**
 * Lists the spec files directly in a folder, sorted by path. Hidden files are ignored, and so are subfolders, because
 * they contain samples. Throws the system's errors.
 */
export async function listSpecFiles(folder: string): Promise<SpecFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && isSpecPath(entry.name))
    .map((entry) => ({ name: basename(entry.name, extname(entry.name)), path: join(folder, entry.name), folder }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns true if a path has the extension of a spec file: `.yaml`, `.yml` or `.json`. */
export function isSpecPath(path: string): boolean {
  return ENDINGS.includes(extname(path).toLowerCase());
}

/**
 * Reads the text of a spec file. If the file is directly in `folder`, or if `folder` is undefined, the result has an
 * `expectedName`: the name of the file without its extension, which the spec must have. A file directly in `folder` must
 * be a regular file of at most 1 MiB, and no link out of the folder: else throws NotRegularFile. Throws the system's
 * errors, or an Error if the text is not valid UTF-8.
 */
export async function readSpecFile(path: string, folder?: string): Promise<SpecText> {
  const isInFolder = folder !== undefined && resolve(dirname(path)) === resolve(folder);
  const bytes = isInFolder
    ? await readRegularFile(path, { within: folder, maxBytes: MAX_SPEC_BYTES })
    : await readFile(path);
  const input: SpecText = {
    text: decode(bytes, path),
    path,
    syntax: extname(path).toLowerCase() === '.json' ? 'json' : 'yaml',
  };
  return isInFolder || folder === undefined ? { ...input, expectedName: basename(path, extname(path)) } : input;
}

/** Returns true if the path exists and is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${path} is not valid UTF-8`);
  }
}
