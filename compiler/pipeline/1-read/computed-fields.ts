/** Returns whether a field is computed from others instead of being read from the file. */
export function isComputed(field: { readonly value?: string }): field is { readonly value: string } {
  return field.value !== undefined;
}

/** Returns whether a field has a place of its own in a record: it is neither computed nor copied. */
export function hasPlace({ value, from }: { readonly value?: string; readonly from?: string }): boolean {
  return value === undefined && from === undefined;
}
