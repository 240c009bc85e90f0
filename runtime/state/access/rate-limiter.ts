import { isIPv6 } from 'node:net';

/** Limits how often each caller sends requests. */
export interface RateLimiter {
  /** Counts one request of a caller. Returns 0, or after how many seconds the caller may send the next request. */
  take(caller: string): number;
}

/** How many callers are remembered. Beyond that, those that have been silent the longest are forgotten. */
const MAX_CALLERS = 10_000;

/** The tokens that a caller has left, and when they were counted (in milliseconds). */
interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Creates a limiter: `perSecond` requests per second, and twice that in a burst. `now` is a clock in milliseconds.
 */
export function createRateLimiter(perSecond: number, now: () => number = () => performance.now()): RateLimiter {
  const burst = Math.max(1, perSecond * 2);
  const buckets = new Map<string, Bucket>();
  return {
    take(caller) {
      const at = now();
      const before = buckets.get(caller);
      const tokens =
        before === undefined ? burst : Math.min(burst, before.tokens + ((at - before.at) / 1000) * perSecond);
      const isAllowed = tokens >= 1;
      // Deleted and set again, so that the map is in the order of the last requests.
      buckets.delete(caller);
      buckets.set(caller, { tokens: isAllowed ? tokens - 1 : tokens, at });
      const [oldest] = buckets.size > MAX_CALLERS ? buckets.keys() : [];
      if (oldest !== undefined) buckets.delete(oldest);
      return isAllowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
  };
}

/**
 * Returns the name under which requests from an address are counted. One machine usually has a whole /64 network of IPv6
 * addresses.
 */
export function nameOfAddress(address: string): string {
  return isIPv6(address) && !address.includes('.') ? `address ${networkOf(address)}` : `address ${address}`;
}

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const all = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after];
  return all.slice(0, 4).join(':');
}
