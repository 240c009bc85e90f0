import type { Report } from '../../diagnostics/diagnostic.ts';
import { type Code, code, literal, literals } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import {
  dropAffix,
  dropGroups,
  expandExponent,
  expandInteger,
  moveAnySign,
  moveTrailingSign,
  readOverpunch,
  readParentheses,
} from '../../kernel/values/number-notation.ts';
import { boolean, choice, list, optional, text as textShape, texts } from '../shape/create-shape.ts';
import type { KeyValues, Texts } from '../shape/shape.ts';

/** The keys that say how INTEGER and DECIMAL are written. */
export const notationKeys = {
  groupSeparator: optional(
    texts(
      "INTEGER, DECIMAL: the character between groups of three digits, or a list of alternatives. A number has one kind of them. `SPACE` is U+0020, U+00A0, U+2009 and U+202F, and `APOSTROPHE` is ' and ’. A number has all of its separators or none. Default: none.",
    ),
  ),
  grouping: optional(
    choice(
      'INTEGER, DECIMAL: THREES for groups of three digits, or INDIAN for a last group of three and others of two: `12,34,567`. Default: THREES.',
      ['THREES', 'INDIAN'],
    ),
  ),
  sign: optional(
    choice(
      'INTEGER, DECIMAL: where the sign is. LEADING: `-5`. TRAILING: `5-`. EITHER: one of both. PARENTHESES: `(5)` is negative. OVERPUNCH: the last character is a digit with a sign, `{` and A to I for 0 to 9, `}` and J to R for 0 to 9 of a negative number. Default: LEADING.',
      ['LEADING', 'TRAILING', 'EITHER', 'PARENTHESES', 'OVERPUNCH'],
    ),
  ),
  exponent: optional(
    boolean(
      'INTEGER, DECIMAL: true also reads numbers with an exponent, such as `1.5e-3`, exactly and up to 1,000 digits. Default: false.',
    ),
  ),
  affixes: optional(
    list(
      'INTEGER, DECIMAL: texts before or after the number that do not belong to it, such as `€`, `EUR` or `%`. The blanks next to one are removed, too. Default: none.',
      textShape('A text before or after the number.', { min: 1, max: 40 }),
      { min: 1, max: 50 },
    ),
  ),
};

type NotationValues = KeyValues<typeof notationKeys>;

/** How a number is written, apart from its decimal separator. */
export interface Notation {
  /** The only group separator, if it is one character and groups have three digits: the usual case. */
  readonly group: string | null;
  /** The kinds of group separators otherwise. Each is a set of characters. */
  readonly kinds: readonly string[];
  readonly isIndian: boolean;
  readonly sign: 'LEADING' | 'TRAILING' | 'EITHER' | 'PARENTHESES' | 'OVERPUNCH';
  readonly exponent: boolean;
  /** Longer ones first. */
  readonly affixes: readonly string[];
}

const CLASSES: Readonly<Record<string, string>> = { SPACE: ' \u00a0\u2009\u202f', APOSTROPHE: "'\u2019" };

/** Returns the group separators of a field as they are written in the spec. */
export function separatorsOf(groupSeparator: Texts | undefined): readonly string[] {
  if (groupSeparator === undefined) return [];
  // A single text is one separator and is not split at commas.
  return typeof groupSeparator === 'string' ? [groupSeparator] : groupSeparator;
}

/** Returns the notation of a field. */
export function planNotation(field: NotationValues): Notation {
  const separators = separatorsOf(field.groupSeparator);
  const isIndian = field.grouping === 'INDIAN';
  const [first] = separators;
  // Groups are removed before an exponent is.
  const isUsual =
    !isIndian && !field.exponent && separators.length === 1 && first !== undefined && !Object.hasOwn(CLASSES, first);
  return {
    group: isUsual ? first : null,
    kinds: isUsual ? [] : separators.map((one) => (Object.hasOwn(CLASSES, one) ? (CLASSES[one] ?? one) : one)),
    isIndian,
    sign: field.sign ?? 'LEADING',
    exponent: field.exponent ?? false,
    affixes: [...(field.affixes ?? [])].sort((a, b) => b.length - a.length),
  };
}

/** Whether a number is written as `toInteger`, `toDecimal` and their variants with a group separator read it. */
export function isUsualNotation({ kinds, sign, exponent, affixes }: Notation): boolean {
  return kinds.length === 0 && sign === 'LEADING' && !exponent && affixes.length === 0;
}

/**
 * Returns the plain text of a number: with a leading sign, `point`, and the group separator of the usual case, if any.
 * `point` is empty if the number has no decimals. An empty result is no number.
 */
export function readNotation(text: string, notation: Notation, point: string): string {
  const { affixes, sign, kinds, isIndian, exponent } = notation;
  let plain = affixes.length === 0 ? text : dropAffix(text, affixes);
  plain = SIGNS[sign].read(plain);
  if (kinds.length > 0) plain = dropGroups(plain, endOfWhole(point, notation), kinds, isIndian);
  if (exponent) plain = point === '' ? expandInteger(plain) : expandExponent(plain, point);
  return plain;
}

/** Returns the expression for `readNotation` of a text. */
export function emitNotation(text: Code, notation: Notation, { point, scope }: { point: string; scope: Scope }): Code {
  const { affixes, sign, kinds, isIndian, exponent } = notation;
  let plain = affixes.length === 0 ? text : code`${scope.use('dropAffix')}(${text}, ${literals(affixes)})`;
  const { kernel } = SIGNS[sign];
  if (kernel !== null) plain = code`${scope.use(kernel)}(${plain})`;
  if (kinds.length > 0) {
    const indian = isIndian ? code`true` : code`false`;
    plain = code`${scope.use('dropGroups')}(${plain}, ${literal(endOfWhole(point, notation))}, ${literals(kinds)}, ${indian})`;
  }
  if (!exponent) return plain;
  return point === ''
    ? code`${scope.use('expandInteger')}(${plain})`
    : code`${scope.use('expandExponent')}(${plain}, ${literal(point)})`;
}

/** Returns what ends the digits that may be grouped. An INTEGER has decimals only before an exponent. */
function endOfWhole(point: string, { exponent }: Notation): string {
  return point === '' && exponent ? '.' : point;
}

const SIGNS = {
  LEADING: { kernel: null, read: (text: string) => text, words: null },
  TRAILING: { kernel: 'moveTrailingSign', read: moveTrailingSign, words: 'a sign after the digits' },
  EITHER: { kernel: 'moveAnySign', read: moveAnySign, words: 'a sign before or after the digits' },
  PARENTHESES: { kernel: 'readParentheses', read: readParentheses, words: 'parentheses around a negative number' },
  OVERPUNCH: { kernel: 'readOverpunch', read: readOverpunch, words: 'the sign in the last digit (overpunch)' },
} as const;

/** Describes a notation as parts of a sentence after "with": `group separator "."`, `a sign after the digits`. */
export function describeNotation({ group, kinds, isIndian, sign, exponent, affixes }: Notation): string[] {
  const separators = group === null ? kinds : [group];
  return [
    ...(separators.length === 0 ? [] : [`group separator ${separators.map(describeSeparator).join(' or ')}`]),
    ...(isIndian ? ['groups of two digits before the last three'] : []),
    ...(SIGNS[sign].words === null ? [] : [SIGNS[sign].words]),
    ...(exponent ? ['an optional exponent'] : []),
    ...(affixes.length === 0 ? [] : [`optional ${affixes.map((one) => JSON.stringify(one)).join(' or ')}`]),
  ];
}

function describeSeparator(characters: string): string {
  const [word] = Object.entries(CLASSES).find(([, all]) => all === characters) ?? [];
  return word ?? JSON.stringify(characters);
}

/** Joins a type's name, its other parts and its notation to a sentence: `DECIMAL with … and …`. */
export function describeNumber(type: string, parts: readonly string[]): string {
  if (parts.length === 0) return type;
  const last = parts.at(-1) ?? '';
  return `${type} with ${parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`}`;
}

/** Returns texts of a number, given as its plain text: the simplest first. */
export function writeNotation(plain: string, notation: Notation, point: string): string[] {
  const { group, kinds, isIndian, sign, affixes } = notation;
  const separator = group ?? kinds[0]?.charAt(0) ?? null;
  const at = point === '' ? -1 : plain.indexOf(point);
  const whole = at < 0 ? plain : plain.slice(0, at);
  const grouped = separator === null ? [] : [toGroups(whole, separator, isIndian) + (at < 0 ? '' : plain.slice(at))];
  const signed = [plain, ...grouped].flatMap((one) => writeSign(one, sign));
  const [affix] = affixes;
  return affix === undefined ? signed : [...signed, ...signed.map((one) => `${one} ${affix}`)];
}

function writeSign(text: string, sign: Notation['sign']): string[] {
  const isNegative = text.startsWith('-');
  const digits = isNegative ? text.slice(1) : text;
  switch (sign) {
    case 'LEADING':
      return [text];
    case 'TRAILING':
      return [isNegative ? `${digits}-` : digits];
    case 'EITHER':
      return isNegative ? [text, `${digits}-`] : [text];
    case 'PARENTHESES':
      return [isNegative ? `(${digits})` : digits];
    case 'OVERPUNCH': {
      const last = Number(digits.slice(-1));
      return isNegative ? [digits.slice(0, -1) + '}JKLMNOPQR'.charAt(last)] : [digits];
    }
  }
}

/** Returns the digits with a separator between groups, counted from the right: `1,234,567`. */
function toGroups(digits: string, separator: string, isIndian: boolean): string {
  const groups = isIndian ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
  return digits.replace(groups, () => separator);
}

/**
 * Reports separators that are equal to each other, or that are a digit, a sign or a line end; a grouping without
 * separators; affixes that could be parts of a number. `point` is the decimal separator; null without decimals.
 */
export function checkNotation(field: NotationValues, { pointer, point, report }: CheckNotation): void {
  const separators = separatorsOf(field.groupSeparator);
  const isList = typeof field.groupSeparator !== 'string';
  if (isList && field.groupSeparator !== undefined && (separators.length === 0 || separators.length > 10))
    report('too_many_items', `${pointer}/groupSeparator`, { max: 10, found: separators.length });
  separators.forEach((separator, index) => {
    const at = `${pointer}/groupSeparator${isList ? `/${index}` : ''}`;
    checkSeparator('groupSeparator', separator, { at, point, report });
  });
  if (field.grouping !== undefined && separators.length === 0)
    report(
      'key_without_effect',
      `${pointer}/grouping`,
      { key: 'grouping', because: 'the field has no groupSeparator' },
      { at: 'key' },
    );
  field.affixes?.forEach((affix, index) => {
    const because = /\p{Nd}/u.test(affix)
      ? 'it has a digit'
      : /^[\p{White_Space}+\-().,'’]+$/u.test(affix)
        ? 'it could be a part of a number'
        : null;
    if (because !== null)
      report('invalid_character', `${pointer}/affixes/${index}`, { key: 'affixes', value: affix, because });
  });
}

interface CheckNotation {
  readonly pointer: string;
  readonly point: string | null;
  readonly report: Report;
}

function checkSeparator(
  key: 'groupSeparator',
  separator: string,
  { at, point, report }: { at: string; point: string | null; report: Report },
): void {
  const characters = Object.hasOwn(CLASSES, separator) ? (CLASSES[separator] ?? '') : separator;
  const length = [...characters].length;
  if (!Object.hasOwn(CLASSES, separator) && length !== 1)
    return report('not_one_character', at, { value: separator, length, none: false, names: Object.keys(CLASSES) });
  const because = findReason(separator);
  if (because !== null) report('invalid_character', at, { key, value: separator, because });
  if (point !== null && characters.includes(point))
    report('same_character', at, { key, other: 'decimalSeparator', value: point });
}

/** Returns why a character cannot be a separator of numbers; null if it can. */
export function findReason(value: string): string | null {
  if (/^[0-9]$/.test(value)) return 'it is a digit';
  if (value === '+' || value === '-') return 'it is a sign';
  if (/^[\r\n]$/.test(value)) return 'it ends a line';
  return null;
}
