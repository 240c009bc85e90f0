import { isIPv6 } from 'node:net';

/** How one member of a connector type's `config` is read. */
export interface ConfigMember<T> {
  /**
   * Returns the value in its normal form. Throws an Error if it does not fit; the message completes a sentence that
   * starts with the name of the member, and does not contain the value.
   */
  read(value: unknown): T;
  /** The value if the member is missing or null. Undefined means that the member is required. */
  readonly fallback?: T;
}

const MAX_TEXT_LENGTH = 4096;
const MAX_LIST_LENGTH = 100;

/** A text of 1 to 4,096 characters without control characters. */
export const text: ConfigMember<string> = {
  read(value) {
    if (typeof value !== 'string' || value === '') throw new Error('is a text');
    if (value.length > MAX_TEXT_LENGTH) throw new Error(`has at most ${MAX_TEXT_LENGTH} characters`);
    if (/[\u0000-\u001f\u007f]/.test(value)) throw new Error('contains a control character');
    return value;
  },
};

/** A host name or an IP address, without a scheme, a port, a user or a path. */
export const host: ConfigMember<string> = {
  read(value) {
    const name = text.read(value);
    const isAddress = isIPv6(name.replace(/^\[(.*)\]$/, '$1'));
    if (name.length > 253 || (!isAddress && !/^[^\s/@?#\\:[\]]+$/.test(name)))
      throw new Error('is a host name or an IP address, without a scheme, a user, a port or a path');
    return name;
  },
};

/** An absolute path on a server: it starts with `/`, has no `..`, and does not end with `/` unless it is the root. */
export const absolutePath: ConfigMember<string> = {
  read(value) {
    const path = text.read(value);
    const names = path.split('/').filter((name) => name !== '' && name !== '.');
    if (!path.startsWith('/') || names.includes('..')) throw new Error('is an absolute path without ".."');
    return `/${names.join('/')}`;
  },
};

/** An http or https URL without a user, a password, a query and a fragment, which are places of secrets. */
export const url: ConfigMember<string> = {
  read(value) {
    const written = text.read(value);
    const parsed = URL.canParse(written) ? new URL(written) : null;
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw new Error('is an http or https URL');
    if (parsed.username !== '' || parsed.password !== '') throw new Error(SECRET_ADVICE);
    if (parsed.search !== '' || parsed.hash !== '') throw new Error('is a URL without a query and a fragment');
    return written;
  },
};

/** A boolean. */
export const flag: ConfigMember<boolean> = {
  read(value) {
    if (typeof value !== 'boolean') throw new Error('is true or false');
    return value;
  },
};

/** Returns a member for a whole number from `least` to `most`. */
export function integer(least: number, most: number): ConfigMember<number> {
  return {
    read(value) {
      if (!Number.isSafeInteger(value) || Number(value) < least || Number(value) > most)
        throw new Error(`is a whole number from ${least} to ${most}`);
      return Number(value);
    },
  };
}

/** A TCP port from 1 to 65535. */
export const port = integer(1, 65_535);

/** Returns a member that is one of `words`. */
export function oneOf<const T extends string>(...words: readonly T[]): ConfigMember<T> {
  return {
    read(value) {
      const word = words.find((one) => one === value);
      if (word === undefined) throw new Error(`is one of ${words.join(', ')}`);
      return word;
    },
  };
}

/** Returns a member for a list of up to 100 values. A single value counts as a list of one. */
export function listOf<T>(member: ConfigMember<T>): ConfigMember<readonly T[]> {
  return {
    read(value) {
      const values: unknown[] = Array.isArray(value) ? value : [value];
      if (values.length > MAX_LIST_LENGTH) throw new Error(`has at most ${MAX_LIST_LENGTH} values`);
      return values.map((each) => member.read(each));
    },
  };
}

/** Returns the member with a value for the case that it is missing. */
export function optional<T, Fallback extends T | null>(
  member: ConfigMember<T>,
  fallback: Fallback,
): ConfigMember<T | Fallback> {
  return { read: (value) => member.read(value), fallback };
}

/** What to do about a secret in `config`. It continues a sentence that starts with the name of the member. */
export const SECRET_ADVICE = 'contains a secret. Store it as a credential, and name that with credentialId';
