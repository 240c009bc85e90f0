/** Returns whether a field is computed from others instead of being read from the file. */
export function isComputed(field: { readonly value?: string }): field is { readonly value: string } {
  return field.value !== undefined;
}

/** Returns whether the value of a field is not in the records: it is computed, or in a line before all of them. */
export function isApart({ value, fromLine }: { readonly value?: string; readonly fromLine?: object }): boolean {
  return value !== undefined || fromLine !== undefined;
}

/** Returns whether a field has a place of its own in a record. */
export function hasPlace(field: {
  readonly value?: string;
  readonly from?: string;
  readonly fromLine?: object;
}): boolean {
  return !isApart(field) && field.from === undefined;
}
