import { isSame } from '../model/spec-pair.ts';
import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { planDatePattern } from '../../../emitting/dates/plan/pattern.ts';
import { patternOf } from '../../../language/types/date.ts';
import { separatorsOf } from '../../../language/types/number-notation.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { findOutside } from '../languages/containment.ts';
import { type Pipeline, ruleVerdict, withField, worstRule } from '../model/pipeline.ts';
import { worstOf } from '../model/severity.ts';
import { INTEGER, languageOf, languageOfRule, languageOfType } from '../languages/value-language.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';

/**
 * How the set of accepted texts of a field changed. `same`: no difference. `wider`: the field accepts more texts, and
 * the old texts have the same values. `revalued`: the field accepts the same texts, but some have other values.
 * `other`: any other difference, or one that cannot be determined.
 */
export type Acceptance = 'same' | 'wider' | 'revalued' | 'other';

/** Compares the texts that a field accepted with those that it accepts now. */
export function compareAcceptance(old: Field, now: Field): Acceptance {
  // What a notation with its own keys accepts is compared only if it is the same.
  if ((hasNotation(old) || hasNotation(now)) && !isSame(notationOf(old), notationOf(now))) return 'other';
  if (old.type === 'INTEGER' && now.type === 'DECIMAL')
    return now.scale === undefined
      ? compareGroups(old, now)
      : now.scale > 0
        ? 'other'
        : sameOr(old.groupSeparator === undefined);
  if (old.type === 'DECIMAL' && old.scale === 0 && now.type === 'INTEGER')
    return now.groupSeparator === undefined ? 'same' : 'wider';
  if (old.type !== now.type) return 'other';
  switch (now.type) {
    case 'STRING':
      return 'same';
    case 'INTEGER':
      return compareGroups(old, now);
    case 'DECIMAL':
      return compareDecimalForms(old, now);
    case 'BOOLEAN':
      return compareTruths(old, now);
    case 'DATE':
      return compareDateForms(patternOf(old), patternOf(now));
    case 'TIME':
    case 'TIMESTAMP':
      return sameOr(isSame(typeKinds[now.type].plan(old), typeKinds[now.type].plan(now)));
    default:
      return now.type satisfies never;
  }
}

function sameOr(isSameForm: boolean): Acceptance {
  return isSameForm ? 'same' : 'other';
}

/** The keys of a field that say how numbers are written, apart from separators and scale. */
function notationOf({ type, sign, exponent, affixes, grouping, groupSeparator }: Field): object {
  return { type, sign, exponent, affixes, grouping, groups: separatorsOf(groupSeparator).length > 1 && groupSeparator };
}

function hasNotation({ sign, exponent, affixes, grouping, groupSeparator }: Field): boolean {
  const isUsual = separatorsOf(groupSeparator).every((one) => one.length <= 2);
  return (
    [sign, exponent, affixes, grouping].some((key) => key !== undefined) || !isUsual || Array.isArray(groupSeparator)
  );
}

function compareGroups(old: Field, now: Field): Acceptance {
  const becomesDecimal = old.type !== now.type;
  if (isSame(old.groupSeparator, now.groupSeparator)) return becomesDecimal ? 'wider' : 'same';
  return old.groupSeparator === undefined ? 'wider' : 'other';
}

function compareDecimalForms(old: Field, now: Field): Acceptance {
  if (old.scale !== undefined && now.scale !== undefined) return old.scale === now.scale ? 'same' : 'revalued';
  if (old.scale !== undefined) return old.scale === 0 ? 'wider' : 'other';
  if (now.scale !== undefined || (old.decimalSeparator ?? '.') !== (now.decimalSeparator ?? '.')) return 'other';
  return compareGroups(old, now);
}

/** Returns all spellings of a lower-case word in upper and lower case. */
function textsOfWord(word: string): string[] {
  return [...word].reduce<string[]>(
    (begun, letter) => begun.flatMap((text) => [text + letter, text + letter.toUpperCase()]),
    [''],
  );
}

/** Returns all texts that a BOOLEAN field accepts, each with its truth value. */
export function truthsOf({ trueValues, falseValues }: Field): ReadonlyMap<string, boolean> {
  const falses = (falseValues ?? textsOfWord('false')).map((text) => [text, false] as const);
  // If a text is in both lists, it means true.
  return new Map([...falses, ...(trueValues ?? textsOfWord('true')).map((text) => [text, true] as const)]);
}

function compareTruths(old: Field, now: Field): Acceptance {
  const [before, after] = [truthsOf(old), truthsOf(now)];
  const isAllThere = [...before.keys()].every((text) => after.has(text));
  if (!isAllThere) return 'other';
  const isUnchanged = [...before].every(([text, value]) => after.get(text) === value);
  if (before.size === after.size) return isUnchanged ? 'same' : 'revalued';
  return isUnchanged ? 'wider' : 'other';
}

/**
 * Compares two date patterns. The result is `same` if their layouts are equal, and `wider` if the new layout only has
 * additional optional parts at its end. Otherwise it is `other`.
 */
function compareDateForms(old: string, now: string): Acceptance {
  const [before, after] = [planDatePattern(old), planDatePattern(now)];
  if (before.kind === 'invalid' || after.kind === 'invalid') return 'other';
  const { parts } = after.layout;
  const begins = isSame(parts.slice(0, before.layout.parts.length), before.layout.parts);
  const rest = parts.slice(before.layout.parts.length);
  if (!begins || rest.some(({ kind }) => kind !== 'optional')) return 'other';
  return rest.length === 0 ? 'same' : 'wider';
}

/**
 * Whether no verdict gets worse if the field of the pipeline `old` is replaced by `now`, which has another type or
 * format. Returns false if this cannot be proved.
 */
export function isTypeCovered(old: Pipeline, now: Field): boolean {
  const next = withField(old, now);
  const worst = worstRule(next);
  switch (compareAcceptance(old.field, now)) {
    case 'same':
      return true;
    // Texts that were a type mismatch are now checked by the rules. No rule may be more severe than the type mismatch
    // was.
    case 'wider':
      return worst <= old.onTypeMismatch;
    case 'revalued':
      return worst === 0;
    default:
      return now.type === 'STRING' ? worst === 0 : isNarrowedBefore(old, next);
  }
}

/**
 * Whether the old rules and the old type already rejected, with the same or a worse verdict, every text that the new
 * type rejects or changes. Returns false if this cannot be proved.
 */
function isNarrowedBefore(old: Pipeline, next: Pipeline): boolean {
  const { field } = next;
  const verdict = worstOf([next.onTypeMismatch, worstRule(next), next.whenNull]);
  if (old.field.type !== 'STRING' && (verdict > old.onTypeMismatch || !hasPlainTexts(old.field, field))) return false;
  const binding = old.rules.filter((rule) => ruleVerdict(rule) >= verdict);
  const type = typeKinds[field.type];
  const listed = binding.map((rule) => ruleKinds[rule.ruleType].listedValues(rule)).find((values) => values !== null);
  if (listed !== undefined && old.field.type === 'STRING')
    return listed.every((text) => type.parse(text, type.plan(field)) === text);
  if (hasNotation(old.field) || hasNotation(field)) return false;
  const plain = languageOf((worstRule(next) === 0 ? takenPatternOf(field) : plainPatternOf(field)) ?? '[]');
  const before = binding.flatMap((rule) => languageOfRule(rule, old.field) ?? []);
  return (
    plain !== null && findOutside(plain, [...before, ...[languageOfType(old.field) ?? []].flat()]).kind === 'contained'
  );
}

/** Whether each text that the new type accepts is its own value in the old field. */
function hasPlainTexts(old: Field, now: Field): boolean {
  if (old.type === 'DATE') return true;
  return (
    old.type === 'DECIMAL' &&
    now.type === 'INTEGER' &&
    old.groupSeparator === now.groupSeparator &&
    old.scale === undefined
  );
}

/** Returns a regex for texts of a type that are identical to their values, or null if the type has no simple regex. */
function plainPatternOf(field: Field): string | null {
  if (field.type === 'INTEGER') return INTEGER;
  if (field.type !== 'DECIMAL' || field.scale !== undefined) return null;
  return (field.decimalSeparator ?? '.') === '.' ? `${INTEGER}(?:\\.\\d+)?` : INTEGER;
}

/** Returns a regex for texts that a type accepts, or null if the type has no simple regex. */
function takenPatternOf(field: Field): string | null {
  if (field.type === 'INTEGER') return '[+\\x2d]?\\d+';
  return field.type === 'DECIMAL' && (field.decimalSeparator ?? '.') === '.' && field.scale === undefined
    ? '[+\\x2d]?\\d*\\.?\\d+'
    : plainPatternOf(field);
}

/** Returns a text of a BOOLEAN field that meant true and now means false, or the reverse. `null` if there is none. */
export function contraryText(old: Field, now: Field): string | null {
  const after = truthsOf(now);
  for (const [text, value] of truthsOf(old)) if (after.get(text) === !value) return text;
  return null;
}

/** Whether some text of digits and separators means a different number than before. */
export function areNumbersRead(old: Field, now: Field): boolean {
  if ((old.scale ?? 0) !== (now.scale ?? 0)) return true;
  if (old.scale !== undefined || now.scale !== undefined) return false;
  const [before, after] = [old.decimalSeparator ?? '.', now.decimalSeparator ?? '.'];
  return separatorsOf(now.groupSeparator).includes(before) || separatorsOf(old.groupSeparator).includes(after);
}
