import { mediaTypeOf, readText } from '../http/body.ts';
import { Problem } from '../http/problem.ts';

/** The members of a JSON object. Their values are not checked yet. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** The maximum depth of nested values. A deeper value could exhaust the stack of the code that reads it. */
const MAX_DEPTH = 20;

/**
 * Reads the body of a request, which is a JSON object. With `mayBeEmpty`, returns an object without members for an empty
 * body. Throws a Problem: 400 if it is not JSON, not an object or nested too deeply, 413 if it is larger than `maxBytes`
 * bytes, 415 for another content type. Throws ClientGone if the connection closes.
 */
export async function readJsonObject(
  request: Request,
  { maxBytes, mayBeEmpty = false }: { maxBytes: number; mayBeEmpty?: boolean },
): Promise<JsonMembers> {
  const type = mediaTypeOf(request.headers);
  const isJson = type === 'application/json';
  if (!isJson && !(mayBeEmpty && type === ''))
    throw new Problem('unsupported_media_type', 'send the body as application/json', {
      headers: { accept: 'application/json' },
    });
  const text = await readText(request, maxBytes);
  if (mayBeEmpty && text === '') return {};
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('malformed_request', 'the body is not a JSON object');
  if (isDeeper(value, MAX_DEPTH))
    throw new Problem('malformed_request', `the body has values that are nested more than ${MAX_DEPTH} deep`);
  // The cast is safe: every object has members.
  return value as JsonMembers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the error quotes the body, which may contain a secret.
    throw new Problem('malformed_json', 'the body is not valid JSON (RFC 8259)');
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1));
}
