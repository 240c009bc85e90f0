import { statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { UsageError } from '../command-line/failures.ts';

/**
 * Returns the files that the operands name, each once, in order. An operand with `*`, `?`, `[…]` or `**` is a pattern,
 * unless a file has that name. A pattern is replaced by the matching files, sorted. Throws UsageError if a pattern
 * matches no file.
 */
export async function expandFiles(operands: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const operand of operands) files.push(...(isPattern(operand) ? await matchFiles(operand) : [operand]));
  return [...new Set(files)];
}

function isPattern(operand: string): boolean {
  return /[*?[]/.test(operand) && statSync(operand, { throwIfNoEntry: false }) === undefined;
}

async function matchFiles(pattern: string): Promise<string[]> {
  const parts = pattern.split(sep === '/' ? '/' : /[\\/]/);
  const [first = ''] = parts;
  const isAbsolute = first === '' || /^[A-Za-z]:$/.test(first);
  const found = await findIn(isAbsolute ? `${first}${sep}` : '', isAbsolute ? parts.slice(1) : parts);
  const files = new Set(found.sort());
  if (files.size === 0)
    throw new UsageError(`no file matches "${pattern}"`, 'the pattern is relative to the current folder');
  return [...files];
}

/** Returns the files below `folder` ('' is the current one) whose relative path matches the parts of a pattern. */
async function findIn(folder: string, [part = '', ...rest]: readonly string[]): Promise<string[]> {
  if (part === '' || part === '.') return rest.length === 0 ? [] : findIn(folder, rest);
  if (part === '..') return findIn(join(folder, '..'), rest);
  const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true }).catch(() => []);
  const matches = matcherOf(part);
  const found = part === '**' ? await findIn(folder, rest) : [];
  for (const entry of entries) {
    if (part === '**' ? entry.name.startsWith('.') : !matches(entry.name)) continue;
    const path = join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? await stat(path).catch(() => entry) : entry;
    if (part === '**') {
      // Links to folders are not followed, because a link to a folder above would cause an endless search.
      if (entry.isDirectory()) found.push(...(await findIn(path, [part, ...rest])));
      else if (rest.length === 0 && kind.isFile()) found.push(path);
    } else if (rest.length === 0) {
      if (kind.isFile()) found.push(path);
    } else if (kind.isDirectory()) found.push(...(await findIn(path, rest)));
  }
  return found;
}

/**
 * Returns a function that tests file names against a part of a pattern, with the rules of a shell. A name that starts
 * with a dot matches only if the part also starts with a dot.
 */
function matcherOf(part: string): (name: string) => boolean {
  const source = part.replace(
    /\[(!?)([^\]]+)\]|[*?]|[.+^${}()|[\]\\]/g,
    (found: string, not?: string, set?: string) => {
      if (set !== undefined) return `[${not === '!' ? '^' : ''}${set.replace(/[\\^[]/g, '\\$&')}]`;
      return found === '*' ? '.*' : found === '?' ? '.' : `\\${found}`;
    },
  );
  const expression = toExpression(source, part);
  return (name) => (part.startsWith('.') || !name.startsWith('.')) && expression.test(name);
}

function toExpression(source: string, part: string): RegExp {
  try {
    return new RegExp(`^${source}$`, 'su');
  } catch {
    throw new UsageError(`"${part}" is not a valid pattern: a range such as [a-z] must start with its first character`);
  }
}
