import * as fc from 'fast-check';
import type { Spec } from '../../../compiler/index.ts';
import { planSourcePattern } from '../../../compiler/emitting/dates/plan/pattern.ts';
import { textOfDay } from '../../../compiler/emitting/dates/plan/example.ts';
import { parseIsoDate } from '../../../compiler/kernel/values/dates/calendar.ts';
import { days } from './file-draft.ts';
import { textsOf } from '../../../compiler/language/shape/create-shape.ts';

type Field = Spec['fields'][number];
type Rule = NonNullable<Spec['validationRules']>[number];
type Correction = NonNullable<Spec['correctionRules']>[number];

/**
 * Returns texts for the cells of some fields, close to every boundary at which one of the two specs behaves
 * differently.
 */
export function cellPool(specs: readonly Spec[], names: readonly string[]): string[] {
  const fields = specs.flatMap((spec) => spec.fields.filter(({ name }) => names.includes(name)));
  const rules = specs.flatMap((spec) => (spec.validationRules ?? []).filter(({ field }) => names.includes(field)));
  const corrections = specs.flatMap((spec) =>
    (spec.correctionRules ?? []).filter(({ field }) => names.includes(field)),
  );
  const conditions = specs.flatMap((spec) => (spec.validationRules ?? []).flatMap(({ when }) => when ?? []));
  const own = [
    ...conditions.flatMap((when) => (names.includes(when.field) && 'values' in when ? when.values : [])),
    ...specs.flatMap((spec) => [...(spec.nullValues ?? []), ...(spec.recordWhen?.values ?? [])]),
    ...fields.flatMap((field) => typical(field, rules, corrections)),
    ...rules.flatMap(nearRule),
    ...corrections.flatMap(nearCorrection),
  ];
  return [...new Set([...own, ...own, ...plain])];
}

const plain = [
  'a',
  '',
  ' ',
  'A',
  'ab',
  'Zz',
  'é',
  'N/A',
  '-',
  '0',
  '1',
  'ŉ'.repeat(12),
  "'q'",
  'a"b',
  '"x',
  'a;b',
  'a,b',
  '#c',
  'a\\',
  '\\"x',
  'x\ny',
  'x'.repeat(45),
  '1.234',
  '1,5',
  'true',
  '7',
  'ß',
  'b c',
];

/** Texts that are valid for one algorithm of CHECK_DIGIT, mostly not for the others, and one that is not valid. */
const checkedTexts: Readonly<Record<string, readonly string[]>> = {
  LUHN: ['18', '19', '79927398713'],
  EAN: ['4006381333931', '96385074', '4006381333930'],
  BIC_SHAPE: ['DEUTDEFF', 'DEUTDEFF500', 'DEUT1EFF'],
  IBAN: ['DE89370400440532013000', 'DE88370400440532013000'],
  ISIN: ['US0378331005', 'US0378331006'],
  MOD11: ['0306406152', '080442957X', '0306406153'],
  MOD97: ['182316110001235698', '182316110001235699'],
};

function nearRule(rule: Rule): string[] {
  switch (rule.ruleType) {
    case 'MIN_VALUE':
    case 'MAX_VALUE':
      return nearNumber(rule.value);
    case 'MIN_LENGTH':
    case 'MAX_LENGTH':
      return [-1, 0, 1].flatMap((off) => ofLength(Number(rule.value) + off));
    case 'ALLOWED_VALUES':
      return textsOf(rule.value).flatMap((text) => [text, ...(/^-?[0-9.]+$/.test(text) ? nearNumber(text) : [])]);
    case 'CHECK_DIGIT':
      return [...(checkedTexts[rule.algorithm ?? ''] ?? [])];
    case 'REGEX':
      return fc.sample(fc.stringMatching(new RegExp(`^(?:${rule.value})$`, 'u'), { size: '-1' }), {
        numRuns: 30,
        seed: 7,
      });
    // Other rules have no boundary values.
    default:
      return [];
  }
}

function ofLength(length: number): string[] {
  return length < 0 ? [] : ['a', '7', 'ß'].map((character) => character.repeat(length));
}

function nearNumber(bound: string): string[] {
  const value = Number(bound);
  return [
    bound,
    ...[-1, -0.25, -0.01, 0.01, 0.25, 1].map((off) => String(Math.round((value + off) * 100) / 100)),
    `${bound}${bound.includes('.') ? '0' : '.0'}`,
    `${bound}${bound.includes('.') ? '' : '.'}01`,
  ];
}

function nearCorrection(correction: Correction): string[] {
  switch (correction.correctionType) {
    case 'DEFAULT_IF_NULL':
      return [correction.defaultValue];
    case 'PAD_LEFT':
    case 'PAD_RIGHT':
      return [1, 2, 3, correction.length - 1, correction.length].flatMap(ofLength).concat('-5', 'A', 'ab', 'abc', '5');
    case 'MAP':
      return Object.entries(correction.values).flat();
    case 'REGEX_REPLACE':
      return ['1.5', '1,5', ',5', '.'.repeat(20), 'a.b'];
    default:
      return [];
  }
}

function typical(field: Field, rules: readonly Rule[], corrections: readonly Correction[]): string[] {
  switch (field.type) {
    case 'STRING':
      return ['a', 'abc', '12', '007', 'true', '2024-01-31'];
    case 'INTEGER':
    case 'DECIMAL':
      return numbers(field, rules);
    case 'BOOLEAN':
      return ['true', 'FALSE', 'TRUE', 'false', ...(field.trueValues ?? []), ...(field.falseValues ?? [])];
    case 'DATE':
      return dates(field, rules, corrections);
    case 'TIME':
    case 'TIMESTAMP':
      return ['09:30', '24:00', '2024-03-31T02:30:00', '2024-12-31T13:45:06Z'];
  }
}

function numbers({ decimalSeparator = '.', groupSeparator, scale }: Field, rules: readonly Rule[]): string[] {
  const near = rules.flatMap((rule) =>
    'value' in rule && typeof rule.value === 'string' && /^-?[0-9.]+$/.test(rule.value) ? nearNumber(rule.value) : [],
  );
  const forms = [...near, '1', '-1', '0', '12', '1234', '1234.5', '-0', '+3', '007', '.5'].map((number) =>
    number.replace('.', decimalSeparator),
  );
  const grouped = [',', '.', groupSeparator ?? ' '].flatMap((group) => [`1${group}234`, `12${group}345`]);
  return [...forms, ...grouped, ...(scale === undefined ? [] : ['12345', '9', '00012', '99999'])];
}

function dates(field: Field, rules: readonly Rule[], corrections: readonly Correction[]): string[] {
  const todays = days.map((day) => parseIsoDate(day));
  const fixed = rules
    .flatMap((rule) => ('value' in rule ? textsOf(rule.value) : []))
    .map(parseIsoDate)
    .filter((day) => !Number.isNaN(day));
  const ago = [-1, 0, 1, 28, 29, 30, 31, 90, 92, 120, 182, 184, 365, 366, 400].flatMap((count) =>
    todays.flatMap((today) => [today - count, today - count - 1]),
  );
  const near = [
    ...fixed.flatMap((day) => [day - 1, day, day + 1]),
    ...ago,
    parseIsoDate('2024-01-02'),
    parseIsoDate('2024-12-25'),
  ];
  const patterns = [
    field.format ?? 'yyyy-MM-dd',
    ...corrections.flatMap((one) =>
      one.correctionType === 'COERCE_DATE' ? [...[one.sourceFormat].flat(), one.targetFormat] : [],
    ),
  ];
  return patterns.flatMap((pattern) => {
    const planned = planSourcePattern(pattern);
    return planned.kind === 'ok' ? near.map((day) => textOfDay(planned.layout, day)) : [];
  });
}
