import type { KeyValues } from '../shape/shape.ts';
import { type notationKeys, separatorsOf } from './number-notation.ts';
import { type Acceptance, isSameKey } from './type-kind.ts';

/** The keys of a field with numbers. A DECIMAL may have all of them. */
export type NumberField = { readonly scale?: number; readonly decimalSeparator?: string } & KeyValues<
  typeof notationKeys
>;

type TypedField = NumberField & { readonly type: string };

/** A regular expression for integers in canonical form: no `+`, no leading zeros. */
export const INTEGER_PATTERN = '-?(?:0|[1-9]\\d*)';

/** Returns whether a number is written with keys of its own: an exponent, affixes, or an unusual sign or grouping. */
export function hasNotation({ sign, exponent, affixes, grouping, groupSeparator }: NumberField): boolean {
  const isUsual = separatorsOf(groupSeparator).every((one) => one.length <= 2);
  return (
    [sign, exponent, affixes, grouping].some((key) => key !== undefined) || !isUsual || Array.isArray(groupSeparator)
  );
}

/** Returns whether two fields of a type differ in how numbers are written, apart from separators and scale. */
export function areNotationsApart(old: TypedField, now: TypedField): boolean {
  // What a notation with its own keys accepts is compared only if it is the same.
  return (hasNotation(old) || hasNotation(now)) && !isSameKey(notationOf(old), notationOf(now));
}

function notationOf({ type, sign, exponent, affixes, grouping, groupSeparator }: TypedField): object {
  return { type, sign, exponent, affixes, grouping, groups: separatorsOf(groupSeparator).length > 1 && groupSeparator };
}

/** Compares the group separators of two fields with numbers. A number of another type only adds accepted texts. */
export function compareGroups(old: NumberField, now: NumberField, isSameType: boolean): Acceptance {
  if (isSameKey(old.groupSeparator, now.groupSeparator)) return isSameType ? 'same' : 'wider';
  return old.groupSeparator === undefined ? 'wider' : 'other';
}

/** Returns texts with numbers. */
export function typicalNumbers({ groupSeparator }: NumberField, decimals: readonly string[]): string[] {
  const [separator] = separatorsOf(groupSeparator);
  const grouped = separator === undefined ? [] : [`1${separator}234`];
  return [...grouped, ...decimals, '1', '-1', '+1', '0', ' 1', '007'];
}

/** Whether some text of digits and separators means a different number than before. */
export function areNumbersRead(old: NumberField, now: NumberField): boolean {
  if ((old.scale ?? 0) !== (now.scale ?? 0)) return true;
  if (old.scale !== undefined || now.scale !== undefined) return false;
  const [before, after] = [old.decimalSeparator ?? '.', now.decimalSeparator ?? '.'];
  return separatorsOf(now.groupSeparator).includes(before) || separatorsOf(old.groupSeparator).includes(after);
}
