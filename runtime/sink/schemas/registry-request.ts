import { request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { reasonOf } from '../../base/files/error-reason.ts';
import type { SchemaSettings } from '../../base/model/message-schemas.ts';
import { RunPause } from '../../base/model/run-failure.ts';

/** The answer of a registry. `body` is its JSON, or null if it is none. */
export interface RegistryAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const CONTENT_TYPE = 'application/vnd.schemaregistry.v1+json';

/**
 * Sends JSON to a path of a registry. Throws RunPause if there is no answer within 10 seconds, or if it is too long, and the
 * errors of the authorizer.
 */
export async function postToRegistry(path: string, body: string, settings: SchemaSettings): Promise<RegistryAnswer> {
  const { authorization, authorizer } = settings;
  if (authorizer === null)
    return post(path, body, { settings, secret: authorization === null ? {} : { authorization } });
  const answer = await post(path, body, { settings, secret: await authorizer.authorize() });
  const other = answer.status === 401 ? await authorizer.renew() : null;
  return other === null ? answer : post(path, body, { settings, secret: other });
}

async function post(
  path: string,
  body: string,
  { settings: { url, tls }, secret }: { settings: SchemaSettings; secret: Readonly<Record<string, string>> },
): Promise<RegistryAnswer> {
  const target = new URL(`${url}${path}`);
  const headers = {
    ...secret,
    'content-type': CONTENT_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    accept: `${CONTENT_TYPE}, application/json`,
  };
  try {
    const { status, text } = await send(target, body, { method: 'POST', headers, ...tls });
    return { status, body: parse(text), text };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const reason = isLate ? `no answer within ${TIMEOUT_MS / 1000} seconds` : reasonOf(error);
    throw new RunPause('schema_registry_unavailable', `the schema registry cannot be reached: ${reason}`);
  }
}

function send(url: URL, body: string, options: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // One request per schema and run: no connection is kept.
    const own = { ...options, agent: false as const };
    const request = url.protocol === 'https:' ? requestSecurely(url, own) : requestPlain(url, own);
    const abort = (): void => void request.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort);
    request.on('close', () => signal.removeEventListener('abort', abort));
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) return void request.destroy(new Error(`its answer is longer than ${MAX_BYTES} bytes`));
        chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    request.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
