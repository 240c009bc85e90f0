import { groupByField } from '../../../pipeline/1-read/group-by-field.ts';
import type { CorrectionRule, Field, Spec, ValidationRule, FieldType } from '../../../pipeline/1-read/spec-shape.ts';
import { MAX_RECORD_BYTES } from '../../../language/plan/plan.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';
import type { BoundaryValues } from '../../../language/rules/boundary-values.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import { dateValues } from './dates.ts';
import { decimalValues, integerValues } from './numbers.ts';
import { type ValueSearch, lengthsAround, nearest } from './search.ts';
import { matchedTexts } from './matched-texts.ts';

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '1234567890'];
const PLAIN = [
  'abc',
  'ABC',
  '123',
  'a',
  'A',
  '1',
  'ab',
  'x',
  'Text',
  'A1',
  'abcd',
  'abcdef',
  'ABCDEFGH',
  'text with blanks',
  'abcdefghijklmnop',
  '-',
];

/** Returns texts to try for a STRING field: usual ones, and texts for the lengths, lists and patterns of its rules. */
function textValues(search: ValueSearch): string[] {
  const boundaryValues = nearest(search);
  const listed = boundaryValues.flatMap(({ values = [] }) => values);
  const matched = matchedTexts(search);
  const sized = lengthsAround(boundaryValues, search.longest).flatMap((length) =>
    ALPHABETS.map((alphabet) => alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)),
  );
  // Valid values are first searched in lists of allowed values. Violations are first searched among other texts.
  if (search.focus === null) return [...listed, ...matched, ...PLAIN, ...sized];
  const outside = boundaryValues.flatMap(({ outside: texts = [] }) => texts);
  const beside = listed
    .slice(0, 20)
    .flatMap((text) => [`${text}x`, text.slice(0, -1), text.toLowerCase(), text.toUpperCase()]);
  return [...outside, ...matched, ...sized, ...beside, ...PLAIN, ...listed];
}

/** A field, its rules and corrections, and functions that return cells to try. */
export interface FieldCandidates {
  readonly field: Field;
  readonly rules: readonly RuleCandidates[];
  readonly corrections: readonly CorrectionRule[];
  /**
   * Returns cells with values of the field's type. If `focus` is null, the simplest come first. Otherwise values near
   * these boundary values come first.
   */
  cellsNear(focus: BoundaryValues | null): Cell[];
  /** Returns cells that the correction changes to `text`. */
  cellsBefore(correction: CorrectionRule, text: string): Cell[];
}

/** A rule, and the values at which its result changes between satisfied and violated. */
export interface RuleCandidates {
  readonly rule: ValidationRule;
  readonly boundaryValues: BoundaryValues;
}

/** The maximum length of a tried value, in characters. */
const MAX_LENGTH = 100_000;

/**
 * Returns the candidates for every field, in the order of the spec. `today` is an epoch day. `keys`: the keys of reference
 * tables that values of the fields may be.
 */
export function findCandidates(
  spec: Spec,
  today: number,
  keys: ReadonlyMap<string, readonly string[]>,
): FieldCandidates[] {
  const longest = Math.min(MAX_LENGTH, spec.maxRecordBytes ?? MAX_RECORD_BYTES);
  const rules = groupByField(spec.validationRules);
  const corrections = groupByField(spec.correctionRules);
  const conditions = groupByField((spec.validationRules ?? []).flatMap(({ when }) => when ?? []));
  return spec.fields.map((field) => {
    const own = rules.get(field.name) ?? [];
    return findFieldCandidates({
      field,
      rules: own,
      corrections: corrections.get(field.name) ?? [],
      decisive: [
        ...(conditions.get(field.name) ?? []).flatMap(({ values = [] }) => values),
        ...(keys.get(field.name) ?? []),
      ],
      today,
      longest: Math.min(longest, field.length ?? Infinity),
    });
  });
}

interface CandidateInput {
  readonly field: Field;
  readonly rules: readonly ValidationRule[];
  readonly corrections: readonly CorrectionRule[];
  /** The values of conditions that depend on the field. */
  readonly decisive: readonly string[];
  readonly today: number;
  readonly longest: number;
}

function findFieldCandidates({ field, rules, corrections, decisive, today, longest }: CandidateInput): FieldCandidates {
  const kind = typeKinds[field.type];
  const plan = kind.plan(field);
  const candidates = rules.map((rule) => ({
    rule,
    boundaryValues: ruleKinds[rule.ruleType].boundaryValues(ruleKinds[rule.ruleType].plan(rule, field)),
  }));
  const all = [...candidates.map(({ boundaryValues }) => boundaryValues), { values: decisive }];
  const cellsBefore = (correction: CorrectionRule, text: string): Cell[] => {
    const { plan: planOf, findInputs } = correctionKinds[correction.correctionType];
    return [...findInputs(planOf(correction), text)];
  };
  const known = new Map<BoundaryValues | null, Cell[]>();
  const findCells = (focus: BoundaryValues | null): Cell[] => {
    const texts = valuesOf({ field, all, focus, today, longest }).flatMap((value) => kind.write(value, plan));
    const dateInputs = corrections
      .filter(convertsDates)
      .flatMap((correction) => texts.flatMap((text) => cellsBefore(correction, text)));
    const typical = corrections.flatMap(typicalInputs);
    // Texts that a correction converts come first.
    return [...new Set([...typical, ...dateInputs, ...texts, ...(reshapes(corrections) ? ladder(longest) : [])])];
  };
  const cellsNear = (focus: BoundaryValues | null): Cell[] => {
    const cells = known.get(focus) ?? findCells(focus);
    known.set(focus, cells);
    return cells;
  };
  return { field, rules: candidates, corrections, cellsNear, cellsBefore };
}

/** Returns the texts of files that a correction is made for. */
function typicalInputs(correction: CorrectionRule): readonly string[] {
  const kind = correctionKinds[correction.correctionType];
  return kind.typicalInputs(kind.plan(correction));
}

/** Returns whether some texts have no value in the field, because of its type or of a correction. */
export function rejectsTexts({ field, corrections }: Pick<FieldCandidates, 'field' | 'corrections'>): boolean {
  return !typeKinds[field.type].isText || corrections.some(rejectsText);
}

function rejectsText(correction: CorrectionRule): boolean {
  const kind = correctionKinds[correction.correctionType];
  return kind.mismatch(kind.plan(correction)) !== null;
}

/** Describes a value that the field does not accept, for the description of a sample. */
export function describeMismatch({ field, corrections }: Pick<FieldCandidates, 'field' | 'corrections'>): string {
  return corrections.some(rejectsText) ? 'that no correction knows' : `that is not of type ${field.type}`;
}

function convertsDates(correction: CorrectionRule): boolean {
  return correctionKinds[correction.correctionType].dateChange(correction) !== null;
}

/** Whether the field has corrections whose result cannot be predicted from the text, such as REGEX_REPLACE. */
function reshapes(corrections: readonly CorrectionRule[]): boolean {
  return corrections.some((one) => correctionKinds[one.correctionType].changesOnly === null && !convertsDates(one));
}

/** Returns texts of every length up to 40 (or up to `longest`), for corrections that change the length. */
function ladder(longest: number): string[] {
  const lengths = [...Array(Math.min(longest, 40)).keys()].map((at) => at + 1);
  return ['abcdefghij', 'ABCDEFGHIJ', '1234567890', '-.-. -.-. '].flatMap((pattern) =>
    lengths.map((length) => pattern.repeat(4).slice(0, length)),
  );
}

/** Returns cells that may mean null: no text, the empty text, blanks, and the texts of nullValues. */
export function nullCells({ nullValues = [] }: Spec): Cell[] {
  return [null, '', ...nullValues, ' ', '   '];
}

const NO_VALUES = ['x', '12x', 'abc', '-', '1.2.3', '99/99/9999', '??', 'perhaps', '9-9', '1,2,3', '{}', 'XYZ', '%'];

/**
 * Returns cells that are probably not of the field's type. `good` are valid cells, from which similar invalid ones are
 * derived. For DATE, these come first.
 */
export function mismatchCells({ field }: FieldCandidates, good: readonly Cell[]): Cell[] {
  const nearly = good
    .filter((cell) => cell !== null)
    .slice(0, 3)
    .flatMap((cell) => [cell.replace(/\d/g, '9'), `${cell}x`, `x${cell}`]);
  const type = typeKinds[field.type];
  const hasDates = type.datePlan(type.plan(field)) !== null;
  return hasDates ? [...nearly, ...NO_VALUES] : [...NO_VALUES, ...nearly];
}

/** The types whose values are created from the limits of rules. For any other type, its typical texts are tried. */
const makers: Readonly<Partial<Record<FieldType, (search: ValueSearch) => readonly string[]>>> = {
  STRING: textValues,
  INTEGER: integerValues,
  DECIMAL: decimalValues,
  DATE: dateValues,
  BOOLEAN: () => ['true', 'false'],
};

/** Returns the values that rules name, and those of the typical texts of the type. */
function typicalValues(search: ValueSearch): readonly string[] {
  const { field } = search;
  const kind = typeKinds[field.type];
  const plan = kind.plan(field);
  const listed = nearest(search).flatMap(({ values = [], outside = [] }) => [...values, ...outside]);
  return [...listed, ...kind.typicalTexts(field).flatMap((text) => kind.parse(text, plan) ?? [])];
}

/** Returns values to try for a field, without duplicates, the most relevant first. Some may violate rules. */
function valuesOf(search: ValueSearch): string[] {
  return [...new Set((makers[search.field.type] ?? typicalValues)(search))];
}
