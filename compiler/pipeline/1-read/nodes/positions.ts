import type { Positions, Span } from '../../../diagnostics/diagnostic.ts';
import type { SpecNode } from './node.ts';
import { stepsOf } from '../../../diagnostics/pointer.ts';

/**
 * Creates the lookup of positions in a spec's text, which must not contain a byte order mark. `root` returns the parsed
 * tree, or null before parsing and for invalid YAML or JSON. Without a tree, every pointer is at the start of the text.
 */
export function createPositions(text: string, root: () => SpecNode | null): Positions {
  const starts = lineStarts(text);
  const lineAt = (offset: number) => {
    const line = countUpTo(starts, offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
  const find = (pointer: string, at: 'key' | 'value') => findSpan(root(), stepsOf(pointer), at);
  return { find, lineAt };
}

function findSpan(root: SpecNode | null, steps: readonly string[], at: 'key' | 'value'): Span {
  let node = root;
  let span = firstSpan(node);
  for (const [depth, step] of steps.entries()) {
    if (node?.kind === 'list') {
      node = node.items[Number(step)] ?? null;
      if (node === null) return span;
      span = firstSpan(node);
    } else if (node?.kind === 'map') {
      const entry = node.entries.find(({ key }) => key === step);
      if (entry === undefined) return span;
      node = entry.value;
      span = at === 'key' && depth === steps.length - 1 ? entry.keySpan : firstSpan(node);
    } else {
      return span;
    }
  }
  return span;
}

/** Returns the span of a node, or an empty span at offset 0 if there is no node. */
function firstSpan(node: SpecNode | null): Span {
  return node?.span ?? { offset: 0, length: 0 };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}

/** Counts the numbers that are not greater than `limit`. `numbers` is sorted in ascending order. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
