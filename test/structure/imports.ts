import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');

/** One import of a file. Both paths are relative to the project; `to` is a package name if it is no file of the project. */
export interface Import {
  from: string;
  to: string;
}

/** Returns the TypeScript files of a folder and its subfolders, sorted. */
export function findSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('dist/') && !file.includes('node_modules/'))
    .map((file) => join(folder, file))
    .sort();
}

/** Returns all imports of a folder's files: of values and of types, static, re-exported and dynamic. */
export function readImports(folder: string): Import[] {
  return findSources(folder).flatMap((file) => parseImports(file, readFileSync(join(ROOT, file), 'utf8')));
}

/** Returns the imports of a file with this text. */
export function parseImports(file: string, text: string): Import[] {
  const statements =
    /(?:^|\n)(?:import|export)\b[^;'"`=]*?\bfrom '([^'\n]+)'|(?:^|\n)import '([^'\n]+)'|\bimport\('([^'\n]+)'\)/g;
  return [...text.matchAll(statements)].map(([, from, effect, dynamic]) => {
    const specifier = from ?? effect ?? dynamic ?? '';
    return { from: file, to: specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier };
  });
}

/** Writes imports as lines, for a failing test. */
export function formatImports(imports: readonly Import[]): string {
  return imports.map(({ from, to }) => `${from} imports ${to}`).join('\n');
}
