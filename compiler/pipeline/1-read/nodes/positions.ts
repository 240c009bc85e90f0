import type { Positions, Span, TextPart } from '../../../diagnostics/diagnostic.ts';
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
  const findPart = (pointer: string, part: TextPart) => {
    const node = findNode(root(), stepsOf(pointer));
    if (node?.kind !== 'scalar') return null;
    const { offset, length } = node.span;
    const offsets = offsetsOf(text.slice(offset, offset + length), node.text);
    const [start, end] = [offsets?.[part.start], offsets?.[part.end]];
    return start === undefined || end === undefined ? null : { offset: offset + start, length: end - start };
  };
  return { find, lineAt, findPart };
}

function findNode(root: SpecNode | null, steps: readonly string[]): SpecNode | null {
  let node = root;
  for (const step of steps) {
    if (node?.kind === 'list') node = node.items[Number(step)] ?? null;
    else if (node?.kind === 'map') node = node.entries.find(({ key }) => key === step)?.value ?? null;
    else return null;
  }
  return node;
}

/** One unit of a text in double quotes: an escape or any other unit. */
const DOUBLE_QUOTED = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])|[\s\S]/gu;

/**
 * Returns the offset in the source of each unit of a scalar's text, and of its end. Returns null if the source does not
 * have the units of the text in this order, because it has several lines.
 */
function offsetsOf(source: string, text: string): number[] | null {
  if (source === text) return Array.from({ length: text.length + 1 }, (_, i) => i);
  const quote = source[0];
  if (quote !== "'" && quote !== '"') return null;
  const offsets: number[] = [];
  let at = 1;
  for (const [unit] of source.slice(1, -1).matchAll(quote === '"' ? DOUBLE_QUOTED : /''|[\s\S]/gu)) {
    const isEscaped = quote === '"' ? unit.startsWith('\\') : unit === "''";
    const units =
      isEscaped && !unit.startsWith('\\U')
        ? 1
        : isEscaped
          ? parseInt(unit.slice(2), 16) > 0xffff
            ? 2
            : 1
          : unit.length;
    for (let i = 0; i < units; i++) offsets.push(isEscaped ? at : at + i);
    at += unit.length;
  }
  return offsets.length === text.length ? [...offsets, at] : null;
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
