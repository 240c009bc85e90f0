/** Returns the part of a ruleId for a field name: `debtorIban` becomes `debtor-iban`. At most 80 characters. */
export function idOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .slice(0, 80);
}
