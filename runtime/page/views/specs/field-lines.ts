/** A field of a spec. */
export interface ShownField {
  name: string;
  /** The name, after the name of its record type and a dot if the spec has record types. */
  label: string;
}

interface WithFields {
  name?: unknown;
  fields?: readonly { name?: unknown }[];
}

/** Returns the fields of a spec or of all its record types, in their order. */
export function listFields(spec: { fields?: unknown; recordTypes?: unknown }): ShownField[] {
  // The casts are safe: the service returns fields and record types with their names.
  const { fields = [] } = spec as WithFields;
  const types = (spec.recordTypes ?? []) as readonly WithFields[];
  const own = fields.map(({ name }) => ({ name: String(name), label: String(name) }));
  const typed = types.flatMap((type) =>
    (type.fields ?? []).map(({ name }) => ({ name: String(name), label: labelOf(type.name, name) })),
  );
  return [...own, ...typed];
}

export function labelOf(type: unknown, field: unknown): string {
  return `${String(type)}.${String(field)}`;
}

/**
 * Returns the line of a generated module on which the code of each field begins, from 0, by the label of the field. The
 * module has one block per field, in the order of the spec.
 */
export function findFieldLines(module: string, fields: readonly ShownField[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const lines = module.split('\n');
  let from = 0;
  for (const { name, label } of fields) {
    const start = `{ field: ${quote(name)}, column: `;
    const at = lines.findIndex((line, index) => index >= from && line.includes(start));
    if (at < 0) continue;
    found.set(label, at);
    from = at + 1;
  }
  return found;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** Returns the label of the field whose block contains a line; null before the first field. */
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
