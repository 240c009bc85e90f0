import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ConnectorFailure } from './failure.ts';

/**
 * A host and the address to connect to. The name is resolved only once, so that a later change of its addresses cannot
 * redirect the connection.
 */
export interface PinnedHost {
  /**
   * The configured host in lower case, without brackets around an IPv6 address and without a final dot. It is used for
   * TLS and the Host header.
   */
  readonly host: string;
  readonly address: string;
  readonly family: 4 | 6;
}

/** Resolves hosts and rejects addresses that integrations must not reach. */
export interface HostGuard {
  /**
   * Resolves a host name or an address. Throws ConnectorFailure with the code `host_not_found` if the host has no
   * address. Throws it with the code `address_refused` if one of the addresses is blocked, unless the operator allows
   * the host.
   */
  pin(host: string): Promise<PinnedHost>;
}

/** Resolves a host name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

/**
 * Addresses of this machine, of its network link, and of the metadata services of clouds. They are rejected unless the
 * operator allows them. Most are in IANA's special-purpose registries (RFC 6890). Private networks such as 10.0.0.0/8
 * are not blocked, because they contain the servers of an organisation.
 */
const BLOCKED_NETWORKS: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
  // Prefixes that a translator of this network or a tunnel maps to IPv4 addresses of its choice: a local NAT64 (RFC 8215),
  // and Teredo (RFC 4380).
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 32, 'ipv6'],
];

/**
 * Creates the guard that checks the address of every connection to a remote host. `allowed` contains host names,
 * addresses and networks (`10.0.0.0/8`) that are never rejected. `resolve` is by default the resolver of the system, and
 * `findOwn` returns the addresses of this machine at the time of a connection.
 */
export function createHostGuard(
  allowed: readonly string[],
  resolve: Resolve = resolveAll,
  findOwn: () => readonly string[] = findOwnAddresses,
): HostGuard {
  const blocked = new BlockList();
  for (const [network, bits, family] of BLOCKED_NETWORKS) blocked.addSubnet(network, bits, family);
  const { names, networks } = readAllowed(allowed);

  function check(host: string, address: string): void {
    const plain = unmapped(address);
    const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
    if (networks.check(plain, family)) return;
    if (!blocked.check(plain, family) && !isOwn(plain, family)) return;
    throw new ConnectorFailure(
      'address_refused',
      `"${host}" is ${plain}, an address of this machine, its link or a metadata service. Allow it with --integration-hosts if it is meant.`,
      'resolve',
    );
  }

  /** Services that listen on all addresses of this machine must not be reached by one that is not loopback. */
  function isOwn(address: string, family: 'ipv4' | 'ipv6'): boolean {
    const own = new BlockList();
    for (const one of findOwn()) own.addAddress(unmapped(one), isIPv4(unmapped(one)) ? 'ipv4' : 'ipv6');
    return own.check(address, family);
  }

  return {
    async pin(host) {
      const name = host
        .toLowerCase()
        .replace(/^\[(.*)\]$/, '$1')
        .replace(/\.$/, '');
      const addresses = await resolve(name).catch(() => {
        throw new ConnectorFailure('host_not_found', `The host name "${host}" cannot be resolved.`, 'resolve');
      });
      const [first] = addresses;
      if (first === undefined)
        throw new ConnectorFailure('host_not_found', `The host name "${host}" has no address.`, 'resolve');
      // One blocked address is enough to reject the host. Otherwise the order of the addresses, which the name server
      // chooses, would decide.
      if (!names.has(name)) for (const { address } of addresses) check(host, address);
      return { host: name, address: first.address, family: isIP(first.address) === 6 ? 6 : 4 };
    },
  };
}

function readAllowed(allowed: readonly string[]): { names: ReadonlySet<string>; networks: BlockList } {
  const networks = new BlockList();
  const names = new Set<string>();
  for (const entry of allowed) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (isIP(address) === 0) names.add(entry.toLowerCase());
    else networks.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return { names, networks };
}

/**
 * Returns the IPv4 address that an IPv6 address contains: mapped (::ffff:0:0/96), translated (::ffff:0:0:0/96), compatible,
 * NAT64 (64:ff9b::/96) or 6to4 (2002::/16). Returns any other address without its zone.
 */
function unmapped(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address.replace(/%.*$/, ''));
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const [g0 = 0, g1 = 0, g2 = 0] = groups;
  const [g6 = 0, g7 = 0] = groups.slice(6);
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  if (isZero(0, 5) && groups[5] === 0xffff) return dotted(g6, g7);
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return dotted(g6, g7);
  if (isZero(0, 6) && (g6 !== 0 || g7 > 1)) return dotted(g6, g7);
  if (g0 === 0x64 && g1 === 0xff9b && isZero(2, 6)) return dotted(g6, g7);
  if (g0 === 0x2002) return dotted(g1, g2);
  return address.replace(/%.*$/, '');
}

/** Returns the eight groups of an IPv6 address as numbers (RFC 4291, 2.2). */
function groupsOf(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [(Number(a) << 8) | Number(b), (Number(c) << 8) | Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = plain.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [front, back] = [parse(head), parse(tail ?? '')];
  return tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill(0), ...back];
}

function resolveAll(host: string): Promise<readonly { address: string; family: number }[]> {
  return lookup(host, { all: true, verbatim: true });
}

function findOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}
