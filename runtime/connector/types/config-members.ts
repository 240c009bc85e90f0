import { isIPv6 } from 'node:net';
import * as z from 'zod/mini';
import { converted, describedAs, type ValueSchema } from '../../base/validation/schema.ts';

/**
 * How one member of a connector type's `config` is read. A message completes a sentence that starts with the name of the
 * member, and does not contain the value.
 */
export type ConfigMember<T> = ValueSchema<T>;

const MAX_TEXT_LENGTH = 4096;
const MAX_LIST_LENGTH = 100;

/** A text of 1 to 4,096 characters without control characters. */
export const text = z
  .string('is a text')
  .check(
    z.minLength(1, 'is a text'),
    z.maxLength(MAX_TEXT_LENGTH, `has at most ${MAX_TEXT_LENGTH} characters`),
    z.regex(/^[^\u0000-\u001f\u007f]*$/, 'contains a control character'),
  );

/** A host name or an IP address, without a scheme, a port, a user or a path. */
export const host = converted(text, (name) => {
  const isAddress = isIPv6(name.replace(/^\[(.*)\]$/, '$1'));
  if (name.length > 253 || (!isAddress && !/^[^\s/@?#\\:[\]]+$/.test(name)))
    throw new Error('is a host name or an IP address, without a scheme, a user, a port or a path');
  return name;
});

/** An absolute path on a server: it starts with `/`, has no `..`, and does not end with `/` unless it is the root. */
export const absolutePath = converted(text, (path) => {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (!path.startsWith('/') || names.includes('..')) throw new Error('is an absolute path without ".."');
  return `/${names.join('/')}`;
});

/** An http or https URL without a user, a password, a query and a fragment, which are places of secrets. */
export const url = converted(text, (written) => {
  const parsed = URL.canParse(written) ? new URL(written) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw new Error('is an http or https URL');
  if (parsed.username !== '' || parsed.password !== '') throw new Error(SECRET_ADVICE);
  if (parsed.search !== '' || parsed.hash !== '') throw new Error('is a URL without a query and a fragment');
  return written;
});

/** A boolean. */
export const flag = z.boolean('is true or false');

/** Returns a member for a whole number from `least` to `most`. */
export function integer(least: number, most: number) {
  const expected = `is a whole number from ${least} to ${most}`;
  return z.int(expected).check(z.minimum(least, expected), z.maximum(most, expected));
}

/** A TCP port from 1 to 65535. */
export const port = integer(1, 65_535);

/** Returns a member that is one of `words`. */
export function oneOf<const T extends string>(...words: readonly T[]) {
  return z.enum(words, `is one of ${words.join(', ')}`);
}

/** Returns a member that is a text of a form. */
export function matching(form: RegExp, expected: string) {
  return text.check(z.regex(form, expected));
}

/** Returns a member for a list of up to 100 values. A single value counts as a list of one. */
export function listOf<T>(member: ConfigMember<T>): ConfigMember<readonly T[]> {
  const list = z.array(member).check(z.maxLength(MAX_LIST_LENGTH));
  return converted(describedAs(z.union([member, list])), (value) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > MAX_LIST_LENGTH) throw new Error(`has at most ${MAX_LIST_LENGTH} values`);
    return values.map((each) => z.parse(member, each));
  });
}

/** Returns the member with a value for the case that it is missing or null. */
export function optional<T, Fallback extends T | null>(
  member: ConfigMember<T>,
  fallback: Fallback,
): ConfigMember<T | Fallback> {
  return converted(z.optional(z.nullable(member)), (value) => value ?? fallback);
}

/** What to do about a secret in `config`. It continues a sentence that starts with the name of the member. */
export const SECRET_ADVICE = 'contains a secret. Store it as a credential, and name that with credentialId';
