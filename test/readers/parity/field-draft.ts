import * as fc from 'fast-check';
import { countCodePoints } from '../oracle/blanks.ts';
import { readDate, writeDate } from '../oracle/dates.ts';
import { moveDecimal, writeNumber } from './numbers.ts';
import { datePatterns, names, words } from './pools.ts';

/** The numbers that fast-check generates for a field. 0 is always the plain choice, so that shrinking leads to it. */
export interface FieldDraft {
  type: number;
  name: number;
  column: number;
  required: boolean;
  sensitive: boolean;
  witness: number;
  look: number;
  rules: { kind: number; pick: number; severity: number; message: number }[];
  corrections: { kind: number; pick: number }[];
}

/** Mostly 0, else any number below 1,000. */
export const dial = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(999) });
export const pick = fc.nat(999);
export const seldom = fc.nat(5).map((n) => n === 5);

export const fieldDrafts: fc.Arbitrary<FieldDraft> = fc.record({
  type: pick,
  name: pick,
  column: dial,
  required: seldom,
  sensitive: seldom,
  witness: pick,
  look: dial,
  rules: fc.array(fc.record({ kind: pick, pick, severity: fc.nat(3), message: dial }), { maxLength: 3 }),
  corrections: fc.array(fc.record({ kind: pick, pick }), { maxLength: 3 }),
});

/** Returns `list[n]`, modulo the length. */
export function choose<T>(list: readonly T[], n: number): T {
  if (list.length === 0) throw new Error('nothing to choose from');
  return list[n % list.length] as T;
}

/** A field of a spec and its witness: a value that all its rules will accept. */
export interface FieldKind {
  /** The keys of the field that its type requires. */
  keys: Record<string, unknown>;
  /** The witness as it is written in the file. */
  raw: string;
  /** The witness as rules see it. */
  value: string;
  /** Writes a plain value in the form that the file uses. */
  write: (plain: string) => string;
}

const types = ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'] as const;
const integers = [
  '7',
  '0',
  '1',
  '-1',
  '42',
  '123456789012345678901234567890',
  '9007199254740993',
  '-9007199254740992',
  '1000000',
  '999',
  '100',
];
const decimals = [
  '1.5',
  '0',
  '0.00',
  '1.10',
  '-0.5',
  '7.50',
  '12345678901234567890.123456789',
  '1000000.01',
  '-3',
  '0.001',
  '99.99',
];
const separators = [
  ['.', null],
  [',', null],
  [',', '.'],
  ['.', ','],
  ['.', "'"],
  [',', ' '],
  [',', '\u00a0'],
  ['٫', '٬'],
  ['.', '_'],
] as const;
const groups = [null, '.', ',', ' ', '\u202f', "'"] as const;
const booleans = [
  {},
  { trueValues: ['J', 'ja'], falseValues: ['N', 'nein'] },
  { trueValues: ['1'] },
  { falseValues: ['x'] },
  { trueValues: ['T', 'TRUE'], falseValues: ['F'] },
  { trueValues: ['"'], falseValues: ['\\'] },
];
const days = ['2024-02-29', '2000-01-01', '1999-12-31', '2023-02-28', '2024-12-31', '2099-10-05'];

export function createKind({ type, witness, look }: FieldDraft): FieldKind {
  const name = choose(types, type);
  switch (name) {
    case 'STRING':
      return {
        keys: { type: name },
        raw: choose(words, witness),
        value: choose(words, witness),
        write: (plain) => plain,
      };
    case 'INTEGER':
      return withNotation(createInteger(choose(integers, witness), choose(groups, look)), look);
    case 'DECIMAL':
      return withNotation(createDecimal(choose(decimals, witness), look), look);
    case 'DATE':
      return createDate(choose(days, witness), choose(datePatterns, look));
    case 'BOOLEAN':
      return createBoolean(witness % 2 === 0, look);
  }
}

function createInteger(value: string, group: string | null): FieldKind {
  const write = (plain: string) => writeNumber(plain, { decimal: '.', group, scale: null });
  return { keys: { type: 'INTEGER', ...(group && { groupSeparator: group }) }, raw: write(value), value, write };
}

function createDecimal(plain: string, look: number): FieldKind {
  if (look % 4 === 3) {
    const scale = 1 + (look % 3);
    const value = moveDecimal(plain, 0n, 0).replace(/\..*$/u, '') + `.${'5'.repeat(scale)}`;
    const write = (text: string) => writeNumber(text, { decimal: '.', group: null, scale });
    return { keys: { type: 'DECIMAL', scale }, raw: write(value), value, write };
  }
  const [decimal, group] = choose(separators, look);
  const write = (text: string) => writeNumber(text, { decimal, group, scale: null });
  const keys = {
    type: 'DECIMAL',
    ...(decimal !== '.' && { decimalSeparator: decimal }),
    ...(group && { groupSeparator: group }),
  };
  return { keys, raw: write(plain), value: plain, write };
}

/** How a plain number without groups is written with the keys of a notation. */
const notations: readonly { keys: Record<string, unknown>; write(text: string): string }[] = [
  { keys: { sign: 'TRAILING' }, write: (text) => text.replace(/^([-+])(.*)$/su, '$2$1') },
  { keys: { sign: 'EITHER', affixes: ['EUR', '€', '€ '] }, write: (text) => `€ ${text}` },
  { keys: { sign: 'PARENTHESES', affixes: ['%'] }, write: (text) => text.replace(/^-(.*)$/su, '($1)') },
  {
    keys: { sign: 'OVERPUNCH' },
    write: (text) =>
      text.replace(/^-(.*)([0-9])$/su, (_, start, digit) => `${start}${'}JKLMNOPQR'.charAt(Number(digit))}`),
  },
  { keys: { exponent: true }, write: (text) => `${text}e0` },
  { keys: { groupSeparator: ['SPACE', 'APOSTROPHE', '_'] }, write: (text) => text },
  {
    keys: { groupSeparator: 'APOSTROPHE', grouping: 'INDIAN', sign: 'TRAILING', affixes: ['CHF'] },
    write: (text) => text.replace(/^-(.*)$/su, '$1-'),
  },
];

/** Every seventh look adds keys of notation to a number. */
function withNotation(kind: FieldKind, look: number): FieldKind {
  if (look % 7 !== 5) return kind;
  const notation = choose(notations, look);
  const { groupSeparator: _, ...keys } = kind.keys;
  const isScaled = keys['scale'] !== undefined;
  if (isScaled && (notation.keys['exponent'] || notation.keys['groupSeparator'])) return kind;
  const point = String(keys['decimalSeparator'] ?? '.');
  if ([notation.keys['groupSeparator'] ?? []].flat().some((one) => one === point)) return kind;
  const scale = isScaled ? Number(keys['scale']) : null;
  const write = (plain: string) => notation.write(writeNumber(plain, { decimal: point, group: null, scale }));
  return { ...kind, keys: { ...keys, ...notation.keys }, raw: write(kind.value), write };
}

function createDate(iso: string, format: string): FieldKind {
  const write = (plain: string) => convertDate(plain, format);
  return {
    keys: {
      ...{ type: 'DATE', ...(format !== 'yyyy-MM-dd' && { format }) },
      ...(hasShortYear(format) && iso.endsWith('1') && { centuryStart: 1950 }),
    },
    raw: write(iso),
    value: write(iso),
    write,
  };
}

/** Whether a pattern has a year of two digits. */
export function hasShortYear(pattern: string): boolean {
  return /(?:^|[^y])yy(?:[^y]|$)/.test(pattern.replace(/'[^']*'/g, ''));
}

/** Writes an ISO date in another pattern. Other texts are returned unchanged. */
export function convertDate(iso: string, pattern: string): string {
  if (pattern === 'SERIAL') return /^\d{4}-/.test(iso) ? String(Date.parse(iso) / 86_400_000 + 25_569) : iso;
  const date = readDate(iso, 'yyyy-MM-dd');
  return date === null ? iso : writeDate(date.day, date.parts, pattern);
}

function createBoolean(truth: boolean, look: number): FieldKind {
  const lists: { trueValues?: string[]; falseValues?: string[] } = choose(booleans, look);
  const write = (plain: string) =>
    plain === 'true' ? (lists.trueValues?.at(-1) ?? 'true') : (lists.falseValues?.at(-1) ?? 'false');
  return { keys: { type: 'BOOLEAN', ...lists }, raw: write(String(truth)), value: String(truth), write };
}

/** Creates the name of field `index`: unusual, and different from all others. */
export function createName(draft: FieldDraft, taken: string[]): string {
  const first = choose(names, draft.name);
  for (let n = 0, name = first; ; n += 1, name = `${first}${n}`) if (!taken.includes(name)) return name;
}

/** The length of a text as the rules count it. */
export const lengthOf = countCodePoints;
