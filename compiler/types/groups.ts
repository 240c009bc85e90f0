/** Canonical digits with a separator between groups of three, from the right. */
export function toGroups(digits: string, separator: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, () => separator);
}
