import type { Content } from './content.ts';
import { endOf, type PlacedItem } from './layout.ts';

/** An elementary item that becomes a field. */
export interface Leaf {
  readonly placed: PlacedItem;
  readonly content: Content;
  /** The groups around it, the outermost one first, without the record. */
  readonly groups: readonly PlacedItem[];
}

/** The fields of a record or of one occurrence of a table, and the tables in it. */
export interface Section {
  readonly leaves: readonly Leaf[];
  readonly tables: readonly Table[];
}

/** An item with OCCURS: a group, or one elementary item. */
export interface Table {
  readonly placed: PlacedItem;
  readonly times: number;
  readonly groups: readonly PlacedItem[];
  readonly section: Section;
}

/** Sorts the items of a record into fields and tables. FILLER without conditions is left out. */
export function readSection(record: PlacedItem): Section {
  if (record.content === null) return sectionOf(record.children, []);
  return { leaves: [{ placed: record, content: record.content, groups: [] }], tables: [] };
}

function sectionOf(items: readonly PlacedItem[], groups: readonly PlacedItem[]): Section {
  const leaves: Leaf[] = [];
  const tables: Table[] = [];
  for (const placed of items) {
    const { item, content } = placed;
    if (item.occurs !== null) {
      const section = sectionOfTable(placed, groups);
      if (section.leaves.length + section.tables.length > 0)
        tables.push({ placed, times: item.occurs.times, groups, section });
    } else if (content === null) {
      const inner = sectionOf(placed.children, [...groups, placed]);
      leaves.push(...inner.leaves);
      tables.push(...inner.tables);
    } else if (isNamed(placed)) leaves.push({ placed, content, groups });
  }
  return { leaves, tables };
}

function sectionOfTable(placed: PlacedItem, groups: readonly PlacedItem[]): Section {
  if (placed.content === null) return sectionOf(placed.children, [...groups, placed]);
  return { leaves: isNamed(placed) ? [{ placed, content: placed.content, groups }] : [], tables: [] };
}

function isNamed({ item: { name, conditions } }: PlacedItem): boolean {
  return name !== null || conditions.length > 0;
}

/** Returns the tables with DEPENDING ON that have items after them, whose places vary. */
export function findMoving(record: PlacedItem): PlacedItem[] {
  const end = endOf(record);
  const search = (placed: PlacedItem): PlacedItem[] => {
    const isMoving = placed.item.occurs !== null && placed.item.occurs.dependingOn !== null && endOf(placed) < end;
    return [...(isMoving ? [placed] : []), ...placed.children.flatMap(search)];
  };
  return search(record);
}
