import { character, optional } from '../shape/create-shape.ts';

/** The key `groupSeparator`, which INTEGER and DECIMAL share. */
export const groupKeys = {
  groupSeparator: optional(
    character(
      'INTEGER, DECIMAL: the character between groups of three digits. A number has all of its separators or none. Default: none.',
    ),
  ),
};

/** Returns the digits with a separator between groups of three, counted from the right: `1,234,567`. */
export function toGroups(digits: string, separator: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, () => separator);
}
