import { type CredentialType, InvalidCredential } from './credential-type.ts';

const DEFAULT_HEADER = 'Authorization: Bearer';
/** A field name (RFC 9110, section 5.1), optionally followed by a colon and a prefix of the value. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:: ?[\x21-\x7e]+)?$/;
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * API_TOKEN: a token that each request sends in a header. `metadata.header` is the name of the header, with an optional
 * prefix of its value. Default: `Authorization: Bearer`.
 */
export const apiToken: CredentialType = {
  type: 'API_TOKEN',
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
    return { secret, metadata: { header }, hinted: token, expiresAt: null };
  },
};
