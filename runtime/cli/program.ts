#!/usr/bin/env node
import type { Script } from 'node:vm';

// An import of a built-in module takes longer, because it creates a binding for each of its exports.
const { createHash } = process.getBuiltinModule('node:crypto');
const { readFileSync } = process.getBuiltinModule('node:fs');
const vm = process.getBuiltinModule('node:vm');

/** The build defines this constant: the group of each part of the program that is loaded as a script, by its path. */
declare const SPECMILL_PARTS: Readonly<Record<string, string>>;
/** The build defines this constant: the packages that parts need at once. Other packages are imported. */
declare const SPECMILL_REQUIRED: readonly string[];

/** A part of the program. It sets its exports. */
type Part = (module: { exports: object }, require: (path: string) => unknown, url: string) => void;

/** A script with the parts of a group, as V8 has compiled it. */
interface Group {
  readonly script: Script;
  readonly parts: Readonly<Record<string, Part>>;
}

const CHECKSUM_BYTES = 32;
/** Their modules are needed by each command, or Node.js has loaded them before. */
const EARLY = new Set(['node:crypto', 'node:fs', 'node:fs/promises', 'node:path', 'node:url', 'node:util', 'node:vm']);

const groups = new Map<string, Group>();
const loadedParts = new Map<string, object>();

/**
 * Returns the exports of a part of the program. `path` is that of the part, relative to this file. V8 does not compile
 * the part: the build has stored its code. Modules that are not such a script import their parts with this function.
 */
export function requirePart(path: string): object {
  const known = loadedParts.get(path);
  if (known !== undefined) return known;
  const part = findGroup(SPECMILL_PARTS[path] ?? '').parts[path];
  if (part === undefined) throw new Error(`the program has no part ${path}: install specmill again`);
  const url = new URL(path, import.meta.url);
  const module = { exports: {} };
  part(module, (wanted) => requireFrom(url, wanted), url.href);
  loadedParts.set(path, module.exports);
  return module.exports;
}

/** Returns the scripts that were loaded, by the name of their group. The build stores their code. */
export function loadedScripts(): ReadonlyMap<string, Script> {
  return new Map([...groups].map(([name, { script }]) => [name, script]));
}

function findGroup(name: string): Group {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const file = new URL(`./compiled/${name}.cjs`, import.meta.url);
  const text = readFileSync(file, 'latin1');
  const cachedData = readCode(new URL(`./compiled/${name}.code`, import.meta.url), text);
  // Compiled code contains the name, which must not depend on the folder of the build.
  const script = new vm.Script(text, {
    filename: `specmill/${name}.cjs`,
    ...(cachedData === null ? {} : { cachedData }),
  });
  // The build writes these scripts.
  const group = { script, parts: script.runInThisContext() as Group['parts'] };
  groups.set(name, group);
  return group;
}

/**
 * Returns the stored code of a script, or null if there is none, if it is damaged, or if it belongs to another text: V8
 * itself verifies only its own version and the length of the text.
 */
function readCode(file: URL, text: string): Buffer | null {
  try {
    const content = readFileSync(file);
    const code = content.subarray(CHECKSUM_BYTES);
    const checksum = createHash('sha256').update(text, 'latin1').update(code).digest();
    return checksum.equals(content.subarray(0, CHECKSUM_BYTES)) ? code : null;
  } catch {
    return null;
  }
}

/** Returns a module for a part: a built-in module, another part, or the promise of a module that the part imports later. */
function requireFrom(url: URL, wanted: string): unknown {
  if (wanted.startsWith('node:')) return EARLY.has(wanted) ? loadBuiltin(wanted) : loadWhenUsed(wanted);
  // A package may name a built-in module without the prefix.
  if (wanted === 'process' || wanted === 'buffer') return loadBuiltin(wanted);
  if (wanted.startsWith('./') || wanted.startsWith('../')) {
    const target = new URL(wanted, url);
    const path = target.href.slice(new URL('./', import.meta.url).href.length);
    return path in SPECMILL_PARTS ? requirePart(path) : import(target.href);
  }
  return SPECMILL_REQUIRED.includes(wanted) ? requirePackage(wanted) : import(wanted);
}

function loadBuiltin(name: string): object {
  // The name is that of a module of this version of Node.js, or the program would not have been built.
  return process.getBuiltinModule(name) as object;
}

/** Returns an object that loads a built-in module when it is first used, because most of them are not used. */
function loadWhenUsed(name: string): object {
  let module: object | null = null;
  const load = () => (module ??= loadBuiltin(name));
  return new Proxy(
    {},
    {
      // The property isWhole says that a copy of the exports is not needed.
      get: (_, key) => key === 'isWhole' || (key === 'default' ? load() : Reflect.get(load(), key)),
      has: (_, key) => Reflect.has(load(), key),
      ownKeys: () => Reflect.ownKeys(load()),
      getOwnPropertyDescriptor: (_, key) => {
        const found = Reflect.getOwnPropertyDescriptor(load(), key);
        return found && { ...found, configurable: true };
      },
    },
  );
}

function requirePackage(name: string): unknown {
  const { createRequire } = process.getBuiltinModule('node:module');
  return createRequire(import.meta.url)(name);
}

requirePart('specmill.js');
