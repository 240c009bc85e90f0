import { toCamelCase } from '../../../emitting/code/names.ts';
import type { CorrectionRule, Field, RecordType, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import type { Noted, TypeDraft } from '../model/draft.ts';
import { nameOf } from './entry.ts';
import { draftField } from './fields.ts';
import { nameItems } from './names.ts';
import type { Leaf, Section, Table } from './section.ts';

/** A field with its places in the record: one, or those in the first groups of its table, in bytes from 0. */
export interface PlacedField {
  readonly field: Noted<Field>;
  readonly starts: readonly number[];
  readonly length: number;
}

/** The contents of a record type. */
export interface RecordTypeParts {
  readonly keys: TypeDraft['keys'];
  readonly fields: readonly PlacedField[];
  readonly corrections: readonly CorrectionRule[];
  readonly rules: readonly ValidationRule[];
}

/** The record types of a copybook: that of the record, and one for each table. */
export interface DraftedTypes {
  readonly types: readonly RecordTypeParts[];
  /** The items that are not read, with the reason. */
  readonly refused: readonly string[];
  readonly undecided: readonly string[];
}

/** What a type is in: the place of its groups, and the types around it. */
interface Place {
  readonly name: string;
  readonly keys: Omit<TypeDraft['keys'], 'name'>;
  /** The places of the record or the groups, in bytes from 0. */
  readonly starts: readonly number[];
}

/** The places at which the values of a field are compared with data. */
const MAX_STARTS = 100;
const MAX_TIMES = 10_000;
/** A type has at most this many fields with numbers. */
const MAX_NUMBERED = 1_000;

/** Drafts the record types of a copybook. The record is named `record` if it has no name. */
export function draftTypes(record: string | null, section: Section, isEbcdic: boolean): DraftedTypes {
  const drafter = new TypeDrafter(isEbcdic);
  drafter.draft(section, { name: toCamelCase((record ?? 'record').toLowerCase(), 'record'), keys: {}, starts: [0] });
  return drafter;
}

class TypeDrafter implements DraftedTypes {
  readonly types: RecordTypeParts[] = [];
  readonly refused: string[] = [];
  readonly undecided: string[] = [];
  readonly #isEbcdic: boolean;
  readonly #names = new Set<string>();
  readonly #ruleIds = new Set<string>();

  constructor(isEbcdic: boolean) {
    this.#isEbcdic = isEbcdic;
  }

  /** Adds the type of a section, and those of its tables. */
  draft(section: Section, place: Place): void {
    const name = this.#takeName(place.name);
    const { leaves, tables } = section;
    const names = nameItems([...leaves, ...tables].map(toNameable));
    const own = this.#draftFields(leaves, names, place);
    // A type needs a field of its own: without one, the items of its tables get numbers.
    const isNumbered = own.fields.length === 0;
    const parts = isNumbered ? this.#draftNumbered(section, place) : own;
    if (parts.fields.length === 0) return;
    this.types.push({ ...parts, keys: { name, ...place.keys } });
    if (isNumbered) return;
    for (const [at, table] of tables.entries())
      this.#draftTable(table, { name: names[leaves.length + at] ?? '', parent: name, around: place, leaves, names });
  }

  #draftTable({ placed, times, section }: Table, { name, parent, around, leaves, names }: Surroundings): void {
    const { item, start, length } = placed;
    const [base = 0] = around.starts;
    const own = start - base;
    if (times > MAX_TIMES)
      this.undecided.push(`${nameOf(item)} occurs ${times} times, and only the first ${MAX_TIMES} are read`);
    const most = Math.min(times, MAX_TIMES);
    const count = item.occurs?.dependingOn ?? null;
    const counted = leaves.findIndex((leaf) => leaf.placed.item.name === count);
    const isCounted = count !== null && isCount(leaves[counted]);
    if (count !== null && !isCounted)
      this.undecided.push(
        `${nameOf(item)} depends on ${count}, which is no whole number beside it: all groups are read`,
      );
    const repeat: NonNullable<RecordType['repeat']> = { start: own + 1, length, times: most };
    const starts = around.starts.flatMap((from) =>
      Array.from({ length: Math.min(most, MAX_STARTS) }, (_, at) => from + own + at * length),
    );
    this.draft(section, {
      name,
      keys: {
        in: parent,
        as: name,
        ...(isCounted ? { occurs: { field: names[counted] ?? '' } } : {}),
        repeat,
      },
      starts: starts.slice(0, MAX_STARTS),
    });
  }

  #draftFields(leaves: readonly Leaf[], names: readonly string[], { starts }: Place): Omit<RecordTypeParts, 'keys'> {
    const [base = 0] = starts;
    return this.#collect(
      leaves.map((leaf, at) => ({ leaf, name: names[at] ?? '', offset: 0 })),
      base,
      starts.map((start) => start - base),
    );
  }

  /** Drafts a field for each item in each group of the tables: `amount1`, `amount2`. */
  #draftNumbered(section: Section, { starts }: Place): Omit<RecordTypeParts, 'keys'> {
    const [base = 0] = starts;
    const all = [...unroll(section, '', 0)].sort(
      (a, b) => a.leaf.placed.start + a.offset - b.leaf.placed.start - b.offset,
    );
    if (all.length > MAX_NUMBERED)
      this.undecided.push(
        `the record has more than ${MAX_NUMBERED} values in tables and none beside them: the others are left out`,
      );
    const leaves = [...new Set(all.map(({ leaf }) => leaf))];
    const names = nameItems(leaves.map(toNameable));
    const numbered = all.slice(0, MAX_NUMBERED).map(({ leaf, number, offset }) => ({
      leaf,
      name: `${names[leaves.indexOf(leaf)] ?? ''}${number}`,
      offset,
    }));
    return this.#collect(
      numbered,
      base,
      starts.map((start) => start - base),
    );
  }

  #collect(
    all: readonly { leaf: Leaf; name: string; offset: number }[],
    base: number,
    shifts: readonly number[],
  ): Omit<RecordTypeParts, 'keys'> {
    const parts = { fields: [] as PlacedField[], corrections: [] as CorrectionRule[], rules: [] as ValidationRule[] };
    for (const { leaf, name, offset } of all) {
      const start = leaf.placed.start + offset;
      const drafted = draftField(leaf, { name, start, base, isEbcdic: this.#isEbcdic });
      if (drafted.refused !== undefined) {
        if (!this.refused.includes(drafted.refused)) this.refused.push(drafted.refused);
        continue;
      }
      const { length } = leaf.content;
      parts.fields.push({ field: drafted.field, starts: shifts.map((shift) => start + shift), length });
      parts.corrections.push(...drafted.corrections.map((rule) => this.#withOwnId(rule)));
      parts.rules.push(...drafted.rules.map((rule) => this.#withOwnId(rule)));
    }
    return parts;
  }

  /** The ids of rules are unique in a spec. */
  #withOwnId<Rule extends { readonly ruleId: string }>(rule: Rule): Rule {
    let ruleId = rule.ruleId;
    for (let number = 2; this.#ruleIds.has(ruleId); number++) ruleId = `${rule.ruleId}-${number}`;
    this.#ruleIds.add(ruleId);
    return { ...rule, ruleId };
  }

  #takeName(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#names.has(name); number++) name = `${wanted}${number}`;
    this.#names.add(name);
    return name;
  }
}

/** What a table is in: the fields beside it with their names, and the type that they belong to. */
interface Surroundings {
  readonly name: string;
  readonly parent: string;
  readonly around: Place;
  readonly leaves: readonly Leaf[];
  readonly names: readonly string[];
}

function toNameable({ placed, groups }: Pick<Leaf, 'placed' | 'groups'>) {
  return { item: placed.item, groups: groups.map(({ item }) => item) };
}

/** Whether an item can be the number of groups. */
function isCount(leaf: Leaf | undefined): boolean {
  return leaf !== undefined && leaf.content.kind === 'NUMBER' && leaf.content.scale === 0;
}

/** Yields the items of a section, and those of each group of its tables with their numbers. */
function* unroll(
  { leaves, tables }: Section,
  number: string,
  offset: number,
): Generator<{ leaf: Leaf; number: string; offset: number }> {
  for (const leaf of leaves) yield { leaf, number, offset };
  for (const { placed, times, section } of tables)
    for (let at = 0; at < Math.min(times, MAX_NUMBERED + 1); at++)
      yield* unroll(section, `${number === '' ? '' : `${number}_`}${at + 1}`, offset + at * placed.length);
}
