import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { InvalidCredential } from './credential-type.ts';

/** Where a secret is sent. */
export interface CredentialUse {
  /** The type of the integration, for example `SFTP`. */
  readonly type: string;
  readonly host: string;
  readonly port: number;
  /** The port of the protocol: an entry of `hosts` without a port means this one. */
  readonly usualPort: number;
  /** Whether the secret is sent over http without TLS. */
  readonly isPlainHttp: boolean;
}

/** What a credential may be used for. A member that is null takes the value of the first use. */
export interface CredentialBinding {
  /** `sftp.example`, `*.bank.example:8443`. */
  readonly hosts: readonly string[] | null;
  /** Types of integrations. */
  readonly types: readonly string[] | null;
}

/** A credential was to be sent to a host for which it was not stored, or readable for everybody on the way. */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused';
}

const MAX_ENTRIES = 100;

/** Reads the `hosts` of a request. Returns null if there are none. Throws InvalidCredential. */
export function readHosts(hosts: unknown): string[] | null {
  return readList('hosts', hosts, (entry) => {
    const { name, port } = splitPort(entry);
    const plain = name.replace(/^\*\./, '');
    const isName = plain.length <= 253 && /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(normalized(plain));
    const isPort = port === null || (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535);
    return isPort && (isIPv6(name) || (isName && (plain === name || !isIPv4(plain))))
      ? formatHost(name, port === null ? null : Number(port))
      : null;
  });
}

/** Reads the `types` of a request. Returns null if there are none. Throws InvalidCredential. */
export function readTypes(types: unknown): string[] | null {
  return readList('types', types, (entry) => (/^[A-Z][A-Z_]{0,99}$/.test(entry) ? entry : null));
}

const EXPECTED = {
  hosts: 'hosts with their port where it is not the usual one, for example ["sftp.example", "*.bank.example:8443"]',
  types: 'types of integrations, for example ["SFTP"]',
};

function readList(name: keyof typeof EXPECTED, list: unknown, read: (entry: string) => string | null): string[] | null {
  if (list === undefined || list === null) return null;
  const entries = Array.isArray(list) ? list.map((entry) => (typeof entry === 'string' ? read(entry) : null)) : [];
  const known = entries.filter((entry) => entry !== null);
  if (known.length === 0 || known.length < entries.length || entries.length > MAX_ENTRIES)
    throw new InvalidCredential(name, `"${name}" is a list of 1 to ${MAX_ENTRIES} ${EXPECTED[name]}.`);
  return [...new Set(known)];
}

/** Completes a binding with what the uses of a credential need. */
export function bindTo(uses: readonly CredentialUse[], { hosts, types }: CredentialBinding): CredentialBinding {
  if (uses.length === 0) return { hosts, types };
  return {
    hosts: hosts ?? [...new Set(uses.map(hostOf))],
    types: types ?? [...new Set(uses.map(({ type }) => type))],
  };
}

/** Throws CredentialRefused if a credential with this name and binding may not be used in this way. */
export function requireUse(name: string, { hosts, types }: CredentialBinding, use: CredentialUse): void {
  if (use.isPlainHttp && !isThisMachine(use.host))
    throw new CredentialRefused(
      `The credential "${name}" would be sent over http, readable for everybody on the way. Use https.`,
    );
  if (types !== null && !types.includes(use.type))
    throw new CredentialRefused(
      `The credential "${name}" is for integrations of the type ${types.join(' or ')}, not ${use.type}. ${WAY_OUT}`,
    );
  if (hosts !== null && !hosts.some((entry) => allows(entry, use)))
    throw new CredentialRefused(`The credential "${name}" is for ${hosts.join(', ')}, not ${hostOf(use)}. ${WAY_OUT}`);
}

/** The entry of the types of a credential that is the key of masks. It is no type of an integration. */
export const MASK_USE = 'MASK';

/** The entry of the types of a credential for the registry of schemas. It is no type of an integration. */
export const REGISTRY_USE = 'SCHEMA_REGISTRY';

/** Whether credentials of a type authorize requests to a registry of schemas. */
export function canUseRegistry(credentialType: string): boolean {
  return ['PASSWORD', 'API_TOKEN', 'OAUTH2_CLIENT'].includes(credentialType);
}

/** Whether credentials of a type can be keys of masks. */
export function canMask(credentialType: string): boolean {
  return credentialType === 'API_TOKEN';
}

/** Throws CredentialRefused if a credential cannot be the key of masks. */
export function requireMaskKey({
  name,
  type,
  types,
  isFree = false,
}: Pick<CredentialBinding, 'types'> & {
  readonly name: string;
  readonly type: string;
  readonly isFree?: boolean;
}): void {
  if (!canMask(type))
    throw new CredentialRefused(`The key of a mask is an API_TOKEN, but the credential "${name}" is a ${type}.`);
  if (isFree)
    throw new CredentialRefused(
      `The credential "${name}" is not the key of masks yet. A caller with the scope "connect" makes it one: send its secret again with "types": ["${MASK_USE}"], publish a file with the spec, or save the job again.`,
    );
  if (types?.includes(MASK_USE) !== true)
    throw new CredentialRefused(
      `The credential "${name}" is for integrations${types === null ? '' : ` of the type ${types.join(' or ')}`}, not for masks. To change that, send the secret again with "types": ["${MASK_USE}"]: PUT /api/v1/credentials/{id}.`,
    );
}

const WAY_OUT = 'To change that, send the secret again with "hosts" and "types": PUT /api/v1/credentials/{id}.';

/** Returns true if data for a host does not leave the machine: `localhost`, 127.0.0.0/8 or `::1`. */
export function isThisMachine(host: string): boolean {
  const name = normalized(host);
  return name === 'localhost' || (isIPv4(name) && name.startsWith('127.')) || name === '::1';
}

function allows(entry: string, { host, port, usualPort }: CredentialUse): boolean {
  const { name, port: written } = splitPort(entry);
  if (Number(written ?? usualPort) !== port) return false;
  const wanted = normalized(host);
  return name.startsWith('*.') ? wanted.endsWith(name.slice(1)) && !isIPv4(wanted) : wanted === name;
}

function hostOf({ host, port, usualPort }: CredentialUse): string {
  return formatHost(host, port === usualPort ? null : port);
}

function formatHost(host: string, port: number | null): string {
  const name = host.startsWith('*.') ? `*.${normalized(host.slice(2))}` : normalized(host);
  return port === null ? name : `${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

function splitPort(entry: string): { name: string; port: string | null } {
  const [, address, after] = /^\[(.*)\](?::(\d*))?$/.exec(entry) ?? [];
  if (address !== undefined) return { name: address, port: after ?? null };
  const at = isIPv6(entry) ? -1 : entry.lastIndexOf(':');
  return at < 0 ? { name: entry, port: null } : { name: entry.slice(0, at), port: entry.slice(at + 1) };
}

/** Returns one spelling of a host: lower case, without brackets and a final dot; addresses in their usual notation. */
function normalized(host: string): string {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  if (isIPv6(name)) return new URL(`http://[${name.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  return domainToASCII(name) || name;
}
