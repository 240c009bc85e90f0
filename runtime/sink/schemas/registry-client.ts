import { reasonOf } from '../../base/files/error-reason.ts';
import type { SchemaSettings } from '../../base/model/message-schemas.ts';
import { RunFailure, RunPause } from '../../base/model/run-failure.ts';

/** A schema and the subject to which it belongs. */
export interface SubjectSchema {
  readonly subject: string;
  readonly schema: string;
  /** Null: Avro. */
  readonly schemaType: 'JSON' | null;
}

const TIMEOUT_MS = 10_000;
const CONTENT_TYPE = 'application/vnd.schemaregistry.v1+json';
/** How much of the words of a registry a failure contains. */
const MAX_WORDS = 1000;

/**
 * Returns the id of a schema in a registry with Confluent's REST interface. A schema that it does not know is registered
 * if the settings say so. Throws RunFailure if the registry refuses, and RunPause if it does not answer.
 */
export async function findSchemaId(
  wanted: SubjectSchema,
  { url, authorization, registers }: SchemaSettings,
): Promise<number> {
  const { subject, schema, schemaType } = wanted;
  const ask = (path: string): Promise<RegistryAnswer> =>
    post(`${url}/subjects/${encodeURIComponent(subject)}${path}`, {
      authorization,
      // Registries of before schema types know only Avro.
      body: JSON.stringify({ schema, ...(schemaType !== null && { schemaType }) }),
    });
  const known = await ask('');
  if (known.status === 200) return idOf(known, subject);
  if (known.status !== 404) throw refused(known, subject);
  if (!registers)
    throw new RunFailure(
      'schema_unknown',
      `the schema registry does not have the schema of the messages below the subject "${subject}"${words(known)}. Register it, or set --register-schemas`,
    );
  const registered = await ask('/versions');
  if (registered.status === 200) return idOf(registered, subject);
  throw refused(registered, subject);
}

interface RegistryAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

async function post(
  url: string,
  { authorization, body }: { authorization: string | null; body: string },
): Promise<RegistryAnswer> {
  const headers = {
    'content-type': CONTENT_TYPE,
    accept: `${CONTENT_TYPE}, application/json`,
    ...(authorization !== null && { authorization }),
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    const text = await response.text();
    return { status: response.status, body: parse(text), text };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw new RunPause('schema_registry_unavailable', `the schema registry cannot be reached: ${reasonOf(cause)}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function idOf({ body, status }: RegistryAnswer, subject: string): number {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
  if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < 2 ** 32) return id;
  throw new RunFailure(
    'schema_registry_failed',
    `the answer ${status} for the subject "${subject}" has no id: the URL of --schema-registry is that of no registry with Confluent's REST interface`,
  );
}

/** Returns the error for an answer without a schema. */
function refused(answer: RegistryAnswer, subject: string): RunFailure | RunPause {
  const { status } = answer;
  if (status >= 500 || status === 429 || status === 408)
    return new RunPause('schema_registry_unavailable', `the schema registry answered ${status}${words(answer)}`);
  if (status === 401 || status === 403)
    return new RunFailure(
      'schema_registry_denied',
      `the schema registry denies access (${status})${words(answer)}. See --schema-registry-credential`,
    );
  if (status === 409 || status === 422)
    return new RunFailure(
      'schema_refused',
      `the schema registry refuses the schema for the subject "${subject}" (${status})${words(answer)}`,
    );
  return new RunFailure(
    'schema_registry_failed',
    `the schema registry answered ${status} for the subject "${subject}"${words(answer)}`,
  );
}

/** Returns what the registry says, after a colon. */
function words({ body, text }: RegistryAnswer): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : text;
  const said = String(message).replaceAll(/\s+/g, ' ').trim().replace(/[.]$/, '');
  return said === '' ? '' : `: ${said.slice(0, MAX_WORDS)}`;
}
