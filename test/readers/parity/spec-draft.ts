import * as fc from 'fast-check';
import { checkCell } from '../oracle/check-cell.ts';
import { addDefaults } from '../oracle/spec.ts';
import { choose, dial, fieldDrafts, createKind, createName, pick, seldom } from './field-draft.ts';
import type { FieldDraft } from './field-draft.ts';
import { listCells, createCorrections, createRules } from './rule-draft.ts';
import { addConditions, createRelations, relationDrafts, type RelationDraft } from './relation-draft.ts';
import type { Entry } from './rule-draft.ts';

/** What fast-check generates for a spec. */
export interface SpecDraft {
  fields: FieldDraft[];
  relations: RelationDraft[];
  dialect: { delimiter: number; quote: number; escape: number; comment: number; encoding: number };
  lines: {
    noHeader: boolean;
    position: boolean;
    top: number;
    bottom: number;
    keepBlank: boolean;
    maxRecordBytes: number;
  };
  tolerance: { extra: number; missing: number; mismatch: boolean };
  nullValues: number;
  when: number;
  key: number[];
  numbersAsString: boolean;
}

export const specDrafts: fc.Arbitrary<SpecDraft> = fc.record({
  fields: fc.array(fieldDrafts, { minLength: 1, maxLength: 5 }),
  relations: relationDrafts,
  dialect: fc.record({ delimiter: dial, quote: dial, escape: dial, comment: dial, encoding: dial }),
  lines: fc.record({
    noHeader: fc.boolean(),
    position: seldom,
    top: dial,
    bottom: dial,
    keepBlank: seldom,
    maxRecordBytes: dial,
  }),
  tolerance: fc.record({ extra: fc.nat(4), missing: fc.nat(4), mismatch: seldom }),
  nullValues: dial,
  when: dial,
  key: fc.array(pick, { maxLength: 3 }),
  numbersAsString: seldom,
});

/** A valid spec with everything needed to create its files. */
export interface GeneratedSpec {
  spec: Entry & { fields: Entry[] };
  /** The columns of its files that belong to no field. */
  extraColumns: { name: string; cell: string }[];
  /** The cells of each field, the witness first. */
  cells: string[][];
}

const delimiters = [',', ';', '\t', '|', '§', '😀', ' ', ':', 'x', '\u00a0', '\u0001'];
const quotes = ['"', "'", '', '`', '«', '🙂', '|'];
const escapes = [undefined, '\\', '^', '"', '😶'];
const comments = [undefined, '#', '%', '𝄞', '//'.slice(0, 1), '*'];
export const encodings = [
  'UTF-8',
  'windows-1252',
  'utf-16le',
  'utf8',
  'utf-16be',
  'iso-8859-15',
  'shift_jis',
  'latin1',
  'windows-1253',
  'gb18030',
];
const tolerances = [undefined, 'IGNORE', 'WARNING', 'ERROR', 'FATAL'];
const nulls = [undefined, ['NULL'], ['N/A', '-'], ['0'], [' '], [], ['""', '\\N', '😀']];

/** Turns a draft into a valid spec. Leaves out choices of the draft that exclude each other. */
export function createSpec(draft: SpecDraft): GeneratedSpec {
  const fields: Entry[] = [];
  const correctionRules: Entry[] = [];
  const validationRules: Entry[] = [];
  const cells: string[][] = [];
  const witnesses = new Map<string, string>();
  const shared = createShared(draft);
  draft.fields.forEach((fieldDraft, index) => {
    const kind = createKind(fieldDraft);
    const name = createName(
      fieldDraft,
      fields.flatMap((field) => [String(field['name']), String(field['columnName'] ?? '')]),
    );
    const columnName =
      fieldDraft.column === 0 ? undefined : `${name}${choose([' col', '"', '.', '\u2028x'], fieldDraft.column)}`;
    const flags = { ...(fieldDraft.required && { required: true }), ...(fieldDraft.sensitive && { sensitive: true }) };
    const field = { name, ...kind.keys, ...(columnName && { columnName }), ...flags };
    const own = reconcile(
      {
        field,
        rules: createRules(fieldDraft, kind, name, index),
        corrections: createCorrections(fieldDraft, kind, name, index),
      },
      shared,
    );
    witnesses.set(name, kind.value);
    fields.push(own.field);
    correctionRules.push(...own.corrections);
    validationRules.push(...own.rules);
    cells.push(listCells(kind, own.rules, own.corrections));
  });
  const { keys, extraColumns } = createSelector(draft, fields, cells);
  const rules = [
    ...addConditions(validationRules, draft.relations, { fields, witnesses }),
    ...createRelations(draft.relations, fields, witnesses),
  ];
  const key = [...new Set(draft.key.map((n) => String(choose(fields, n)['name'])))];
  const spec = {
    name: 'fuzz',
    ...shared,
    ...keys,
    ...(key.length > 0 && { messageKey: key }),
    fields,
    ...(correctionRules.length > 0 && { correctionRules }),
    ...(rules.length > 0 && { validationRules: rules }),
  };
  return { spec, extraColumns, cells };
}

/** Returns all keys of the spec except those that name fields. */
function createShared({ dialect, lines, tolerance, nullValues, numbersAsString }: SpecDraft): Entry {
  const delimiter = choose(delimiters, dialect.delimiter);
  const free = <T>(list: readonly T[], n: number, taken: unknown[]) =>
    choose(
      list.filter((one) => one === undefined || !taken.includes(one)),
      n,
    );
  const quote = free(quotes, dialect.quote, [delimiter]);
  const escape = quote === '' ? undefined : free(escapes, dialect.escape, [delimiter]);
  const comment = free(comments, dialect.comment, [delimiter, quote, escape]);
  const extra = choose(tolerances, tolerance.extra);
  const missing = choose(tolerances, tolerance.missing);
  const skip = {
    ...(lines.top % 4 > 0 && { top: lines.top % 4 }),
    ...(lines.bottom % 4 > 0 && { bottom: lines.bottom % 4 }),
  };
  const nulled = choose(nulls, nullValues);
  return {
    format: 'CSV',
    ...(dialect.encoding > 0 && { encoding: choose(encodings, dialect.encoding) }),
    ...(dialect.delimiter > 0 && { delimiter }),
    ...(dialect.quote > 0 && { quote }),
    ...(escape && { escape }),
    ...(comment && { comment }),
    ...(lines.noHeader && { hasHeader: false }),
    ...(lines.position && { columnMatch: 'POSITION' }),
    ...(Object.keys(skip).length > 0 && { skipLines: skip }),
    ...(lines.keepBlank && { skipBlankLines: false }),
    ...(extra && { onExtraColumns: extra }),
    ...(missing && { onMissingColumns: missing }),
    ...(tolerance.mismatch && { onTypeMismatch: 'ERROR', onMissingRequired: 'ERROR' }),
    ...(nulled && { nullValues: nulled }),
    ...(lines.maxRecordBytes % 3 > 0 && { maxRecordBytes: choose([64, 40, 80, 130], lines.maxRecordBytes) }),
    ...(numbersAsString && { numbersAs: 'STRING' }),
  };
}

interface Parts {
  field: Entry;
  rules: Entry[];
  corrections: Entry[];
}

/**
 * Removes what would cause diagnostics: a second default, a default that a rule rejects, and one that makes REQUIRED
 * ineffective.
 */
function reconcile({ field, rules, corrections }: Parts, shared: Entry): Parts {
  const defaults = corrections.filter(({ correctionType }) => correctionType === 'DEFAULT_IF_NULL');
  const others = corrections.filter(
    (correction) => correction !== defaults[0] && defaults.includes(correction) === false,
  );
  const kept = corrections.filter((correction) => others.includes(correction) || correction === defaults[0]);
  if (defaults.length === 0 || !defaultHolds({ field, rules, corrections: kept }, shared))
    return { field, rules, corrections: others };
  const { required: _, ...optional } = field;
  return { field: optional, rules: rules.filter(({ ruleType }) => ruleType !== 'REQUIRED'), corrections: kept };
}

/** Returns whether all rules accept the default, before and after the corrections. */
function defaultHolds(parts: Parts, shared: Entry): boolean {
  const judge = (corrections: Entry[], cell: string | null) => {
    const spec = addDefaults({
      ...shared,
      fields: [parts.field],
      correctionRules: corrections,
      validationRules: parts.rules,
    });
    const [field] = spec.fields;
    const judged =
      field && ['2024-02-29', '2030-01-01'].map((today) => checkCell(cell, field, { spec, today, hidden: false }));
    return judged?.every(({ value, issues }) => value !== null && issues.length === 0) === true;
  };
  const value = parts.corrections.find(({ correctionType }) => correctionType === 'DEFAULT_IF_NULL')?.['defaultValue'];
  return judge([], String(value)) && judge(parts.corrections, null);
}

function createSelector(
  draft: SpecDraft,
  fields: Entry[],
  cells: string[][],
): { keys: Entry; extraColumns: GeneratedSpec['extraColumns'] } {
  const byName = !draft.lines.noHeader;
  const which = draft.when % 4;
  if (draft.when === 0 || which === 0) return { keys: {}, extraColumns: [] };
  if (which === 1 && byName)
    return {
      keys: { recordWhen: { column: 'Type!', values: ['D', 'd"'] } },
      extraColumns: [{ name: 'Type!', cell: 'D' }],
    };
  const index = draft.when % fields.length;
  const witness = cells[index]?.[0] ?? '';
  const values = [witness, '0', 'x'];
  const column = String(fields[index]?.['columnName'] ?? fields[index]?.['name']);
  const named = which === 2 && byName && column !== '0';
  return {
    keys: { recordWhen: { column: named ? column : index + 1, values: [...new Set(values)] } },
    extraColumns: [],
  };
}
