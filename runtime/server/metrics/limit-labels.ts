/** The value of a label that replaces all further values. */
const OTHER = 'other';

/**
 * Returns a function that returns the first `maxValues` different texts unchanged, and `other` for all further ones.
 * Each value of a label is a time series of its own, so callers must not be able to create any number of them.
 */
export function limitLabels(maxValues: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= maxValues) return OTHER;
    known.add(value);
    return value;
  };
}
