import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledModule, Diagnostic, Spec, SpecText } from '../../../compiler/index.ts';
import { compilerBuildId } from './build-id.ts';
import { createDataFolder } from '../../files/data-folder.ts';
import { replaceFile } from '../../files/replace-file.ts';

/** The cache entry of a compiled spec. */
export interface CachedModule {
  /**
   * SHA-256 of the standalone ES module, hexadecimal. It names the module's file, and identifies the module of a run.
   */
  hash: string;
  /** SHA-256 of the TypeScript module. */
  sourceHash: string;
  /** The warnings of the compiler. */
  diagnostics: readonly Diagnostic[];
  /** The parsed spec and its version. */
  spec?: Spec;
  version?: string;
}

/** A cache entry with the location of its module. */
export interface FoundModule extends CachedModule {
  path: string;
  url: string;
}

/** The texts that a spec is compiled to: the TypeScript module, its types, and the standalone ES module. */
export type ModuleText = 'ts' | 'd.ts' | 'mjs';

/** Returns the cache key of a spec, which depends on its text and on the version of the compiler. */
export function cacheKey({ text, syntax, expectedName }: SpecText, buildId = compilerBuildId()): string {
  const parts = JSON.stringify([buildId, syntax, expectedName ?? null]);
  return createHash('sha256').update(parts).update('\n').update(text).digest('hex');
}

/** Returns the cache entry of a spec; null if there is none, or if its module is missing or damaged. */
export async function findCached(folder: string, key: string): Promise<FoundModule | null> {
  try {
    // The entry was written by storeCompiled() of the same compiler, because the key contains its version.
    const entry = JSON.parse(await readFile(entryPath(folder, key), 'utf8')) as CachedModule;
    const path = modulePath(folder, entry.hash);
    const isWhole = hashOf(await readFile(path, 'utf8')) === entry.hash;
    return isWhole ? { ...entry, path, url: pathToFileURL(path).href } : null;
  } catch {
    return null;
  }
}

/** Stores everything that a spec was compiled to. Returns the cache entry. Throws the system's errors. */
export async function storeCompiled(
  folder: string,
  key: string,
  compiled: CompiledModule,
  diagnostics: readonly Diagnostic[],
): Promise<FoundModule> {
  const { esm, source, sourceHash, dts, spec, version } = compiled;
  const hash = hashOf(esm);
  const path = modulePath(folder, hash);
  const entry: CachedModule = { hash, sourceHash, diagnostics, spec, version };
  await createDataFolder(folder);
  const access = { access: 'private' } as const;
  await replaceFile(path, esm, access);
  await replaceFile(textPath(folder, key, 'ts'), source, access);
  await replaceFile(textPath(folder, key, 'd.ts'), dts, access);
  // The entry is written last, so that its files exist if it exists.
  await replaceFile(entryPath(folder, key), JSON.stringify(entry), access);
  return { ...entry, path, url: pathToFileURL(path).href };
}

/** Returns a data URL to import a module from when the cache cannot be written. */
export function dataUrlOf(esm: string): string {
  return `data:text/javascript;base64,${Buffer.from(esm).toString('base64')}`;
}

/** Returns a text of a compiled spec from the cache; null if it is missing. */
export async function readCachedText(
  folder: string,
  { key, hash }: { key: string; hash: string },
  text: ModuleText,
): Promise<string | null> {
  const path = text === 'mjs' ? modulePath(folder, hash) : textPath(folder, key, text);
  return readFile(path, 'utf8').catch(() => null);
}

/** Returns the SHA-256 of a text in UTF-8, hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function entryPath(folder: string, key: string): string {
  return join(folder, 'modules', `${key}.json`);
}

function textPath(folder: string, key: string, text: 'ts' | 'd.ts'): string {
  return join(folder, 'modules', `${key}.${text}`);
}

/** Returns the path of a module in the data folder. `hash` is the SHA-256 of its text. */
export function modulePath(folder: string, hash: string): string {
  return join(folder, 'modules', `${hash}.mjs`);
}
