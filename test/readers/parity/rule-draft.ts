import type { Field } from '../oracle/spec.ts';
import { hasCheckDigits } from '../oracle/check-digits.ts';
import { violates } from '../oracle/rules.ts';
import { choose, convertDate, hasShortYear, lengthOf } from './field-draft.ts';
import type { FieldDraft, FieldKind } from './field-draft.ts';
import { moveDecimal } from './numbers.ts';
import { datePatterns, replacements, valuePatterns } from './pools.ts';

export type Entry = Record<string, unknown>;

const ruleKinds: Record<string, readonly string[]> = {
  STRING: ['REGEX', 'MIN_LENGTH', 'MAX_LENGTH', 'ALLOWED_VALUES', 'REQUIRED', 'CHECK_DIGIT'],
  INTEGER: ['MIN_VALUE', 'MAX_VALUE', 'REGEX', 'MAX_LENGTH', 'ALLOWED_VALUES', 'REQUIRED', 'MIN_LENGTH'],
  DECIMAL: ['MIN_VALUE', 'MAX_VALUE', 'REGEX', 'MAX_LENGTH', 'ALLOWED_VALUES', 'REQUIRED', 'MIN_LENGTH'],
  DATE: ['DATE_RANGE', 'REQUIRED', 'ALLOWED_VALUES', 'REGEX'],
  BOOLEAN: ['ALLOWED_VALUES', 'REQUIRED'],
};
const correctionKinds: Record<string, readonly string[]> = {
  STRING: ['TRIM', 'UPPER_CASE', 'LOWER_CASE', 'REGEX_REPLACE', 'PAD_LEFT', 'PAD_RIGHT', 'DEFAULT_IF_NULL', 'MAP'],
  INTEGER: ['TRIM', 'PAD_LEFT', 'REGEX_REPLACE', 'DEFAULT_IF_NULL', 'MAP'],
  DECIMAL: ['TRIM', 'PAD_LEFT', 'REGEX_REPLACE', 'DEFAULT_IF_NULL'],
  DATE: ['COERCE_DATE', 'TRIM', 'REGEX_REPLACE', 'UPPER_CASE', 'DEFAULT_IF_NULL', 'MAP'],
  BOOLEAN: ['TRIM', 'UPPER_CASE', 'LOWER_CASE', 'REGEX_REPLACE', 'DEFAULT_IF_NULL'],
};
const severities = [undefined, 'WARNING', 'ERROR', 'FATAL'];
const messages = [undefined, 'wrong', 'not "right"', '${value} */ `\\`', 'line\nbreak \u2028 😀', '</script>'];
const ranges = [
  '2000-01-01,2024-02-29',
  '2024-02-29,',
  ',2030-01-01',
  '1990-01-01,2100-12-31',
  'today-90d,',
  ',today+1y',
  '1900-01-01 , today+1m',
  'today-1y,today',
  '2024-02-29,2024-02-29',
];
const algorithms = ['IBAN', 'LUHN', 'MOD11', 'MOD97', 'EAN', 'BIC_SHAPE', 'ISIN'];
const padChars = ['0', ' ', '*', '😀', '"', '\\', '\u00a0'];

/** Creates rules for a field. Each of them accepts the witness. */
export function createRules(draft: FieldDraft, kind: FieldKind, name: string, index: number): Entry[] {
  const kinds = ruleKinds[String(kind.keys['type'])] ?? [];
  return draft.rules.flatMap((rule, i) => {
    const ruleType = choose(kinds, rule.kind);
    const value = createOperand(ruleType, kind, rule.pick);
    const severity = choose(severities, rule.severity);
    const message = choose(messages, rule.message);
    if (value === null) return [];
    const operand = ruleType === 'REQUIRED' ? {} : ruleType === 'CHECK_DIGIT' ? { algorithm: value } : { value };
    return [
      {
        ruleId: `${index}.${i}`,
        field: name,
        ruleType,
        ...operand,
        ...(severity && { severity }),
        ...(message && { message }),
      },
    ];
  });
}

function createOperand(ruleType: string, kind: FieldKind, pick: number): unknown {
  const length = lengthOf(kind.value);
  switch (ruleType) {
    case 'MIN_VALUE':
      return moveDecimal(
        kind.value,
        -BigInt(choose([0, 1, 1000], pick)),
        pick % 2 === 0 ? 0 : kind.keys['type'] === 'DECIMAL' ? 3 : 0,
      );
    case 'MAX_VALUE':
      return moveDecimal(
        kind.value,
        BigInt(choose([0, 1, 100000], pick)),
        pick % 2 === 0 ? 0 : kind.keys['type'] === 'DECIMAL' ? 3 : 0,
      );
    case 'MIN_LENGTH':
      return Math.max(0, length - choose([0, 1, 5], pick));
    case 'MAX_LENGTH':
      return length + choose([0, 1, 50], pick);
    case 'REGEX':
      return chooseKept(valuePatterns, kind, { ruleType, pick });
    case 'DATE_RANGE':
      return chooseKept(ranges, kind, { ruleType, pick });
    case 'CHECK_DIGIT':
      return algorithms.find((algorithm) => hasCheckDigits(kind.value, algorithm)) ?? null;
    case 'ALLOWED_VALUES':
      return createAllowed(kind, pick);
    default:
      return '';
  }
}

/** Returns the first operand, starting at `pick`, that accepts the witness; null if none does. */
function chooseKept(
  operands: readonly string[],
  kind: FieldKind,
  { ruleType, pick }: { ruleType: string; pick: number },
): string | null {
  const field = { type: kind.keys['type'], format: kind.keys['format'] ?? 'yyyy-MM-dd' } as Field;
  const kept = operands.filter((value) => {
    if (value.includes('today')) return true;
    const operand = () => '';
    const when = null;
    const rule = {
      ruleId: '',
      kind: ruleType,
      severity: 'ERROR',
      message: '',
      value,
      operand,
      when,
      list: value.split(','),
    } as const;
    return !violates(kind.value, { ...rule, list: [...rule.list] }, { field, today: '2024-02-29' });
  });
  return kept.length === 0 ? null : choose(kept, pick);
}

function createAllowed(kind: FieldKind, pick: number): unknown {
  const more: Record<string, string[]> = {
    STRING: ['b', 'A', 'x y', '0', '"'],
    INTEGER: ['5', '-12', '1000'],
    DECIMAL: ['5', '1.1', '-0.50'],
    DATE: [],
    BOOLEAN: [],
  };
  const dates = kind.keys['type'] === 'DATE' ? ['2024-03-01', '1999-12-31'].map(kind.write) : [];
  const list = [
    ...new Set([kind.value, ...(more[String(kind.keys['type'])] ?? []), ...dates].slice(0, 1 + (pick % 5))),
  ];
  const inText = list.every((value) => !/[,\s\u00a0\ufeff]/u.test(value));
  return inText && pick % 2 === 0 ? list.join(choose([',', ' , '], pick >> 1)) : list;
}

/** Creates the corrections of a field. A default, if any, is the witness. */
export function createCorrections(draft: FieldDraft, kind: FieldKind, name: string, index: number): Entry[] {
  const kinds = correctionKinds[String(kind.keys['type'])] ?? [];
  return draft.corrections.map(({ kind: which, pick }, i) => {
    const correctionType = choose(kinds, which);
    return { ruleId: `c${index}.${i}`, field: name, correctionType, ...createOperands(correctionType, kind, pick) };
  });
}

function createOperands(correctionType: string, kind: FieldKind, pick: number): Entry {
  switch (correctionType) {
    case 'PAD_LEFT':
    case 'PAD_RIGHT':
      return {
        padChar: kind.keys['type'] === 'STRING' ? choose(padChars, pick) : '0',
        length: choose([3, 1, 8, 14], pick >> 3),
      };
    case 'REGEX_REPLACE': {
      const [pattern, replacement] = choose(replacements, pick);
      return { pattern, replacement };
    }
    case 'COERCE_DATE': {
      const sourceFormat = createSources(kind, pick);
      return {
        sourceFormat,
        ...((pick >> 6) % 2 === 0 && [sourceFormat].flat().some(hasShortYear) && { centuryStart: 1931 }),
        targetFormat: kind.keys['format'] ?? 'yyyy-MM-dd',
        ...((pick >> 5) % 3 === 0 && { onOtherText: 'KEEP' }),
      };
    }
    case 'MAP':
      return {
        values: createCodes(kind),
        ...(pick % 4 !== 0 && { otherwise: choose(['KEEP', 'NULL', 'ISSUE'], pick) }),
      };
    case 'DEFAULT_IF_NULL':
      return { defaultValue: kind.raw };
    default:
      return {};
  }
}

/** Returns codes, and texts that are valid in the field. One code is its own text. */
function createCodes({ raw, keys }: FieldKind): Record<string, string> {
  if (keys['type'] !== 'STRING') return { x: raw, 1: raw, D: raw, [raw]: raw };
  return {
    x: 'X',
    1: '',
    D: '\u{1f600}"\\\u0001',
    '\u{1f600}': 'b',
    '"': 'quote',
    '\t': ' ',
    ' ': raw,
    0: 'NULL',
    [raw]: raw,
  };
}

/** Returns one pattern, or a list of up to three, which may include the target. */
function createSources(kind: FieldKind, pick: number): string | string[] {
  const patterns = [...sourcesOf(kind), String(kind.keys['format'] ?? 'yyyy-MM-dd')];
  const list = [0, 1, 2].slice(0, (pick >> 3) % 4).map((at) => choose(patterns, pick + at * 7));
  return list.length === 0 ? choose(sourcesOf(kind), pick) : list;
}

/** Returns patterns that contain every component of the field's format. */
export function sourcesOf(kind: FieldKind): string[] {
  const target = String(kind.keys['format'] ?? 'yyyy-MM-dd');
  const dateOnly = (pattern: string) => !/[Hhmsa[\]]/u.test(pattern.replace(/'[^']*'/gu, ''));
  return dateOnly(target) ? [...datePatterns.filter((pattern) => pattern !== target), 'SERIAL'] : [target];
}

/** Valid numbers of every algorithm, and numbers that miss one of their rules. */
const checkDigitCells = [
  'DE89370400440532013000',
  'DE88370400440532013000',
  'de89370400440532013000',
  'DE89 3704 0044 0532 0130 00',
  '4111111111111111',
  '4111111111111112',
  '0306406152',
  '080442957X',
  '080442957x',
  '79444',
  '79445',
  '4006381333931',
  '96385074',
  '4006381333932',
  'DEUTDEFF',
  'DEUTDEFF500',
  'DEUT1EFF',
  'US0378331005',
  'US0378331006',
  'US037833100"',
  'US03783310é5',
];

/** Returns cells for a field: its witness first, then boundary values of its type and rules. */
export function listCells(kind: FieldKind, rules: Entry[], corrections: Entry[]): string[] {
  const { raw, value } = kind;
  const cells = [
    raw,
    ` ${raw} `,
    `\u00a0${raw}`,
    '',
    ' ',
    raw.toUpperCase(),
    raw.toLowerCase(),
    raw + raw,
    `+${raw}`,
    `-${raw}`,
    `00${raw}`,
    'x',
    'true',
    'FALSE',
    '1',
    '0',
    '-0',
    'NULL',
    '-',
    'x'.repeat(205),
    '.5',
    '5.',
    ',5',
    '1.234',
    '1,234.50',
    '1e5',
    '😀',
    'D',
    '\t',
    '\u3000',
  ];
  for (const rule of rules) {
    const operands = Array.isArray(rule['value']) ? rule['value'].map(String) : String(rule['value'] ?? '').split(',');
    for (const operand of operands) cells.push(...listNear(operand.trim(), kind));
    if (rule['ruleType'] === 'CHECK_DIGIT') cells.push(...checkDigitCells);
    if (/LENGTH/u.test(String(rule['ruleType'])))
      cells.push(...[-1, 0, 1].map((by) => '😀'.repeat(Math.max(0, Math.min(80, Number(rule['value']) + by)))));
  }
  for (const { sourceFormat } of corrections)
    if (sourceFormat !== undefined)
      for (const pattern of [sourceFormat].flat())
        cells.push(...['2024-02-29', '2001-12-01'].map((day) => convertDate(day, String(pattern))));
  if (kind.keys['type'] === 'DATE')
    cells.push(
      ...['2023-02-29', '2024-03-31', '0000-01-01', '+12024-01-01', '1999-12-31', '2025-03-01'].map(kind.write),
      '29/02/2024',
      '2024-2-9',
      '29 fEB 2024',
      value.replace(/\d/u, 'x'),
    );
  return cells;
}

function listNear(operand: string, kind: FieldKind): string[] {
  if (kind.keys['type'] === 'INTEGER' || kind.keys['type'] === 'DECIMAL') {
    if (!/^-?\d+(\.\d+)?$/u.test(operand)) return [];
    const places = kind.keys['type'] === 'DECIMAL' ? [0, 4] : [0];
    return places.flatMap((decimals) => [-1n, 0n, 1n].map((by) => kind.write(moveDecimal(operand, by, decimals))));
  }
  return [kind.write(operand), `${operand} `];
}
