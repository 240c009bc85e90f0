import { isSame } from '../model/spec-pair.ts';
import type { Field } from '../../1-read/spec-shape.ts';
import { planDatePattern } from '../../dates/plan/pattern.ts';
import { patternOf } from '../../types/date.ts';
import { typeKinds } from '../../types/type-kinds.ts';
import { findOutside } from '../languages/containment.ts';
import { type Pipeline, ruleVerdict, withField, worstRule } from '../model/pipeline.ts';
import { worstOf } from '../model/severity.ts';
import { INTEGER, languageOf, languageOfRule, languageOfType } from '../languages/value-language.ts';
import { textsOf } from '../../shape/create-shape.ts';

/**
 * How the texts that a field accepts changed. `same`: no difference. `wider`: more texts, and the old texts have their
 * old values. `revalued`: the same texts, but some have other values. `other`: anything else.
 */
export type Acceptance = 'same' | 'wider' | 'revalued' | 'other';

/** Compares the texts that a field accepted with those that it accepts now. */
export function compareAcceptance(old: Field, now: Field): Acceptance {
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
    default:
      return now.type satisfies never;
  }
}

function sameOr(isSameForm: boolean): Acceptance {
  return isSameForm ? 'same' : 'other';
}

function compareGroups(old: Field, now: Field): Acceptance {
  const becomesDecimal = old.type !== now.type;
  if (old.groupSeparator === now.groupSeparator) return becomesDecimal ? 'wider' : 'same';
  return old.groupSeparator === undefined ? 'wider' : 'other';
}

function compareDecimalForms(old: Field, now: Field): Acceptance {
  if (old.scale !== undefined && now.scale !== undefined) return old.scale === now.scale ? 'same' : 'revalued';
  if (old.scale !== undefined) return old.scale === 0 ? 'wider' : 'other';
  if (now.scale !== undefined || (old.decimalSeparator ?? '.') !== (now.decimalSeparator ?? '.')) return 'other';
  return compareGroups(old, now);
}

/** Returns all spellings of a word in upper and lower case, to compare it with a list of words. */
function textsOfWord(word: string): string[] {
  return [...word].reduce<string[]>(
    (begun, letter) => begun.flatMap((text) => [text + letter, text + letter.toUpperCase()]),
    [''],
  );
}

/** Returns the truth value of every text that a BOOLEAN field accepts. */
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

/** Date patterns are the same if their layouts are equal. A pattern is wider if optional parts were appended. */
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
 * Whether no verdict gets worse when a field has another type or form: the pipeline `old` with the field `now`. Returns
 * false if values change and rules read them, because that is not analysed.
 */
export function isTypeCovered(old: Pipeline, now: Field): boolean {
  const next = withField(old, now);
  const worst = worstRule(next);
  switch (compareAcceptance(old.field, now)) {
    case 'same':
      return true;
    // Texts that were not of the type now reach the rules. The rules must not be more severe.
    case 'wider':
      return worst <= old.onTypeMismatch;
    case 'revalued':
      return worst === 0;
    default:
      return now.type === 'STRING' ? worst === 0 : isNarrowedBefore(old, next);
  }
}

/** Whether the old rules already rejected every text that the new type does not accept unchanged. */
function isNarrowedBefore(old: Pipeline, next: Pipeline): boolean {
  const { field } = next;
  const verdict = worstOf([next.onTypeMismatch, worstRule(next), next.whenNull]);
  if (old.field.type !== 'STRING' && (verdict > old.onTypeMismatch || !hasPlainTexts(old.field, field))) return false;
  const binding = old.rules.filter((rule) => ruleVerdict(rule) >= verdict);
  const type = typeKinds[field.type];
  const listed = binding.find(({ ruleType }) => ruleType === 'ALLOWED_VALUES');
  if (listed?.ruleType === 'ALLOWED_VALUES' && old.field.type === 'STRING')
    return textsOf(listed.value).every((text) => type.parse(text, type.plan(field)) === text);
  const plain = languageOf((worstRule(next) === 0 ? takenPatternOf(field) : plainPatternOf(field)) ?? '[]');
  const before = binding.flatMap((rule) => languageOfRule(rule, old.field) ?? []);
  return (
    plain !== null && findOutside(plain, [...before, ...[languageOfType(old.field) ?? []].flat()]).kind === 'contained'
  );
}

/** Whether values of the old field equal their texts, for all texts that the new type accepts. */
function hasPlainTexts(old: Field, now: Field): boolean {
  if (old.type === 'DATE') return true;
  return (
    old.type === 'DECIMAL' &&
    now.type === 'INTEGER' &&
    old.groupSeparator === now.groupSeparator &&
    old.scale === undefined
  );
}

/** A regex for the texts of a type that equal their values. `null` if there is no simple one. */
function plainPatternOf(field: Field): string | null {
  if (field.type === 'INTEGER') return INTEGER;
  if (field.type !== 'DECIMAL' || field.scale !== undefined) return null;
  return (field.decimalSeparator ?? '.') === '.' ? `${INTEGER}(?:\\.\\d+)?` : INTEGER;
}

/** A regex for the texts that a type accepts, whatever their values are. `null` if there is no simple one. */
function takenPatternOf(field: Field): string | null {
  if (field.type === 'INTEGER') return '[+\\x2d]?\\d+';
  return field.type === 'DECIMAL' && (field.decimalSeparator ?? '.') === '.' && field.scale === undefined
    ? '[+\\x2d]?\\d*\\.?\\d+'
    : plainPatternOf(field);
}

/** Returns a text that meant true and now means false, or the reverse. `null` if there is none. */
export function contraryText(old: Field, now: Field): string | null {
  const after = truthsOf(now);
  for (const [text, value] of truthsOf(old)) if (after.get(text) === !value) return text;
  return null;
}

/** Whether a text of digits and separators may be a different number than before. */
export function areNumbersRead(old: Field, now: Field): boolean {
  if ((old.scale ?? 0) !== (now.scale ?? 0)) return true;
  if (old.scale !== undefined || now.scale !== undefined) return false;
  const [before, after] = [old.decimalSeparator ?? '.', now.decimalSeparator ?? '.'];
  return before === now.groupSeparator || after === old.groupSeparator;
}
