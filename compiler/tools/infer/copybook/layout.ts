import { NoDraft } from '../model/no-draft.ts';
import { type Content, contentOf, type Inherited } from './content.ts';
import { nameOf } from './entry.ts';
import type { Item } from './tree.ts';

/** An item at its place. `start` counts bytes from 0, in the first occurrence of the items around it. */
export interface PlacedItem {
  readonly item: Item;
  readonly start: number;
  /** The length of one occurrence in bytes, with the bytes that align the next one. */
  readonly length: number;
  /** What an elementary item contains; null for a group. */
  readonly content: Content | null;
  readonly children: readonly PlacedItem[];
}

/** Places a record and all items in it. Throws NoDraft for items that cannot be placed. */
export function placeRecord(record: Item): PlacedItem {
  return place(record, 0, { usage: null, sign: null, isSynchronized: false });
}

function place(item: Item, from: number, around: Inherited): PlacedItem {
  const inherited: Inherited = {
    usage: item.usage ?? around.usage,
    sign: item.sign ?? around.sign,
    isSynchronized: item.isSynchronized || around.isSynchronized,
  };
  const start = alignTo(from, firstBoundary(item, around));
  if (item.children.length === 0) {
    const content = contentOf(item, around);
    return { item, start, length: content.length, content, children: [] };
  }
  const children = placeChildren(item, start, inherited);
  const end = Math.max(start, ...children.map(endOf));
  // The next occurrence has its synchronized items at a boundary, too.
  const length = item.occurs === null ? end - start : alignTo(end - start, widestBoundary(item, around));
  return { item, start, length, content: null, children };
}

/** The first byte after all occurrences of an item. */
export function endOf({ item, start, length }: PlacedItem): number {
  return start + length * (item.occurs?.times ?? 1);
}

function placeChildren(group: Item, start: number, inherited: Inherited): PlacedItem[] {
  const placed: PlacedItem[] = [];
  let at = start;
  for (const child of group.children) {
    const redefined = child.redefines === null ? null : findRedefined(child, placed);
    const here = place(child, redefined?.start ?? at, inherited);
    placed.push(here);
    at = Math.max(at, endOf(here));
  }
  return placed;
}

function findRedefined(item: Item, placed: readonly PlacedItem[]): PlacedItem {
  const found = placed.findLast((one) => one.item.name === item.redefines);
  if (found !== undefined) return found;
  throw new NoDraft(
    `line ${item.line}: ${nameOf(item)} redefines ${item.redefines}, which is no item before it in the same group`,
  );
}

/** The boundary at which the first elementary item of an item begins. */
function firstBoundary(item: Item, around: Inherited): number {
  const isSynchronized = item.isSynchronized || around.isSynchronized;
  const [first] = item.children;
  if (first === undefined) return isSynchronized ? boundaryOf(contentOf(item, around)) : 1;
  return firstBoundary(first, { usage: item.usage ?? around.usage, sign: around.sign, isSynchronized });
}

function widestBoundary(item: Item, around: Inherited): number {
  if (item.children.length === 0) return firstBoundary(item, around);
  const inherited = {
    usage: item.usage ?? around.usage,
    sign: around.sign,
    isSynchronized: item.isSynchronized || around.isSynchronized,
  };
  return Math.max(...item.children.map((child) => widestBoundary(child, inherited)));
}

/** Only binary and floating-point numbers, indexes and pointers are at boundaries. */
function boundaryOf(content: Content): number {
  if (content.kind === 'UNREAD') return /^COMP-2/.test(content.what) ? 8 : /^(?:PIC)/.test(content.what) ? 1 : 4;
  if (content.kind !== 'NUMBER' || content.storage !== 'BINARY') return 1;
  return content.length === 2 ? 2 : 4;
}

function alignTo(at: number, boundary: number): number {
  return boundary * Math.ceil(at / boundary);
}
