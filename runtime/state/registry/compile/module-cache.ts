import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledModule, Diagnostic, AnySpec, SpecText } from '../../../../compiler/index.ts';
import { createDataFolder } from '../../../base/files/data-folder.ts';
import { removeStalePartials, replaceFile } from '../../../base/files/replace-file.ts';
import { findModuleKey, type ModuleKey } from './module-key.ts';
import { readdirSync, statSync } from 'node:fs';
import { programFolder } from '../../../base/program/version.ts';

/**
 * The cache of compiled modules in the data folder `folder`. `key` signs and verifies the entries. If `key` is null, no
 * entry can be trusted: modules are still written, because runs load them from their files, but findCached() finds
 * nothing.
 */
export interface ModuleCache {
  readonly folder: string;
  readonly key: ModuleKey | null;
}

/** The cache entry of a compiled spec. */
export interface CachedModule {
  /** SHA-256 of the standalone ES module, hexadecimal. The file of the module is `<hash>.mjs`. */
  hash: string;
  /** SHA-256 of the TypeScript module, hexadecimal. */
  sourceHash: string;
  /** SHA-256 of the module's `.d.ts` file, hexadecimal. */
  typesHash: string;
  /** The warnings of the compiler. */
  diagnostics: readonly Diagnostic[];
  /** The parsed spec. `version` is the SHA-256 of its canonical form, hexadecimal. */
  spec: AnySpec;
  /** What the module says about the fields of its records. */
  contents: CompiledModule['contents'];
  version: string;
}

/** A cache entry with the path and the text of its standalone ES module. */
export interface FoundModule extends CachedModule {
  path: string;
  esm: string;
}

/**
 * The kinds of text to which a spec is compiled. `ts`: the TypeScript module. `d.ts`: its types. `mjs`: the standalone
 * ES module.
 */
export type ModuleText = 'ts' | 'd.ts' | 'mjs';

/**
 * Opens the module cache of a data folder. If `key` is undefined, the key of this user is used, which findModuleKey()
 * creates if it is missing. Creates nothing in the data folder.
 */
export async function openModuleCache(folder: string, key?: ModuleKey | null): Promise<ModuleCache> {
  return { folder, key: key === undefined ? await findModuleKey() : key };
}

/**
 * Returns the cache key of a spec: a hexadecimal hash of its text, its syntax, its expected name, the encoding of
 * its messages and the version of the compiler. `buildId` is that version.
 */
export function cacheKey({ text, syntax, expectedName, encoder }: SpecText, buildId = compilerBuildId()): string {
  const parts = JSON.stringify([buildId, syntax, expectedName ?? null, ...(encoder === undefined ? [] : [encoder])]);
  return createHash('sha256').update(parts).update('\n').update(text).digest('hex');
}

/**
 * Returns the cache entry of a spec. Returns null if there is no entry, if the entry was not signed with the key of the
 * cache, or if the file of its module is missing or altered. Also returns null if the cache has no key. Does not throw.
 */
export async function findCached({ folder, key: secret }: ModuleCache, key: string): Promise<FoundModule | null> {
  try {
    if (secret === null) return null;
    const signed = JSON.parse(await readFile(entryPath(folder, key), 'utf8')) as { mac: string; entry: string };
    if (!secret.verify(toSigned(key, signed.entry), signed.mac)) return null;
    // storeCompiled() of the same version of the compiler wrote the entry, because the cache key depends on that
    // version.
    const entry = JSON.parse(signed.entry) as CachedModule;
    const path = modulePath(folder, entry.hash);
    const esm = await readFile(path, 'utf8');
    return hashOf(esm) === entry.hash ? { ...entry, path, esm } : null;
  } catch {
    return null;
  }
}

/**
 * Writes the texts of a compiled spec to the module cache and returns the entry. The entry itself is written only if
 * the cache has a key. Throws the system's errors.
 */
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
  // The entry is written last, so that the files that it names always exist.
  if (secret !== null) {
    const text = JSON.stringify(entry);
    const signed = { mac: secret.sign(toSigned(key, text)), entry: text };
    await replaceFile(entryPath(folder, key), JSON.stringify(signed), access);
  }
  return { ...entry, path, esm };
}

/** Returns the cache entry that a compiled spec would have. Stores nothing. */
export function toFound(
  folder: string,
  { esm, sourceHash, dts, spec, contents, version }: CompiledModule,
  diagnostics: readonly Diagnostic[],
): FoundModule {
  const hash = hashOf(esm);
  const path = modulePath(folder, hash);
  return { hash, sourceHash, typesHash: hashOf(dts), diagnostics, spec, contents, version, path, esm };
}

/** Names a text in the cache: the key of its cache entry, the kind of text, and the SHA-256 that it must have. */
export interface CachedText {
  key: string;
  text: ModuleText;
  hash: string;
}

/**
 * Returns a text of a compiled spec from the cache. Returns null if the text is missing, or if its hash is not `hash`.
 */
export async function readCachedText({ folder }: ModuleCache, { key, text, hash }: CachedText): Promise<string | null> {
  const path = text === 'mjs' ? modulePath(folder, hash) : textPath(folder, key, text);
  const found = await readFile(path, 'utf8').catch(() => null);
  return found !== null && hashOf(found) === hash ? found : null;
}

/** Returns the SHA-256 of a text in UTF-8, hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Returns the text that the signature of an entry covers. It contains the key of the entry, so that two entries cannot
 * be exchanged.
 */
function toSigned(key: string, entry: string): string {
  return `module cache entry\n${key}\n${entry}`;
}

function entryPath(folder: string, key: string): string {
  return join(folder, 'modules', `${key}.json`);
}

function textPath(folder: string, key: string, text: 'ts' | 'd.ts'): string {
  return join(folder, 'modules', `${key}.${text}`);
}

/** Returns the path of a module's file in the data folder. `hash` is the SHA-256 of the module's text, hexadecimal. */
export function modulePath(folder: string, hash: string): string {
  return join(folder, 'modules', `${hash}.mjs`);
}

/**
 * The build defines this constant as the hash of the compiler's sources. It is undefined if the program runs from its
 * sources.
 */
declare const SPECMILL_BUILD_ID: string | undefined;

/**
 * Returns an id of the compiler, which differs between its versions. It is part of the cache key of a module, so that a
 * new compiler does not use modules of an old one.
 */
function compilerBuildId(): string {
  return typeof SPECMILL_BUILD_ID === 'string' ? SPECMILL_BUILD_ID : hashOfSources(join(programFolder(), 'compiler'));
}

// The sources can change at any time. Only their names, sizes and modification times are hashed, because reading all
// files would slow down every start.
function hashOfSources(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(folder, name));
    hash.update(`${name}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}
