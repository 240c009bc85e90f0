/** A field name as part of a ruleId: `debtorIban` becomes `debtor-iban`. */
export function idOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .slice(0, 80);
}
