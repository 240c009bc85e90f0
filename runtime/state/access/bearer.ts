/** The token of a request, or why the request has none that can be read. */
export type Bearer = { kind: 'none' } | { kind: 'malformed' } | { kind: 'token'; token: string };

/** Size limit of a token, in characters. */
const MAX_TOKEN = 8192;

/**
 * Returns the token of `Authorization: Bearer …` (RFC 6750, section 2.1). `headers` are the values of all Authorization
 * headers of a request. Several headers, another scheme, and a token that is too long are malformed.
 */
export function readBearer(headers: readonly string[]): Bearer {
  const [header, ...others] = headers;
  if (header === undefined) return { kind: 'none' };
  if (others.length > 0 || header.length > MAX_TOKEN) return { kind: 'malformed' };
  const [, token] = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header) ?? [];
  return token === undefined ? { kind: 'malformed' } : { kind: 'token', token };
}
