import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledModule, Diagnostic, Spec, SpecText } from '../../../compiler/index.ts';
import { compilerBuildId } from './build-id.ts';
import { createDataFolder } from '../../files/data-folder.ts';
import { removeStalePartials, replaceFile } from '../../files/replace-file.ts';
import { findModuleKey, type ModuleKey } from './module-key.ts';

/** The compiled modules in a data folder. Without a key, they are written for runs, and never read. */
export interface ModuleCache {
  readonly folder: string;
  readonly key: ModuleKey | null;
}

/** The cache entry of a compiled spec. */
export interface CachedModule {
  /**
   * SHA-256 of the standalone ES module, hexadecimal. It names the module's file, and identifies the module of a run.
   */
  hash: string;
  /** SHA-256 of the TypeScript module. */
  sourceHash: string;
  /** SHA-256 of the module's types. */
  typesHash: string;
  /** The warnings of the compiler. */
  diagnostics: readonly Diagnostic[];
  /** The parsed spec and its version. */
  spec: Spec;
  version: string;
}

/** A cache entry with the location of its module. */
export interface FoundModule extends CachedModule {
  path: string;
  esm: string;
}

/** The texts that a spec is compiled to: the TypeScript module, its types, and the standalone ES module. */
export type ModuleText = 'ts' | 'd.ts' | 'mjs';

/** Opens the module cache of a data folder with the key of this user. Creates nothing in the folder. */
export async function openModuleCache(folder: string, key?: ModuleKey | null): Promise<ModuleCache> {
  return { folder, key: key === undefined ? await findModuleKey() : key };
}

/** Returns the cache key of a spec, which depends on its text and on the version of the compiler. */
export function cacheKey({ text, syntax, expectedName }: SpecText, buildId = compilerBuildId()): string {
  const parts = JSON.stringify([buildId, syntax, expectedName ?? null]);
  return createHash('sha256').update(parts).update('\n').update(text).digest('hex');
}

/**
 * Returns the cache entry of a spec. Returns null if there is none, if it was not written with the key of this user, or
 * if its module is missing or differs.
 */
export async function findCached({ folder, key: secret }: ModuleCache, key: string): Promise<FoundModule | null> {
  try {
    if (secret === null) return null;
    const signed = JSON.parse(await readFile(entryPath(folder, key), 'utf8')) as { mac: string; entry: string };
    if (!secret.verify(toSigned(key, signed.entry), signed.mac)) return null;
    // The entry was written by storeCompiled() of the same compiler, because the key contains its version.
    const entry = JSON.parse(signed.entry) as CachedModule;
    const path = modulePath(folder, entry.hash);
    const esm = await readFile(path, 'utf8');
    return hashOf(esm) === entry.hash ? { ...entry, path, esm } : null;
  } catch {
    return null;
  }
}

/** Stores everything that a spec was compiled to. Returns the cache entry. Throws the system's errors. */
export async function storeCompiled(
  { folder, key: secret }: ModuleCache,
  key: string,
  compiled: CompiledModule,
  diagnostics: readonly Diagnostic[],
): Promise<FoundModule> {
  const { path, esm, ...entry } = toFound(folder, compiled, diagnostics);
  const { source, dts } = compiled;
  await createDataFolder(folder);
  await removeStalePartials(join(folder, 'modules'));
  const access = { access: 'private' } as const;
  await replaceFile(path, esm, access);
  await replaceFile(textPath(folder, key, 'ts'), source, access);
  await replaceFile(textPath(folder, key, 'd.ts'), dts, access);
  // The entry is written last, so that its files exist if it exists.
  if (secret !== null) {
    const text = JSON.stringify(entry);
    const signed = { mac: secret.sign(toSigned(key, text)), entry: text };
    await replaceFile(entryPath(folder, key), JSON.stringify(signed), access);
  }
  return { ...entry, path, esm };
}

/** Returns the cache entry that a compiled spec has when it is stored. */
export function toFound(
  folder: string,
  { esm, sourceHash, dts, spec, version }: CompiledModule,
  diagnostics: readonly Diagnostic[],
): FoundModule {
  const hash = hashOf(esm);
  const path = modulePath(folder, hash);
  return { hash, sourceHash, typesHash: hashOf(dts), diagnostics, spec, version, path, esm };
}

/** A text of a compiled spec: the key of its cache entry, and the SHA-256 that it must have. */
export interface CachedText {
  key: string;
  text: ModuleText;
  hash: string;
}

/** Returns a text of a compiled spec from the cache; null if it is missing or altered. */
export async function readCachedText({ folder }: ModuleCache, { key, text, hash }: CachedText): Promise<string | null> {
  const path = text === 'mjs' ? modulePath(folder, hash) : textPath(folder, key, text);
  const found = await readFile(path, 'utf8').catch(() => null);
  return found !== null && hashOf(found) === hash ? found : null;
}

/** Returns the SHA-256 of a text in UTF-8, hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns what the signature of an entry covers. The name of the file is a part, so that entries cannot be exchanged. */
function toSigned(key: string, entry: string): string {
  return `module cache entry\n${key}\n${entry}`;
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
