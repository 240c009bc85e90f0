const MAX_UNITS = 60;

/** Returns the name with its first letter in upper case: `amount` becomes `Amount`. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Converts text of the spec to the name of a type or function: `people-register` becomes `PeopleRegister`. The text
 * contributes at most MAX_UNITS characters. If the result would not begin with a letter, it begins with `fallback`.
 */
export function toPascalCase(text: string, fallback: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const name = words.map(capitalize).join('').slice(0, MAX_UNITS);
  return /^[A-Za-z]/.test(name) ? name : fallback + name;
}

/**
 * Converts text of the spec to the name of a value: `Transaction Id` becomes `transactionId`. If the result would not
 * begin with a letter, it begins with `fallback`.
 */
export function toCamelCase(text: string, fallback: string): string {
  const name = toPascalCase(text, fallback);
  const capitals = /^[A-Z]+(?![a-z])/.exec(name)?.[0].length ?? 1;
  return name.slice(0, capitals).toLowerCase() + name.slice(capitals);
}

/**
 * Returns which of a record's `keys`, the names of all its fields in the module, is that of the field `name` of the spec.
 * A name that several fields would have, or that a module must not declare, ends with a number. Returns null if the key
 * is not certain.
 */
export function findKey(name: string, keys: ReadonlySet<string>): string | null {
  const wanted = toCamelCase(name, 'field');
  const [first, ...others] = [wanted, `${wanted}2`, `${wanted}3`].filter((key) => keys.has(key));
  return first === undefined || others.length > 0 ? null : first;
}
