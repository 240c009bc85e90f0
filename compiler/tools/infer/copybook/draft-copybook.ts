import { hasCharacterForEachByte } from '../../../kernel/fixed-width/storage.ts';
import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';
import { severalBytesOf } from '../../../language/formats/fixed-width/byte-encodings.ts';
import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import { type Noted, type SpecDraft, withoutNote } from '../model/draft.ts';
import type { CorrectionRule, Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { type ComparedField, compareData } from './compare-data.ts';
import { nameOf } from './entry.ts';
import { draftField } from './fields.ts';
import { endOf, type PlacedItem, placeRecord } from './layout.ts';
import { nameItems } from './names.ts';
import { type CopybookData, findRecordForm } from './record-form.ts';
import { allLeaves, findMoving, type Leaf, readSection, type Section } from './section.ts';
import { readSentences } from './sentences.ts';
import { type CopybookRecord, readRecords } from './tree.ts';
import { NoDraft } from '../model/no-draft.ts';

/** A copybook, and the names that its spec has. */
export interface Copybook {
  readonly text: string;
  /** The name of the file without folders. */
  readonly fileName: string;
  /** The name of the spec. */
  readonly name: string;
  /** The encoding of the files. */
  readonly encoding: string;
  readonly schema: string | null;
  /** A file that the copybook describes; null if there is none. */
  readonly data: CopybookData | null;
}

/** A spec of a copybook, and the length of its records in bytes. */
export interface CopybookDraft {
  readonly draft: SpecDraft;
  readonly length: number;
  readonly fields: number;
}

/** Drafts the spec of a copybook. Throws NoDraft for a text that is no copybook, and for one that is not read. */
export function draftCopybook(copybook: Copybook): CopybookDraft {
  const [record, ...others] = readRecords(readSentences(copybook.text));
  if (record === undefined) throw new NoDraft('the copybook has no record');
  const placed = placeRecord(record);
  const parts = draftParts(readSection(placed), isEbcdic(copybook));
  if (parts.fields.length === 0) throw new NoDraft('the copybook has no item that a field can read');
  const length = endOf(placed);
  const hasStorage = parts.fields.some(({ value }) => value.storage !== undefined);
  if (hasStorage && !hasCharacterForEachByte(findCodePage(copybook.encoding) ?? findEncoding(copybook.encoding) ?? ''))
    throw new NoDraft(
      `it has numbers that are bytes, and not each byte is a character in ${copybook.encoding}. Set --encoding to one such as IBM037 or ISO-8859-1`,
    );
  const form = findRecordForm(
    {
      length,
      isVariable: findVariable(placed).length > 0,
      hasStorage,
      isEbcdic: isEbcdic(copybook),
    },
    copybook.data,
  );
  const facts =
    copybook.data === null
      ? { nulls: new Map<string, never>(), undecided: [] }
      : compareData(parts.fields.map(toCompared), copybook.data, form, copybook.encoding);
  const undecided = [
    ...parts.refused,
    ...form.undecided,
    ...facts.undecided,
    ...describeMoving(placed),
    ...describeOthers(record, others),
  ];
  const draft: SpecDraft = {
    ...describe(copybook, record, length),
    format: 'FIXED_WIDTH',
    fields: parts.fields.map(({ value, note }) => {
      const nulls = facts.nulls.get(value.name);
      return { value: nulls === undefined ? value : { ...value, nullStorage: [...nulls] }, note };
    }),
    corrections: parts.corrections.map(withoutNote),
    rules: parts.rules.map(withoutNote),
    suggestions: record.renames66.map((entry) => `${nameOf(entry)} renames ${entry.renames?.join(' to ') ?? ''}.`),
    evidence: { values: 1, typed: 1, named: 1, undecided },
  };
  return { draft: { ...draft, settings: [...draft.settings, ...form.settings] }, length, fields: parts.fields.length };
}

function isEbcdic({ encoding }: Copybook): boolean {
  return findCodePage(encoding) !== undefined;
}

function describe(
  { fileName, name, encoding, schema }: Copybook,
  record: CopybookRecord,
  length: number,
): Pick<SpecDraft, 'source' | 'settings'> {
  const description = record.comments.join(' ').slice(0, MAX_DESCRIPTION);
  const title = record.name === null ? fileName : `${record.name} of ${fileName}`;
  return {
    source: [
      ...(schema === null ? [] : [`yaml-language-server: $schema=${schema}`]),
      `From the copybook ${title}: records of ${length} bytes. Review it, especially the lines with comments.`,
    ],
    settings: [
      withoutNote(['name', name] as const),
      ...(description === '' ? [] : [withoutNote(['description', description] as const)]),
      withoutNote(['format', 'FIXED_WIDTH'] as const),
      withoutNote(['encoding', encoding] as const),
      // A copybook counts bytes.
      ...(severalBytesOf(encoding) === null ? [] : [withoutNote(['positions', 'BYTES'] as const)]),
    ],
  };
}

const MAX_DESCRIPTION = 10_000;

interface Parts {
  readonly fields: Noted<Field>[];
  readonly corrections: CorrectionRule[];
  readonly rules: ValidationRule[];
  readonly refused: string[];
}

/** Tables with more fields than this become comments. */
const MAX_FIELDS = 1_000;

function draftParts(section: Section, isEbcdicText: boolean): Parts {
  const leaves = allLeaves(section);
  const named = nameItems(
    leaves.map(({ placed, groups }) => ({ item: placed.item, groups: groups.map(({ item }) => item) })),
  );
  const names = new Map(leaves.map((leaf, at) => [leaf, named[at] ?? '']));
  const parts: Parts = { fields: [], corrections: [], rules: [], refused: [] };
  for (const { leaf, number, offset } of inOrder(unroll(section, '', 0))) {
    if (parts.fields.length > MAX_FIELDS) break;
    const name = `${names.get(leaf) ?? ''}${number}`;
    const drafted = draftField(leaf, { name, start: leaf.placed.start + offset, isEbcdic: isEbcdicText });
    if (drafted.refused !== undefined) {
      parts.refused.push(drafted.refused);
      continue;
    }
    parts.fields.push(drafted.field);
    parts.corrections.push(...drafted.corrections);
    parts.rules.push(...drafted.rules);
  }
  return parts;
}

/** Returns fields in the order of their places. Those on the same place keep their order. */
function inOrder(fields: Iterable<Unrolled>): Unrolled[] {
  const startOf = ({ leaf, offset }: Unrolled) => leaf.placed.start + offset;
  return [...fields].sort((a, b) => startOf(a) - startOf(b));
}

interface Unrolled {
  readonly leaf: Leaf;
  readonly number: string;
  readonly offset: number;
}

/** Yields the fields of a section, and those of each occurrence of its tables with their numbers. */
function* unroll({ leaves, tables }: Section, number: string, offset: number): Generator<Unrolled> {
  for (const leaf of leaves) yield { leaf, number, offset };
  for (const { placed, times, section } of tables)
    for (let at = 0; at < times; at++)
      yield* unroll(section, `${number === '' ? '' : `${number}_`}${at + 1}`, offset + at * placed.length);
}

function toCompared({ value: { name, type, start = 1, length = 1, storage } }: Noted<Field>): ComparedField {
  const kind = typeof storage === 'object' ? storage.kind : storage;
  return {
    name,
    start: start - 1,
    length,
    isDecimal: kind === 'PACKED' || kind === 'ZONED',
    isText: type === 'STRING',
  };
}

function findVariable(placed: PlacedItem): PlacedItem[] {
  const own = placed.item.occurs !== null && placed.item.occurs.dependingOn !== null ? [placed] : [];
  return [...own, ...placed.children.flatMap(findVariable)];
}

function describeMoving(placed: PlacedItem): string[] {
  return findMoving(placed).map(
    ({ item }) =>
      `the items after ${nameOf(item)} are placed as if it always occurred ${item.occurs?.times ?? 1} times: it depends on ${item.occurs?.dependingOn ?? ''}`,
  );
}

function describeOthers(record: CopybookRecord, others: readonly CopybookRecord[]): string[] {
  if (others.length === 0) return [];
  const names = others.map((other) => nameOf(other)).join(', ');
  return [
    `the spec describes ${nameOf(record)} only. The copybook has other records: ${names}. Draft each from a file of its own`,
  ];
}
