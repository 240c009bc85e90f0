import { createPrivateKey } from 'node:crypto';
import { type CredentialType, InvalidCredential } from './credential-type.ts';

const FIELD = 'secret.serviceAccount';

/** CLOUD_C_SERVICE_ACCOUNT: the JSON key file of a Google Cloud service account. */
export const cloudCServiceAccount: CredentialType = {
  type: 'CLOUD_C_SERVICE_ACCOUNT',
  title: 'Service account of Google Cloud',
  words: {
    serviceAccount: { title: 'Key file', description: 'The whole JSON file.' },
  },
  secret: { serviceAccount: true },
  metadata: {},
  check(secret) {
    const account = parseAccount(secret['serviceAccount'] ?? '');
    const [clientEmail, privateKey] = [textOf(account, 'client_email'), textOf(account, 'private_key')];
    if (!canSign(privateKey))
      throw new InvalidCredential(FIELD, 'The "private_key" of the service account is not a private key in PEM.');
    const projectId = account['project_id'];
    return {
      secret,
      metadata: { clientEmail, ...(typeof projectId === 'string' ? { projectId } : {}) },
      hinted: lastKeyLine(privateKey),
      expiresAt: null,
    };
  },
};

/**
 * Returns the last line of base64 in a PEM key; empty if there is none. The hint of a key shows the end of this line.
 */
export function lastKeyLine(pem: string): string {
  const lines = pem.split(/\r\n|\r|\n/).filter((line) => /^[A-Za-z0-9+/=]+$/.test(line));
  return lines.at(-1) ?? '';
}

function parseAccount(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text, so it is not used.
    throw new InvalidCredential(FIELD, 'The service account is not JSON. Send the whole key file.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidCredential(FIELD, 'The service account is not a JSON object. Send the whole key file.');
  }
  return value as Readonly<Record<string, unknown>>;
}

function textOf(account: Readonly<Record<string, unknown>>, member: string): string {
  const value = account[member];
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidCredential(FIELD, `The service account has no "${member}". Send the whole key file.`);
}

function canSign(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}
