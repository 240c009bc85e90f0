import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, SpecText } from '../../compiler/index.ts';
import { compilerBuildId } from './build-id.ts';
import { replaceFile } from './replace-file.ts';

/** What the cache keeps of a compiled spec. */
export interface CachedModule {
  /** SHA-256 of the emitted module's standalone ESM: names its file, and what a run was worked on with. */
  hash: string;
  /** SHA-256 of the TypeScript that it was bundled from. */
  sourceHash: string;
  /** The warnings that the compiler gave. */
  diagnostics: readonly Diagnostic[];
}

/** The key of a spec's entry: its text, and the compiler that reads it. */
export function cacheKey({ text, syntax, expectedName }: SpecText): string {
  const parts = JSON.stringify([compilerBuildId(), syntax, expectedName ?? null]);
  return createHash('sha256').update(parts).update('\n').update(text).digest('hex');
}

/** The entry of a spec, and where its module lies; null where there is none, or where it is damaged. */
export async function findCached(folder: string, key: string): Promise<(CachedModule & { url: string }) | null> {
  try {
    // Written by keepCached under a name that only the same compiler asks for.
    const entry = JSON.parse(await readFile(entryPath(folder, key), 'utf8')) as CachedModule;
    const path = modulePath(folder, entry.hash);
    const isWhole = hashOf(await readFile(path, 'utf8')) === entry.hash;
    return isWhole ? { ...entry, url: pathToFileURL(path).href } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a compiled module, and says where it can be imported from: its file, or itself as a `data:` URL
 * where the folder cannot be written to.
 */
export async function keepCached(folder: string, key: string, entry: CachedModule, esm: string): Promise<string> {
  const path = modulePath(folder, entry.hash);
  try {
    await replaceFile(path, esm);
    await replaceFile(entryPath(folder, key), JSON.stringify(entry));
    return pathToFileURL(path).href;
  } catch {
    return `data:text/javascript;base64,${Buffer.from(esm).toString('base64')}`;
  }
}

/** SHA-256 of a text as UTF-8, hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function entryPath(folder: string, key: string): string {
  return join(folder, 'modules', `${key}.json`);
}

function modulePath(folder: string, hash: string): string {
  return join(folder, 'modules', `${hash}.mjs`);
}
