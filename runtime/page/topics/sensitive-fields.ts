import type { Client, Message } from '../../client/client.ts';

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
    const fields = (found?.fields ?? []) as unknown as readonly { name: string; sensitive?: boolean }[];
    return new Set(fields.filter(({ sensitive }) => sensitive === true).map(({ name }) => name));
  } catch {
    return null;
  }
}
