import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledModule, Diagnostic, Spec, SpecText } from '../../../compiler/index.ts';
import { compilerBuildId } from './build-id.ts';
import { replaceFile } from '../../files/replace-file.ts';

/** What the cache keeps of a compiled spec. */
export interface CachedModule {
  /** SHA-256 of the emitted module's standalone ESM: names its file, and what a run was worked on with. */
  hash: string;
  /** SHA-256 of the TypeScript that it was bundled from. */
  sourceHash: string;
  /** The warnings that the compiler gave. */
  diagnostics: readonly Diagnostic[];
  /** The spec as it was read, and its version. */
  spec?: Spec;
  version?: string;
}

/** An entry and where its module lies. */
export interface FoundModule extends CachedModule {
  path: string;
  url: string;
}

/** What a spec is compiled to: the module in TypeScript, its types, and the module as a standalone one. */
export type ModuleText = 'ts' | 'd.ts' | 'mjs';

/** The key of a spec's entry: its text, and the compiler that reads it. */
export function cacheKey({ text, syntax, expectedName }: SpecText, buildId = compilerBuildId()): string {
  const parts = JSON.stringify([buildId, syntax, expectedName ?? null]);
  return createHash('sha256').update(parts).update('\n').update(text).digest('hex');
}

/** The entry of a spec, and where its module lies; null where there is none, or where it is damaged. */
export async function findCached(folder: string, key: string): Promise<FoundModule | null> {
  try {
    // Written by keepCached under a name that only the same compiler asks for.
    const entry = JSON.parse(await readFile(entryPath(folder, key), 'utf8')) as CachedModule;
    const path = modulePath(folder, entry.hash);
    const isWhole = hashOf(await readFile(path, 'utf8')) === entry.hash;
    return isWhole ? { ...entry, path, url: pathToFileURL(path).href } : null;
  } catch {
    return null;
  }
}

/** Keeps all that a spec was compiled to, and says where. Throws the system's errors. */
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
  await replaceFile(path, esm);
  await replaceFile(textPath(folder, key, 'ts'), source);
  await replaceFile(textPath(folder, key, 'd.ts'), dts);
  // Last: where the entry is, all is.
  await replaceFile(entryPath(folder, key), JSON.stringify(entry));
  return { ...entry, path, url: pathToFileURL(path).href };
}

/** A module itself as what it can be imported from, where the folder cannot be written to. */
export function dataUrlOf(esm: string): string {
  return `data:text/javascript;base64,${Buffer.from(esm).toString('base64')}`;
}

/** A text of a compiled spec; null where it is not there. */
export async function readCachedText(
  folder: string,
  { key, hash }: { key: string; hash: string },
  text: ModuleText,
): Promise<string | null> {
  const path = text === 'mjs' ? modulePath(folder, hash) : textPath(folder, key, text);
  return readFile(path, 'utf8').catch(() => null);
}

/** SHA-256 of a text as UTF-8, hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function entryPath(folder: string, key: string): string {
  return join(folder, 'modules', `${key}.json`);
}

function textPath(folder: string, key: string, text: 'ts' | 'd.ts'): string {
  return join(folder, 'modules', `${key}.${text}`);
}

/** Where the module of a hash lies in a data folder. */
export function modulePath(folder: string, hash: string): string {
  return join(folder, 'modules', `${hash}.mjs`);
}
