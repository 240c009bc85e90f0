import type { Issue, IssueField, RecordIssues } from '../../../compiler/kernel/model/contract.ts';

/**
 * Records with issues, converted for another thread: arrays of numbers and one text. A structured clone of the objects
 * would take many times longer.
 */
export interface PackedIssues {
  /** The distinct combinations of severity, code, rule, field, column and message. */
  constants: Constant[];
  /**
   * Six numbers per record: record, line, byteOffset, byteLength, index of the outcome in OUTCOMES, number of issues.
   */
  numbers: Float64Array;
  /** Three numbers per issue: index in `constants`, kind of its value (see FORM), length of its value. */
  entries: Uint32Array;
  /** The values of all issues, concatenated. */
  texts: string;
  /** The message key of each record, null for a record without one. Null if no record has a key. */
  keys: readonly (string | null)[] | null;
  /** The record type of each record, null for a record without one. Null if no record has a type. */
  types: readonly (string | null)[] | null;
  /** The number of the earlier record of each issue, 0 for an issue without one. Null if no issue has one. */
  firstRecords: Float64Array | null;
  /** The number of the record that causes each issue, 0 for an issue without one. Null if no issue has one. */
  causeRecords: Float64Array | null;
  /** The values that the expression of each issue reads, null for another issue. Null if no issue has any. */
  fields: readonly (IssueField[] | null)[] | null;
  /** What the cell of each issue is as sent, null for an issue without that. Null if no issue has it. */
  originals: readonly (Original | null)[] | null;
}

/** The members of an issue about the cell as sent. */
type Original = Pick<Issue, 'original' | 'originalLength'>;

type Constant = Omit<Issue, 'value' | 'masked' | 'length' | RecordNumber | 'fields' | 'original' | 'originalLength'>;

/** A member of an issue with the number of another record. */
type RecordNumber = 'firstRecord' | 'causeRecord';

const NUMBERS = 6;
const ENTRIES = 3;
const OUTCOMES = ['processed', 'skipped', 'failed'] as const;
/**
 * Kinds of the value of an issue: absent, null, text, masked, or masked with a known length. The length of a text or a
 * masked text is in UTF-16 code units.
 */
const FORM = { absent: 0, null: 1, text: 2, masked: 3, maskedLength: 4 };

/** Converts records with issues, so that they can be sent to another thread. */
export function packIssues(recordIssues: readonly RecordIssues[]): PackedIssues {
  const places = new ConstantTable();
  const numbers = new Float64Array(NUMBERS * recordIssues.length);
  const entries = new Uint32Array(ENTRIES * recordIssues.reduce((sum, { issues }) => sum + issues.length, 0));
  const texts: string[] = [];
  let number = 0;
  let entry = 0;
  for (const { record, line, byteOffset, byteLength, outcome, issues } of recordIssues) {
    numbers[number++] = record;
    numbers[number++] = line;
    numbers[number++] = byteOffset;
    numbers[number++] = byteLength;
    numbers[number++] = OUTCOMES.indexOf(outcome);
    numbers[number++] = issues.length;
    for (const issue of issues) {
      const { value } = issue;
      if (typeof value === 'string') texts.push(value);
      entries[entry++] = places.of(issue);
      entries[entry++] = formOf(issue);
      entries[entry++] = typeof value === 'string' ? value.length : (issue.length ?? 0);
    }
  }
  const hasKeys = recordIssues.some(({ key }) => key !== undefined);
  const keys = hasKeys ? recordIssues.map(({ key = null }) => key) : null;
  const hasTypes = recordIssues.some(({ recordType }) => recordType !== undefined);
  const types = hasTypes ? recordIssues.map(({ recordType = null }) => recordType) : null;
  const firstRecords = numbersOf(recordIssues, 'firstRecord');
  const causeRecords = numbersOf(recordIssues, 'causeRecord');
  const fields = fieldsOf(recordIssues);
  const originals = originalsOf(recordIssues);
  return {
    constants: places.constants,
    numbers,
    entries,
    texts: texts.join(''),
    keys,
    types,
    firstRecords,
    causeRecords,
    fields,
    originals,
  };
}

function numbersOf(recordIssues: readonly RecordIssues[], member: RecordNumber): Float64Array | null {
  if (!recordIssues.some(({ issues }) => issues.some((issue) => issue[member] !== undefined))) return null;
  return Float64Array.from(recordIssues.flatMap(({ issues }) => issues.map((issue) => issue[member] ?? 0)));
}

function fieldsOf(recordIssues: readonly RecordIssues[]): PackedIssues['fields'] {
  if (!recordIssues.some(({ issues }) => issues.some(({ fields }) => fields !== undefined))) return null;
  return recordIssues.flatMap(({ issues }) => issues.map(({ fields = null }) => fields));
}

function originalsOf(recordIssues: readonly RecordIssues[]): PackedIssues['originals'] {
  const hasOriginal = ({ original, originalLength }: Issue) => original !== undefined || originalLength !== undefined;
  if (!recordIssues.some(({ issues }) => issues.some(hasOriginal))) return null;
  return recordIssues.flatMap(({ issues }) =>
    issues.map(({ original, originalLength }) =>
      original !== undefined ? { original } : originalLength !== undefined ? { originalLength } : null,
    ),
  );
}

/** Converts packed issues back to records with issues. Throws an Error if they are damaged. */
export function unpackIssues(packed: PackedIssues): RecordIssues[] {
  const { constants, numbers, entries, texts, keys, types, firstRecords, causeRecords, fields, originals } = packed;
  const recordIssues: RecordIssues[] = [];
  let entry = 0;
  let text = 0;
  const unpackIssue = (): Issue => {
    const firstRecord = firstRecords?.[entry / ENTRIES] ?? 0;
    const causeRecord = causeRecords?.[entry / ENTRIES] ?? 0;
    const read = fields?.[entry / ENTRIES] ?? null;
    const sent = originals?.[entry / ENTRIES] ?? null;
    const issue = unpackEntry();
    if (firstRecord === 0 && causeRecord === 0 && read === null && sent === null) return issue;
    const others = { ...(firstRecord !== 0 && { firstRecord }), ...(causeRecord !== 0 && { causeRecord }) };
    return { ...issue, ...others, ...(read !== null && { fields: read }), ...sent };
  };
  const unpackEntry = (): Issue => {
    const { severity, code, ruleId, field, column, message } = constants[entries[entry++] ?? 0] ?? unknown();
    const form = entries[entry++];
    const length = entries[entry++] ?? 0;
    if (form === FORM.text)
      return { severity, code, ruleId, field, column, message, value: texts.slice(text, (text += length)) };
    if (form === FORM.null) return { severity, code, ruleId, field, column, message, value: null };
    if (form === FORM.masked) return { severity, code, ruleId, field, column, message, masked: true };
    if (form === FORM.maskedLength) return { severity, code, ruleId, field, column, message, masked: true, length };
    return { severity, code, ruleId, field, column, message };
  };
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const [record = 0, line = 0, byteOffset = 0, byteLength = 0, outcome = 0, count = 0] = numbers.subarray(
      at,
      at + NUMBERS,
    );
    const issues: Issue[] = [];
    while (issues.length < count) issues.push(unpackIssue());
    const known: RecordIssues = {
      record,
      line,
      byteOffset,
      byteLength,
      outcome: OUTCOMES[outcome] ?? unknown(),
      issues,
    };
    const type = types?.[at / NUMBERS] ?? null;
    if (type !== null) known.recordType = type;
    const key = keys?.[at / NUMBERS] ?? null;
    if (key !== null) known.key = key;
    recordIssues.push(known);
  }
  return recordIssues;
}

/** Returns the approximate size of packed issues, in bytes. */
export function packedIssuesSize({
  numbers,
  entries,
  texts,
  keys,
  firstRecords,
  fields,
  originals,
}: PackedIssues): number {
  const keyLength = keys?.reduce((length, key) => length + (key?.length ?? 0), 0) ?? 0;
  const read = fields?.flatMap((list) => list ?? []) ?? [];
  const fieldLength = read.reduce((length, { field, value }) => length + field.length + (value?.length ?? 0), 0);
  const arrays = numbers.byteLength + entries.byteLength + (firstRecords?.byteLength ?? 0);
  const sentLength = originals?.reduce((length, sent) => length + (sent?.original?.length ?? 0), 0) ?? 0;
  return arrays + texts.length + keyLength + fieldLength + sentLength;
}

function formOf({ value, masked, length }: Issue): number {
  if (masked === true) return length === undefined ? FORM.masked : FORM.maskedLength;
  if (value === undefined) return FORM.absent;
  return value === null ? FORM.null : FORM.text;
}

/** Collects the distinct combinations that `PackedIssues.constants` contains. */
class ConstantTable {
  readonly constants: Constant[] = [];
  /** Maps a message to the indexes of the constants that contain it. */
  readonly #places = new Map<string, number[]>();

  of(issue: Issue): number {
    const places = this.#places.get(issue.message);
    const known = places?.find((place) => isSame(this.constants[place], issue));
    if (known !== undefined) return known;
    const { severity, code, ruleId, field, column, message } = issue;
    const place = this.constants.push({ severity, code, ruleId, field, column, message }) - 1;
    if (places === undefined) this.#places.set(message, [place]);
    else places.push(place);
    return place;
  }
}

function isSame(one: Constant | undefined, other: Constant): boolean {
  return (
    one?.field === other.field &&
    one.ruleId === other.ruleId &&
    one.code === other.code &&
    one.severity === other.severity &&
    one.column === other.column
  );
}

function unknown(): never {
  throw new Error('packed issues are damaged');
}
