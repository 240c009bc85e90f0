import type { SchemaSettings } from '../../base/model/message-schemas.ts';
import { RunFailure, RunPause } from '../../base/model/run-failure.ts';
import { postToRegistry, type RegistryAnswer } from './registry-request.ts';
import { isSameSchema } from './same-schema.ts';

/** A schema and the subject to which it belongs. */
export interface SubjectSchema {
  readonly subject: string;
  readonly schema: string;
  /** Null: Avro. */
  readonly schemaType: 'JSON' | null;
}

/** How much of the words of a registry a failure contains. */
const MAX_WORDS = 1000;

/**
 * Returns the id of a schema in a registry with Confluent's REST interface. A schema that it does not know is registered
 * if the settings say so. Throws RunFailure if the registry refuses, and RunPause if it does not answer.
 */
export async function findSchemaId(wanted: SubjectSchema, settings: SchemaSettings): Promise<number> {
  const { subject } = wanted;
  const known = await ask(wanted, pathOf(wanted), settings);
  if (known.status === 200) return checkedIdOf(known, wanted);
  if (!isUnknown(known)) throw refused(known, subject);
  if (!settings.registers)
    throw new RunFailure(
      'schema_unknown',
      `the schema registry does not have the schema of the messages below the subject "${subject}"${words(known)}. Register it, or set --register-schemas`,
    );
  const registered = await ask(wanted, `${pathOf(wanted)}/versions`, settings);
  if (registered.status === 200) return idOf(registered, subject);
  throw refused(registered, subject);
}

/** What a registry would do with a schema. `refused`: with its words. */
export type SchemaOutlook =
  | { readonly kind: 'registered'; readonly id: number }
  | { readonly kind: 'first' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly words: string };

/**
 * Returns what a registry would do with a schema, and changes nothing. Throws RunFailure if it denies access or is none, and
 * RunPause if it does not answer.
 */
export async function foreseeSchema(wanted: SubjectSchema, settings: SchemaSettings): Promise<SchemaOutlook> {
  const { subject } = wanted;
  const known = await ask(wanted, pathOf(wanted), settings);
  if (known.status === 200) return { kind: 'registered', id: checkedIdOf(known, wanted) };
  if (known.status === 422) return { kind: 'refused', words: said(known) };
  if (!isUnknown(known)) throw refused(known, subject);
  const compatibility = `/compatibility${pathOf(wanted)}/versions`;
  const all = await ask(wanted, `${compatibility}?verbose=true`, settings);
  // Some registries compare with the latest version only.
  const found =
    all.status === 405 || (all.status === 404 && !isUnknown(all))
      ? await ask(wanted, `${compatibility}/latest?verbose=true`, settings)
      : all;
  if (found.status === 404) return { kind: 'first' };
  if (found.status === 409 || found.status === 422) return { kind: 'refused', words: said(found) };
  if (found.status !== 200) throw refused(found, subject);
  const { is_compatible: isCompatible, messages, reason } = found.body as Readonly<Record<string, unknown>>;
  if (isCompatible === true) return { kind: 'accepted' };
  const reasons = Array.isArray(messages) && messages.length > 0 ? messages.join('; ') : String(reason ?? '');
  return { kind: 'refused', words: shorten(reasons) };
}

/** Returns whether the registry does not know a subject or a schema: 404 and two more digits. Other servers answer 404. */
function isUnknown({ status, body }: RegistryAnswer): boolean {
  const code = typeof body === 'object' && body !== null && 'error_code' in body ? body.error_code : null;
  return status === 404 && typeof code === 'number' && code >= 40_400;
}

function pathOf({ subject }: SubjectSchema): string {
  return `/subjects/${encodeURIComponent(subject)}`;
}

function ask({ schema, schemaType }: SubjectSchema, path: string, settings: SchemaSettings): Promise<RegistryAnswer> {
  // Registries of before schema types know only Avro.
  const body = JSON.stringify({ schema, ...(schemaType !== null && { schemaType }) });
  return postToRegistry(path, body, settings);
}

/** Returns the id in the answer to a lookup. Throws RunFailure if the id is that of another schema. */
function checkedIdOf(answer: RegistryAnswer, { subject, schema }: SubjectSchema): number {
  const id = idOf(answer, subject);
  const found =
    typeof answer.body === 'object' && answer.body !== null && 'schema' in answer.body ? answer.body.schema : null;
  if (typeof found !== 'string' || isSameSchema(found, schema)) return id;
  throw new RunFailure(
    'schema_registry_failed',
    `the schema registry has another schema under the id ${id} than that of the messages for the subject "${subject}". Do not publish with it: its data may be damaged`,
  );
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
  const isNone = status === 404 && !isUnknown(answer);
  return new RunFailure(
    'schema_registry_failed',
    isNone
      ? `the URL of the schema registry is that of no registry with Confluent's REST interface: it answered 404 for the subject "${subject}"`
      : `the schema registry answered ${status} for the subject "${subject}"${words(answer)}`,
  );
}

/** Returns what the registry says, after a colon. */
function words(answer: RegistryAnswer): string {
  const text = said(answer);
  return text === '' ? '' : `: ${text}`;
}

function said({ body, text }: RegistryAnswer): string {
  return shorten(String(typeof body === 'object' && body !== null && 'message' in body ? body.message : text));
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replace(/[.]$/, '').slice(0, MAX_WORDS);
}
