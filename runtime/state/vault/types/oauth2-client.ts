import { isThisMachine } from './credential-binding.ts';
import { type CredentialType, InvalidCredential } from './credential-type.ts';

const METHODS = ['client_secret_basic', 'client_secret_post'];

/** OAUTH2_CLIENT: a client of the client credentials grant (RFC 6749, section 4.4). */
export const oauth2Client: CredentialType = {
  type: 'OAUTH2_CLIENT',
  title: 'OAuth 2.0 client',
  words: {
    clientId: { title: 'Id of the client' },
    clientSecret: { title: 'Secret of the client' },
    tokenUrl: { title: 'Address for tokens', description: 'For example https://login.example.com/oauth2/token.' },
    scope: { description: 'What the tokens allow, if the server asks for it.' },
    audience: { description: 'For whom the tokens are, if the server asks for it.' },
    authMethod: { title: 'How the client logs in', description: `${METHODS.join(' or ')}. Default: the first.` },
  },
  secret: { clientSecret: true },
  metadata: { clientId: true, tokenUrl: true, scope: false, audience: false, authMethod: false },
  check(secret, metadata) {
    const { authMethod = 'client_secret_basic' } = metadata;
    if (!METHODS.includes(authMethod)) {
      throw new InvalidCredential('metadata.authMethod', `"authMethod" is one of ${METHODS.join(', ')}.`);
    }
    checkTokenUrl(metadata['tokenUrl'] ?? '');
    return { secret, metadata: { ...metadata, authMethod }, hinted: secret['clientSecret'] ?? '', expiresAt: null };
  },
};

function checkTokenUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new InvalidCredential(
      'metadata.tokenUrl',
      '"tokenUrl" is not a URL. Example: https://login.example.com/oauth2/token',
    );
  }
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw new InvalidCredential(
      'metadata.tokenUrl',
      '"tokenUrl" has https, except on this machine: over http, everybody on the way can read the secret.',
    );
  if (url.username !== '' || url.password !== '') {
    throw new InvalidCredential(
      'metadata.tokenUrl',
      '"tokenUrl" contains a user or a password. Send them as clientId and secret.',
    );
  }
}
