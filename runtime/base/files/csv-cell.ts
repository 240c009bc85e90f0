/** Returns a value as a cell of CSV (RFC 4180). A null is an empty cell; an empty text is a cell with quotes. */
export function toCsvCell(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
