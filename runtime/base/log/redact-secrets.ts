/** What the names of members with secrets end with, in lower case and without `-` and `_`. */
const SECRETS = [
  ...['password', 'passphrase', 'secret', 'token', 'authorization', 'cookie'],
  ...['privatekey', 'accesskey', 'accountkey', 'masterkey', 'apikey', 'connectionstring', 'signature'],
];

/** What exceeds these limits is not written. No event of the service has so much, but an object of a library may. */
const MAX_DEPTH = 10;
const MAX_MEMBERS = 2000;

/**
 * Returns a copy of the details of a log line in which `[redacted]` replaces the value of each member whose name says
 * that it is a secret, at any depth. What is nested more than 10 levels deep, and what follows 2,000 members, is
 * replaced, too, so that an object that contains itself ends.
 */
export function redactSecrets(details: object): Record<string, unknown> {
  let members = 0;

  function copyOf(value: unknown, depth: number): unknown {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH || ++members > MAX_MEMBERS) return '[omitted]';
    const plain: unknown = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
    if (typeof plain !== 'object' || plain === null) return plain;
    if (Array.isArray(plain)) return plain.map((each) => copyOf(each, depth + 1));
    return copyMembers(plain, depth);
  }

  function copyMembers(value: object, depth: number): Record<string, unknown> {
    const copied = Object.entries(value).map(
      ([name, member]) => [name, isSecret(name) ? '[redacted]' : copyOf(member, depth + 1)] as const,
    );
    return Object.fromEntries(copied);
  }

  return copyMembers(details, 0);
}

function isSecret(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  return SECRETS.some((secret) => plain.endsWith(secret));
}
