import { hasCharacterForEachByte } from '../../../kernel/fixed-width/storage.ts';
import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';
import { severalBytesOf } from '../../../language/formats/fixed-width/byte-encodings.ts';
import { type SpecDraft, type TypeDraft, withoutNote } from '../model/draft.ts';
import { NoDraft } from '../model/no-draft.ts';
import { type ComparedField, compareData, type DataFacts } from './compare-data.ts';
import { nameOf } from './entry.ts';
import { endOf, type PlacedItem, placeRecord } from './layout.ts';
import { type CopybookData, findRecordForm, type RecordForm } from './record-form.ts';
import { draftTypes, type PlacedField, type RecordTypeParts } from './record-types.ts';
import { findMoving, readSection } from './section.ts';
import { readSentences } from './sentences.ts';
import { type CopybookRecord, readRecords } from './tree.ts';

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
  const isEbcdicText = findCodePage(copybook.encoding) !== undefined;
  const { types, refused, undecided } = draftTypes(record.name, readSection(placed), isEbcdicText);
  const drafted = types.flatMap(({ fields }) => fields);
  if (drafted.length === 0) throw new NoDraft('the copybook has no item that a field can read');
  const hasStorage = drafted.some(({ field }) => field.value.storage !== undefined);
  if (hasStorage) checkEncoding(copybook.encoding);
  const length = endOf(placed);
  const isVariable = findVariable(placed).length > 0;
  const form = findRecordForm({ length, isVariable, hasStorage, isEbcdic: isEbcdicText }, copybook.data);
  const facts =
    copybook.data === null ? null : compareData(drafted.map(toCompared), copybook.data, form, copybook.encoding);
  const written = types.map((type) => toTypeDraft(type, facts));
  const draft: SpecDraft = {
    ...describe(copybook, record, length, form),
    ...contentsOf(written),
    suggestions: record.renames66.map((entry) => `${nameOf(entry)} renames ${entry.renames?.join(' to ') ?? ''}.`),
    evidence: {
      values: 1,
      typed: 1,
      named: 1,
      undecided: [
        ...refused,
        ...undecided,
        ...form.undecided,
        ...(facts?.undecided ?? []),
        ...describeMoving(placed),
        ...describeOthers(record, others),
      ],
    },
  };
  return { draft, length, fields: drafted.length };
}

/** Numbers that are bytes need an encoding with a character for each byte. */
function checkEncoding(encoding: string): void {
  if (hasCharacterForEachByte(findCodePage(encoding) ?? findEncoding(encoding) ?? '')) return;
  throw new NoDraft(
    `it has numbers that are bytes, and not each byte is a character in ${encoding}. Set --encoding to one such as IBM037 or ISO-8859-1`,
  );
}

/** A spec has fields if no item occurs several times, and record types otherwise. */
function contentsOf(
  types: readonly TypeDraft[],
): Pick<SpecDraft, 'format' | 'fields' | 'recordTypes' | 'corrections' | 'rules'> {
  const [only] = types;
  const format = 'FIXED_WIDTH';
  return types.length === 1 && only !== undefined
    ? { format, fields: only.fields, corrections: only.corrections ?? [], rules: only.rules ?? [] }
    : { format, fields: [], recordTypes: types, corrections: [], rules: [] };
}

function toTypeDraft({ keys, fields, corrections, rules }: RecordTypeParts, facts: DataFacts | null): TypeDraft {
  return {
    keys,
    fields: fields.map((drafted) => {
      const nulls = facts?.nulls.get(drafted);
      const { value, note } = drafted.field;
      return { value: nulls === undefined ? value : { ...value, nullStorage: [...nulls] }, note };
    }),
    corrections: corrections.map(withoutNote),
    rules: rules.map(withoutNote),
  };
}

function toCompared(drafted: PlacedField): ComparedField<PlacedField> {
  const { name, type, storage } = drafted.field.value;
  const kind = typeof storage === 'object' ? storage.kind : storage;
  return {
    key: drafted,
    name,
    starts: drafted.starts,
    length: drafted.length,
    isDecimal: kind === 'PACKED' || kind === 'ZONED',
    isText: type === 'STRING',
  };
}

function describe(
  { fileName, name, encoding, schema }: Copybook,
  record: CopybookRecord,
  length: number,
  form: RecordForm,
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
      ...form.settings,
    ],
  };
}

const MAX_DESCRIPTION = 10_000;

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
