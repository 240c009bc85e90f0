import { character, optional } from '../shape/create-shape.ts';

/** The key for the group separator, which INTEGER and DECIMAL share. */
export const groupKeys = {
  groupSeparator: optional(
    character(
      'INTEGER, DECIMAL: the character between groups of three digits. A number has all of its separators or none. Default: none.',
    ),
  ),
};

/** Inserts a separator between groups of three digits, counted from the right. */
export function toGroups(digits: string, separator: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, () => separator);
}
