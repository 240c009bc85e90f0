import { Hmac } from './hmac.ts';
import type { MaskKeys } from './mask-keys.ts';

/** The keys of a run, by the names of their credentials. Null: it has none, because it is a preview. */
export type OpenMaskKeys = ReadonlyMap<string, Hmac> | null;

/** Finds the keys that a spec needs. Throws RangeError if one is missing or empty. */
export type OpenKeys = (given: MaskKeys | undefined) => OpenMaskKeys;

/** What a mask needs of the report of a record. */
export interface WithMaskKeys {
  readonly maskKeys: OpenMaskKeys;
}

/** What a preview has instead of a token: as many characters. */
const NO_TOKEN = '*'.repeat(64);
const utf8 = new TextEncoder();

/** Returns a function that finds the keys that a spec needs among those that a caller gives. */
export function openMaskKeys(needed: readonly string[]): OpenKeys {
  return (given = {}) => (given === 'PREVIEW' ? null : new Map(needed.map((name) => [name, openKey(name, given)])));
}

function openKey(name: string, given: Exclude<MaskKeys, 'PREVIEW'>): Hmac {
  const found = Object.hasOwn(given, name) ? given[name] : undefined;
  const key = typeof found === 'string' ? utf8.encode(found) : found;
  if (key === undefined || key.length === 0)
    throw new RangeError(`the key ${JSON.stringify(name)} of a mask is missing: give it in the option maskKeys`);
  return new Hmac(key);
}

/** Creates the function that returns the token of a text, with the key of a credential. Null remains null. */
export function createTokenizer(key: string): (text: string | null, record: WithMaskKeys) => string | null {
  let of: OpenMaskKeys = null;
  let found: Hmac | undefined;
  return (text, { maskKeys }) => {
    if (text === null) return null;
    if (maskKeys === null) return NO_TOKEN;
    if (maskKeys !== of) [of, found] = [maskKeys, maskKeys.get(key)];
    if (found === undefined) throw new RangeError(`the key ${JSON.stringify(key)} of a mask is missing`);
    return found.hex(utf8.encode(text));
  };
}

/** Returns a text with an asterisk for each character but the last `kept` ones. Characters are code points. */
export function keepLast(text: string | null, kept: number): string | null {
  if (text === null) return null;
  let from = text.length;
  for (let i = 0; i < kept && from > 0; i++) from -= isPair(text, from) ? 2 : 1;
  let hidden = 0;
  for (let i = from; i > 0; hidden++) i -= isPair(text, i) ? 2 : 1;
  return '*'.repeat(hidden) + text.slice(from);
}

/** Returns whether the character that ends at an index consists of two UTF-16 units. */
function isPair(text: string, end: number): boolean {
  const low = text.charCodeAt(end - 1);
  const high = text.charCodeAt(end - 2);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
}

/** Returns the text that replaces each value. Null remains null. */
export function redact(text: string | null): string | null {
  return text === null ? null : '***';
}
