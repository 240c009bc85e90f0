/**
 * Returns the text of the cell of the field `key`, or null if the record has none. `at` has the index of each field's
 * cell. Undefined if the field has no place.
 */
export function cellAt(
  { cells, at }: { readonly cells: readonly (string | undefined)[]; readonly at: Readonly<Record<string, number>> },
  key: string,
): string | null | undefined {
  const index = Object.hasOwn(at, key) ? at[key] : undefined;
  return index === undefined ? undefined : (cells[index] ?? null);
}
