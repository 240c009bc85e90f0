import { isIP, isIPv4 } from 'node:net';

const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i;

/**
 * Parses a list of host names, addresses and networks (`10.0.0.0/8`), separated by commas. Throws an Error for any other
 * text.
 */
export function parseHosts(written: string): string[] {
  return written.split(',').map((each) => {
    const entry = each.trim();
    if (isIP(entry) !== 0 || isNetwork(entry) || NAME.test(entry)) return entry;
    throw new Error('takes host names, addresses and networks, separated by commas: sftp.example,10.0.0.0/8');
  });
}

function isNetwork(entry: string): boolean {
  const [address = '', bits = '', ...more] = entry.split('/');
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || more.length > 0) return false;
  return Number(bits) <= (isIPv4(address) ? 32 : 128);
}
