import { type CredentialType, InvalidCredential } from './credential-type.ts';

const DEFAULT_HEADER = 'Authorization: Bearer';
/** A field name (RFC 9110, section 5.1), optionally followed by a colon and a prefix of the value. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:: ?[\x21-\x7e]+)?$/;
/** Headers that the transfer of a message or of a part of a file needs, and which no credential may replace. */
const TRANSPORT_HEADERS: readonly string[] = [
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'range'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
];
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * API_TOKEN: a token that each request sends in a header. `metadata.header` is the name of the header, with an optional
 * prefix of its value. Default: `Authorization: Bearer`.
 */
export const apiToken: CredentialType = {
  type: 'API_TOKEN',
  title: 'Token of an HTTP server',
  words: {
    header: { description: `The one that has the token, with the beginning of its value. Default: ${DEFAULT_HEADER}` },
  },
  secret: { token: true },
  metadata: { header: false },
  check(secret, metadata) {
    const { token = '' } = secret;
    const { header = DEFAULT_HEADER } = metadata;
    if (!TOKEN.test(token))
      throw new InvalidCredential('secret.token', 'A token consists of visible ASCII characters.');
    if (!HEADER.test(header)) {
      throw new InvalidCredential(
        'metadata.header',
        `"header" is the name of a header, with an optional prefix after a colon: ${DEFAULT_HEADER}`,
      );
    }
    if (isTransportHeader(header.split(':')[0] ?? ''))
      throw new InvalidCredential('metadata.header', '"header" is a header that HTTP itself uses.');
    return { secret, metadata: { header }, hinted: token, expiresAt: null };
  },
};

/** Returns true if HTTP itself uses a header, such as Host, Range or If-Match. */
export function isTransportHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return TRANSPORT_HEADERS.includes(lower) || /^if-|^proxy-/.test(lower);
}
