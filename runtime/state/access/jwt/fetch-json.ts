import { isIPv4 } from 'node:net';
import { traceHeaders } from '../../../base/log/trace-context.ts';

/** Limits of a document of the issuer: its size in bytes, and the time until it has arrived. */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 5000;

/**
 * Fetches a JSON document of at most 1 MiB within 5 seconds. Redirects are not followed, because their target was not
 * configured. Throws an Error.
 */
export async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    headers: { ...traceHeaders(), accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the answer has the status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    // Leaving the loop closes the connection.
    if ((bytes += chunk.length) > MAX_BYTES) throw new Error(`the answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/**
 * Returns true if a document from this URL can be trusted: it is fetched over HTTPS, or from this machine. Anybody who
 * changes the keys of the issuer on their way could sign any token.
 */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  const isHere = hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
