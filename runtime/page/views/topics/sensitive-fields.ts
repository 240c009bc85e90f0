import type { Client, Message } from '../../../client/client.ts';

/** The sensitive fields of the specs that published messages, by the name of the spec. Null: the spec is not known. */
export type SensitiveFields = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Returns the name of the spec of a message, from its header `ce_source` (`/specs/NAME`). Null without one. */
export function specOf({ headers }: Message): string | null {
  const [, name] = /^\/specs\/([^/]+)$/.exec(headers['ce_source'] ?? '') ?? [];
  return name === undefined ? null : decodeURIComponent(name);
}

/** Returns the sensitive fields of a spec. Null if the spec is gone or may not be read: then all values are masked. */
export async function readSensitiveFields(client: Client, spec: string): Promise<ReadonlySet<string> | null> {
  try {
    const found = await client.getSpec({ id: spec });
    // The cast is safe: the service returns fields with their names.
    return listSensitive((found ?? {}) as Contents & { recordTypes?: readonly NamedContents[] });
  } catch {
    return null;
  }
}

/**
 * The fields of a spec or of a record type. `from` is the field of another type whose value a field copies, and `value` an
 * expression that computes it.
 */
interface Contents {
  fields?: readonly { name: string; sensitive?: boolean; from?: string; value?: string; mask?: object }[];
}

interface NamedContents extends Contents {
  name: string;
}

/**
 * Returns the names of the sensitive fields of all record types. A copy of a sensitive value is sensitive. The page does
 * not read expressions, so a computed value is, too, unless it says otherwise, if its type has a sensitive field.
 */
function listSensitive(spec: Contents & { recordTypes?: readonly NamedContents[] }): Set<string> {
  const types = spec.recordTypes ?? [];
  const fields = [{ name: '', fields: spec.fields ?? [] }, ...types].flatMap(({ name: type, fields: own = [] }) =>
    own.map((field) => ({ ...field, type, path: `${type}.${field.name}` })),
  );
  const found = new Set(
    fields.filter(({ sensitive, mask }) => sensitive === true || mask !== undefined).map(({ path }) => path),
  );
  // Each round follows copies of copies by one more step.
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { path, from } of fields) if (from !== undefined && found.has(from)) found.add(path);
    const sensitiveTypes = new Set(fields.flatMap(({ path, type }) => (found.has(path) ? [type] : [])));
    for (const { path, type, value, sensitive } of fields)
      if (value !== undefined && sensitive === undefined && sensitiveTypes.has(type)) found.add(path);
  }
  return new Set(fields.filter(({ path }) => found.has(path)).map(({ name }) => name));
}
