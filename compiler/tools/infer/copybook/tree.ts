import { NoDraft } from '../model/no-draft.ts';
import { type Condition, type Entry, nameOf } from './entry.ts';
import { parseEntry } from './parse-entry.ts';
import type { Sentence } from './sentences.ts';

/** An item of a record with the items below it. */
export interface Item extends Entry {
  readonly children: readonly Item[];
  readonly conditions: readonly Condition[];
}

/** A record of a copybook. `renames` are its levels 66. */
export interface CopybookRecord extends Item {
  readonly renames66: readonly Entry[];
}

interface OpenItem extends Entry {
  readonly children: OpenItem[];
  readonly conditions: Condition[];
}

/**
 * Returns the records of a copybook: its items of level 01, or one record without a name with all items. Items of level
 * 77 belong to no record. Throws NoDraft if there is none.
 */
export function readRecords(sentences: readonly Sentence[]): CopybookRecord[] {
  const { roots, renames } = nest(readEntries(sentences));
  const [first] = roots;
  if (first === undefined) throw new NoDraft('the copybook has no item with a level of 01 to 49');
  const isWrapped = first.level !== 1;
  const records = isWrapped ? [{ ...first, ...WRAPPER, children: roots }] : roots;
  return records.map((record, at) => ({ ...record, renames66: renames[isWrapped ? 0 : at] ?? [] }));
}

/** What a record without an entry of its own is. */
const WRAPPER = {
  level: 1,
  name: null,
  comments: [],
  redefines: null,
  picture: null,
  usage: null,
  sign: null,
  occurs: null,
  isSynchronized: false,
  values: [],
  conditions: [],
} as const;

function readEntries(sentences: readonly Sentence[]): Entry[] {
  const constants = new Map<string, number>();
  const entries: Entry[] = [];
  for (const sentence of sentences) {
    const entry = parseEntry(sentence, constants);
    if (entry === null) continue;
    const [value] = entry.values;
    if (entry.level !== 78) entries.push(entry);
    else if (entry.name !== null && /^\d+$/.test(value?.value ?? '')) constants.set(entry.name, Number(value?.value));
  }
  return entries;
}

function nest(entries: readonly Entry[]): { roots: OpenItem[]; renames: Entry[][] } {
  const roots: OpenItem[] = [];
  const renames: Entry[][] = [];
  let open: OpenItem[] = [];
  let last: OpenItem | null = null;
  for (const entry of entries) {
    if (entry.level === 66) (renames[Math.max(0, roots.length - 1)] ??= []).push(entry);
    else if (entry.level === 88) last?.conditions.push(toCondition(entry));
    else {
      const item: OpenItem = { ...entry, children: [], conditions: [] };
      last = item;
      if (entry.level === 77) continue;
      open = open.slice(0, open.findLastIndex(({ level }) => level < entry.level) + 1);
      const parent = open.at(-1);
      checkNesting(item, parent, roots);
      (parent?.children ?? roots).push(item);
      open.push(item);
    }
  }
  return { roots, renames };
}

/** Reports a record beside items of other levels, and items below one with a picture. */
function checkNesting(item: Entry, parent: OpenItem | undefined, roots: readonly OpenItem[]): void {
  const [first] = roots;
  if (parent === undefined && first !== undefined && (first.level === 1) !== (item.level === 1))
    throw new NoDraft(
      `line ${item.line}: ${nameOf(item)} is beside ${nameOf(first)}, which has the level ${first.level}`,
    );
  if (parent !== undefined && parent.picture !== null)
    throw new NoDraft(`line ${item.line}: ${nameOf(item)} is below ${nameOf(parent)}, which has a PIC`);
}

function toCondition({ name, line, values }: Entry): Condition {
  return { name: name ?? '', line, values };
}
