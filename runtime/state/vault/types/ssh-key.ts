import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type ssh2 from 'ssh2';
import { type CredentialType, InvalidCredential } from './credential-type.ts';
import { lastKeyLine } from './cloud-c-service-account.ts';

const FIELD = 'secret.privateKey';

const require = createRequire(import.meta.url);

/** SSH_KEY: a private key in the format of OpenSSH, in PEM (PKCS #1, SEC 1, PKCS #8), or in PuTTY's PPK. */
export const sshKey: CredentialType = {
  type: 'SSH_KEY',
  title: 'SSH key',
  words: {
    privateKey: { description: 'The whole file, with its lines BEGIN and END.' },
    passphrase: { description: 'If the key is encrypted.' },
    username: { title: 'User', description: 'The name with which the service logs in.' },
  },
  secret: { privateKey: true, passphrase: false },
  metadata: { username: true },
  check(secret, metadata) {
    const { privateKey = '', passphrase } = secret;
    const key = isPkcs8(privateKey) ? convertPkcs8(privateKey, passphrase) : { privateKey, passphrase };
    checkKey(key.privateKey, key.passphrase);
    return {
      secret: { privateKey: key.privateKey, ...(key.passphrase === undefined ? {} : { passphrase: key.passphrase }) },
      metadata,
      hinted: lastKeyLine(privateKey),
      expiresAt: null,
    };
  },
};

function checkKey(privateKey: string, passphrase: string | undefined): void {
  // The library is loaded with the first key: it would take a part of the start of each service.
  const { utils } = require('ssh2') as typeof ssh2;
  const parsed = utils.parseKey(privateKey, passphrase);
  if (parsed instanceof Error) throw new InvalidCredential(FIELD, sentenceOf(parsed.message, passphrase));
  const isPrivate = (Array.isArray(parsed) ? parsed : [parsed]).every((key) => key.isPrivateKey());
  if (!isPrivate) throw new InvalidCredential(FIELD, 'This is a public key. Send the private key.');
}

/** Returns the message for an error of the SSH library. It never contains a part of the key. */
function sentenceOf(message: string, passphrase: string | undefined): string {
  if (!/passphrase|integrity|decrypt/i.test(message)) {
    return 'The private key cannot be parsed. Send it whole, in the form of OpenSSH, PEM or PPK version 2.';
  }
  return passphrase === undefined
    ? 'The private key is encrypted. Send its "passphrase", too.'
    : 'The passphrase does not open the private key.';
}

function isPkcs8(text: string): boolean {
  return /-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----/.test(text);
}

/**
 * Converts a PKCS #8 key to PKCS #1, SEC 1 or the format of OpenSSH, because ssh2 cannot read PKCS #8. The result is
 * not encrypted, so it has no passphrase. Throws InvalidCredential.
 */
function convertPkcs8(pem: string, passphrase: string | undefined): { privateKey: string; passphrase: undefined } {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    throw new InvalidCredential(FIELD, sentenceOf(String((error as Error).message), passphrase));
  }
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return { privateKey: String(key.export({ type: 'pkcs1', format: 'pem' })), passphrase: undefined };
    case 'ec':
      return { privateKey: String(key.export({ type: 'sec1', format: 'pem' })), passphrase: undefined };
    case 'ed25519':
      return { privateKey: writeOpenSshEd25519(key), passphrase: undefined };
    default:
      throw new InvalidCredential(
        FIELD,
        `SSH has no keys of the type ${key.asymmetricKeyType}. Use Ed25519, ECDSA or RSA.`,
      );
  }
}

/** Writes an Ed25519 key in the file format openssh-key-v1 (PROTOCOL.key of OpenSSH), without encryption. */
function writeOpenSshEd25519(key: KeyObject): string {
  const { d = '', x = '' } = key.export({ format: 'jwk' });
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  const publicKey = Buffer.concat([sshString('ssh-ed25519'), sshString(point)]);
  // The format requires two equal numbers, by which a reader checks the passphrase. Without a passphrase, their value
  // does not matter.
  const checkNumbers = Buffer.alloc(8);
  const body = Buffer.concat([checkNumbers, publicKey, sshString(Buffer.concat([seed, point])), sshString('')]);
  const padding = Buffer.from(Array.from({ length: (8 - (body.length % 8)) % 8 }, (_, index) => index + 1));
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    sshString('none'),
    sshString('none'),
    sshString(''),
    Buffer.from([0, 0, 0, 1]),
    sshString(publicKey),
    sshString(Buffer.concat([body, padding])),
  ]);
  const lines = file.toString('base64').replace(/.{70}/g, '$&\n');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

/** Returns a string of the SSH protocol (RFC 4251, section 5): the length as a 32-bit number, then the bytes. */
function sshString(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
