/**
 * Returns the line of a generated module on which the code of each field begins, from 0. The module has one block per
 * field, in the order of the spec.
 */
export function findFieldLines(module: string, fields: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const lines = module.split('\n');
  let from = 0;
  for (const field of fields) {
    const start = `{ field: ${quote(field)}, column: `;
    const at = lines.findIndex((line, index) => index >= from && line.includes(start));
    if (at < 0) continue;
    found.set(field, at);
    from = at;
  }
  return found;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** Returns the field whose block contains a line; null before the first field. */
export function fieldAt(lines: ReadonlyMap<string, number>, line: number): string | null {
  let found: string | null = null;
  let start = -1;
  for (const [field, at] of lines)
    if (at <= line && at > start) {
      found = field;
      start = at;
    }
  return found;
}
