import { type CheckedCredential, type CredentialType, InvalidCredential, type Texts } from './types/credential-type.ts';
import { apiToken } from './types/api-token.ts';
import { cloudAAccessKey } from './types/cloud-a-access-key.ts';
import { cloudBSas } from './types/cloud-b-sas.ts';
import { cloudCServiceAccount } from './types/cloud-c-service-account.ts';
import { oauth2Client } from './types/oauth2-client.ts';
import { password } from './types/password.ts';
import { sshKey } from './types/ssh-key.ts';

/** All types of credentials. A new type needs a new file and a line here. */
export const credentialTypes: readonly CredentialType[] = [
  sshKey,
  password,
  apiToken,
  cloudAAccessKey,
  cloudBSas,
  cloudCServiceAccount,
  oauth2Client,
];

const MAX_TEXT_LENGTH = 64 * 1024;

/**
 * Checks the `secret` and `metadata` that a caller sent. If `secret` is a text, it becomes the value of the first
 * secret member of the type. If the value of a member is an object, it is converted to JSON text. Throws
 * InvalidCredential for the first member that does not fit, and for an unknown type.
 */
export function checkCredential(
  type: string,
  { secret, metadata }: { secret: unknown; metadata: unknown },
): CheckedCredential {
  const kind = credentialTypes.find((candidate) => candidate.type === type);
  if (kind === undefined) {
    const known = credentialTypes.map((candidate) => candidate.type).join(', ');
    throw new InvalidCredential('type', `"type" is one of ${known}.`);
  }
  const [first = ''] = Object.keys(kind.secret);
  const given = typeof secret === 'string' ? { [first]: secret } : secret;
  return kind.check(readMembers('secret', given, kind.secret), readMembers('metadata', metadata ?? {}, kind.metadata));
}

function readMembers(name: string, value: unknown, members: Readonly<Record<string, boolean>>): Texts {
  const names = Object.keys(members).join(', ') || 'no members';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidCredential(name, `"${name}" is an object with ${names}.`);
  }
  const texts: Record<string, string> = {};
  for (const [member, content] of Object.entries(value)) {
    if (!Object.hasOwn(members, member)) throw new InvalidCredential(`${name}.${member}`, `"${name}" has ${names}.`);
    texts[member] = readText(`${name}.${member}`, content);
  }
  for (const [member, isRequired] of Object.entries(members)) {
    if (isRequired && !texts[member]) throw new InvalidCredential(`${name}.${member}`, `"${member}" is required.`);
  }
  return texts;
}

function readText(field: string, content: unknown): string {
  const text = typeof content === 'object' && content !== null ? JSON.stringify(content) : content;
  if (typeof text !== 'string') throw new InvalidCredential(field, `"${field}" is not a text.`);
  if (text.length > MAX_TEXT_LENGTH)
    throw new InvalidCredential(field, `"${field}" is longer than ${MAX_TEXT_LENGTH} characters.`);
  return text;
}
