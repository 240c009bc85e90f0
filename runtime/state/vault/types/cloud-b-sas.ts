import { type CredentialType, InvalidCredential } from './credential-type.ts';

/** CLOUD_B_SAS: a shared access signature for Azure Blob Storage. A leading question mark is removed. */
export const cloudBSas: CredentialType = {
  type: 'CLOUD_B_SAS',
  title: 'SAS token of Azure',
  words: {
    sasToken: { title: 'SAS token', description: 'The part of the URL after the question mark.' },
  },
  secret: { sasToken: true },
  metadata: {},
  check(secret, metadata) {
    const token = (secret['sasToken'] ?? '').replace(/^\?/, '');
    const parameters = new URLSearchParams(token);
    if (!parameters.has('sig')) {
      throw new InvalidCredential(
        'secret.sasToken',
        'A shared access signature has a parameter "sig". Paste the whole token.',
      );
    }
    return { secret: { sasToken: token }, metadata, hinted: token, expiresAt: expiryOf(parameters.get('se')) };
  },
};

/**
 * Returns the expiry of a signature (its parameter `se`) as ISO 8601, UTC. Returns null if there is none, because the
 * signature refers to a stored access policy. Throws InvalidCredential if it is not a date.
 */
function expiryOf(text: string | null): string | null {
  if (text === null) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new InvalidCredential('secret.sasToken', 'The expiry "se" of the signature is not a date.');
  return new Date(time).toISOString();
}
