/** Inserts a separator between groups of three digits, counted from the right. */
export function toGroups(digits: string, separator: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, () => separator);
}
