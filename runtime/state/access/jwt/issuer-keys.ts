import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { describeError, type Log } from '../../../base/log/json-log.ts';
import { KeysUnavailable } from './keys-unavailable.ts';

/** How long keys are used before they are fetched again, in milliseconds: a withdrawn key is no longer accepted then. */
const REFRESH_MS = 10 * 60_000;
/** Keys are used for this long, in milliseconds, if the issuer cannot be reached. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Minimum time between two attempts to fetch keys, in milliseconds; before the first success it is shorter. */
const PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 5000;

/** The options of createIssuerKeys(). `now` is the clock in milliseconds; tests replace it. */
export interface IssuerKeysOptions {
  load(): Promise<unknown>;
  log: Log;
  now?: () => number;
}

/**
 * Creates a function that returns the public key of a token. Keys are cached for 10 minutes. They are fetched again if a
 * token names an unknown key, at most once in 30 seconds. The function throws KeysUnavailable, and errors of jose.
 */
export function createIssuerKeys({ load, log, now = Date.now }: IssuerKeysOptions): JWTVerifyGetKey {
  let keys: { find: JWTVerifyGetKey; loadedAt: number } | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  async function reload(): Promise<void> {
    triedAt = now();
    try {
      // The cast is safe: createLocalJWKSet() throws if the document is not a set of keys.
      const find = createLocalJWKSet((await load()) as Parameters<typeof createLocalJWKSet>[0]);
      keys = { find, loadedAt: now() };
    } catch (error) {
      log.warn('jwt_keys_unavailable', { error: describeError(error) });
    }
  }

  /** Fetches the keys, unless an attempt was made a short time ago. Concurrent requests share one attempt. */
  function refresh(): Promise<void> {
    const pause = keys === null ? FIRST_PAUSE_MS : PAUSE_MS;
    if (loading === null && now() - triedAt >= pause) loading = reload().finally(() => (loading = null));
    return loading ?? Promise.resolve();
  }

  return async (header, token) => {
    if (keys === null || now() - keys.loadedAt >= REFRESH_MS) await refresh();
    if (keys === null || now() - keys.loadedAt >= MAX_AGE_MS)
      throw new KeysUnavailable('the keys of the issuer cannot be fetched');
    try {
      return await keys.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const { find } = keys;
      await refresh();
      if (keys.find === find) throw error;
      return keys.find(header, token);
    }
  };
}
