import type { Spec } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { normalizeDecimal } from '../../../compiler/kernel/values/number.ts';
import type { Direction } from './change-case.ts';
import { type FileView, type RecordView, viewFile } from './file-view.ts';

/** What a file shows to be broken on each axis; null if it shows nothing. */
export interface Violations {
  readonly input: string | null;
  readonly message: string | null;
  readonly verdict: string | null;
  /** Whether the old spec reads the whole file and every record has a valid structure. */
  readonly isClean: boolean;
  /** Whether anything differs. */
  readonly isDifferent: boolean;
}

/** A file and the day on which it is read. */
export interface DatedFile {
  readonly bytes: Uint8Array;
  readonly today: string;
}

type Field = Spec['fields'][number];

/** Reads a file with both states of a spec and compares the results, independently of what `diff` reports. */
export async function findViolations(direction: Direction, { bytes, today }: DatedFile): Promise<Violations> {
  const [old, now] = [
    await viewFile(direction.old.module, bytes, today),
    await viewFile(direction.new.module, bytes, today),
  ];
  const isClean = old.failure === null && old.records.every(({ structure }) => structure === '');
  const pairs = alignedOf(old, now);
  return {
    input: isClean ? inputViolation(direction, old, now) : null,
    message: messageViolation(direction, now, pairs),
    verdict: verdictViolation(direction, pairs),
    isClean,
    isDifferent: JSON.stringify(summarize(old)) !== JSON.stringify(summarize(now)),
  };
}

function summarize({ records, failure }: FileView): unknown {
  return [
    failure,
    records.map(({ at, verdict, structure, event, key }) => [
      at,
      verdict,
      structure,
      event === null ? null : [...event],
      key,
    ]),
  ];
}

type Pair = readonly [RecordView, RecordView];

function alignedOf(old: FileView, now: FileView): Pair[] {
  const byPlace = new Map(now.records.map((record) => [record.at, record]));
  return old.records.flatMap((record) => {
    const other = byPlace.get(record.at);
    return other === undefined ? [] : [[record, other] as const];
  });
}

/** Returns how a valid file is no longer read, or no longer as the same records with the same cells. */
function inputViolation(
  { old: { spec: before }, new: { spec: after } }: Direction,
  old: FileView,
  now: FileView,
): string | null {
  if (now.failure !== null) return `the file is not read: ${now.failure}`;
  if (old.records.length !== now.records.length || old.records.some(({ at }, i) => at !== now.records[i]?.at))
    return `${old.records.length} records become ${now.records.length} others`;
  const broken = now.records.find(({ structure }) => structure !== '' && !isJudgedOtherwise(structure, before, after));
  if (broken !== undefined) return `a record at byte ${broken.at} is ${broken.structure}`;
  for (const [index, record] of old.records.entries()) {
    const [event, other] = [record.event, now.records[index]?.event ?? null];
    if (event === null || other === null) continue;
    const differing = comparableFields(before, after).find(
      ({ name, isSame }) => !isSame(event.get(name), other.get(name)),
    );
    if (differing !== undefined)
      return `${differing.name}: ${event.get(differing.name)} becomes ${other.get(differing.name)}`;
  }
  return null;
}

/**
 * Returns whether settings rate this structure differently. The severity of too few or too many columns, or of several
 * matches, does not affect how a file is read.
 */
function isJudgedOtherwise(structure: string, old: Spec, now: Spec): boolean {
  const keys: Readonly<Record<string, 'onExtraColumns' | 'onMissingColumns' | 'onSeveralMatches'>> = {
    TOO_MANY_COLUMNS: 'onExtraColumns',
    TOO_FEW_COLUMNS: 'onMissingColumns',
    RECORD_TOO_SHORT: 'onMissingColumns',
    SEVERAL_MATCHES: 'onSeveralMatches',
  };
  const key = keys[structure];
  return key !== undefined && old[key] !== now[key];
}

interface Comparable {
  readonly name: string;
  isSame(before: string | undefined, after: string | undefined): boolean;
}

/**
 * Returns the fields whose values show from which cell they were read: fields that differ only in position, or whose
 * numbers and words have another meaning.
 */
function comparableFields(old: Spec, now: Spec): Comparable[] {
  const keptNulls = JSON.stringify(old.nullValues ?? []) === JSON.stringify(now.nullValues ?? []);
  const correctionsOf = (spec: Spec, name: string) =>
    JSON.stringify((spec.correctionRules ?? []).filter(({ field }) => field === name));
  return old.fields.flatMap((field) => {
    const other = now.fields.find(({ name }) => name === field.name);
    const corrections = correctionsOf(old, field.name);
    const keptCorrections =
      corrections === correctionsOf(now, field.name) &&
      (corrections === '[]' || old.maxRecordBytes === now.maxRecordBytes);
    if (other === undefined || other.type !== field.type || !keptNulls || !keptCorrections) return [];
    return [{ name: field.name, isSame: sameness(field, other, old.numbersAs === now.numbersAs) }];
  });
}

function sameness(old: Field, now: Field, isSameForm: boolean): Comparable['isSame'] {
  const formOf = ({ format, decimalSeparator, groupSeparator, scale, trueValues, falseValues }: Field) =>
    JSON.stringify([format, decimalSeparator, groupSeparator, scale, trueValues, falseValues]);
  if (formOf(old) === formOf(now) && isSameForm) return (before, after) => before === after;
  return (before, after) =>
    before === undefined ||
    after === undefined ||
    before === 'null' ||
    after === 'null' ||
    old.type === 'DATE' ||
    sameNumber(before, after);
}

function sameNumber(before: string, after: string): boolean {
  return normalizeDecimal(before.replaceAll('"', '')) === normalizeDecimal(after.replaceAll('"', ''));
}

/** Returns how an event differs from what consumers of the old events expect. */
function messageViolation({ old, new: { spec } }: Direction, now: FileView, pairs: readonly Pair[]): string | null {
  if (old.spec.name !== spec.name) return `events are of the type ${spec.name}`;
  for (const { event, verdict } of now.records) {
    if (event === null || verdict >= 2) continue;
    const wrong = old.spec.fields
      .map((field) => memberViolation(field, event.get(field.name), old.spec))
      .find((text) => text !== null);
    const mismatch = wrong ?? typeViolation(old.module, old.spec, event);
    if (mismatch !== null) return mismatch;
  }
  const other = pairs.find(
    ([before, after]) =>
      before.key !== null &&
      after.event !== null &&
      before.key !== after.key &&
      valuesText(before) === valuesText(after),
  );
  return other === undefined ? null : `the key ${other[0].key} becomes ${other[1].key}`;
}

function valuesText({ event }: RecordView): string {
  return [...(event?.values() ?? [])].join();
}

function memberViolation(field: Field, member: string | undefined, { numbersAs }: Spec): string | null {
  if (member === undefined) return `the event has no ${field.name}`;
  if (member === 'null') return field.required === true ? `${field.name} is null` : null;
  const isNumber = (field.type === 'INTEGER' || field.type === 'DECIMAL') && numbersAs !== 'STRING';
  const kind = isNumber ? /^-?[0-9.]+$/ : field.type === 'BOOLEAN' ? /^(?:true|false)$/ : /^"/;
  return kind.test(member) ? null : `${field.name} is ${member}`;
}

/** Returns why an event does not match the types of the old module, which its own checks determine. */
function typeViolation(module: SpecModule, { fields }: Spec, event: ReadonlyMap<string, string>): string | null {
  const given = Object.fromEntries(
    fields.map(({ name, type }) => {
      const member = event.get(name) ?? 'null';
      const isDigits = type === 'INTEGER' || type === 'DECIMAL';
      return [name, isDigits && member !== 'null' ? member.replaceAll('"', '') : (JSON.parse(member) as unknown)];
    }),
  );
  const found = module.check(given).find(({ code }) => code === 'TYPE_MISMATCH');
  return found === undefined ? null : `${found.field} is ${event.get(found.field ?? '')}`;
}

/** Returns a record with a worse verdict. If files are read differently, its structure must be the same as before. */
function verdictViolation({ changes }: Direction, pairs: readonly Pair[]): string | null {
  const isReadOtherwise = changes.some(({ axis, grade }) => axis === 'input' && grade === 'breaking');
  for (const [before, after] of pairs) {
    if ((isReadOtherwise && before.structure !== after.structure) || after.verdict <= before.verdict) continue;
    const worst = after.issues.find(({ severity }) => severity === ['', 'WARNING', 'ERROR', 'FATAL'][after.verdict]);
    const names = ['no issue', 'WARNING', 'ERROR', 'FATAL'];
    return `${names[before.verdict]} becomes ${names[after.verdict]}: ${worst?.code} ${worst?.field ?? ''} ${JSON.stringify(worst?.value ?? null)}`;
  }
  return null;
}
