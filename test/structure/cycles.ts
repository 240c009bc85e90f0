import { dirname, join, relative } from 'node:path';
import type { Import } from './imports.ts';

/** A cycle as a line: each node imports the next one, and the last one the first. */
type Cycle = string;

/** Returns the cycles between files. */
export function findFileCycles(imports: readonly Import[]): Cycle[] {
  return findCycles(imports.map(({ from, to }) => [from, to]));
}

/** Returns the cycles between folders, where a file belongs to the folder that it lies in. */
export function findFolderCycles(imports: readonly Import[]): Cycle[] {
  return findCycles(imports.map(({ from, to }) => [dirname(from), dirname(to)]));
}

/**
 * Returns the cycles between the children of each folder below `top`. The children are its files, and its subfolders
 * with everything in them.
 */
export function findChildCycles(imports: readonly Import[], top: string): Cycle[] {
  const folders = new Set(imports.flatMap(({ from }) => foldersAbove(from, top)));
  return [...folders].sort().flatMap((folder) => {
    const inside = imports.filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`));
    return findCycles(inside.map(({ from, to }) => [childOf(folder, from), childOf(folder, to)]));
  });
}

function foldersAbove(file: string, top: string): string[] {
  const folder = dirname(file);
  return folder === top || folder === '.' ? [folder] : [folder, ...foldersAbove(folder, top)];
}

function childOf(folder: string, file: string): string {
  return join(folder, relative(folder, file).split('/')[0] ?? '');
}

/** Returns one cycle for each node that lies on one and has not been reported with another cycle. */
function findCycles(edges: readonly (readonly [string, string])[]): Cycle[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const cycles: Cycle[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) cycles.push([...path.slice(start), node].join(' → '));
    if (start >= 0 || done.has(node)) return;
    for (const other of next.get(node) ?? []) visit(other, [...path, node]);
    done.add(node);
  };
  for (const node of [...next.keys()].sort()) visit(node, []);
  return cycles;
}
