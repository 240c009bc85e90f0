import { isXmlBlank } from './byte-classes.ts';
import { GREATER_THAN, QUESTION } from '../../bytes/ascii.ts';

const BLANKS = '[ \\t\\r\\n]+';
const EQUAL = '[ \\t\\r\\n]*=[ \\t\\r\\n]*';
const quoted = (text: string, group: string) => `(?:"(?<${group}1>${text})"|'(?<${group}2>${text})')`;
// XML 1.0, fifth edition, productions 23 to 26, 32, 80, 81.
const VERSION = `${BLANKS}version${EQUAL}${quoted('1\\.[0-9]+', 'version')}`;
const ENCODING = `(?:${BLANKS}encoding${EQUAL}${quoted('[A-Za-z][A-Za-z0-9._\\-]*', 'encoding')})?`;
const STANDALONE = `(?:${BLANKS}standalone${EQUAL}${quoted('yes|no', 'standalone')})?`;
const DECLARATION = new RegExp(`^<\\?xml${VERSION}${ENCODING}${STANDALONE}[ \\t\\r\\n]*\\?>$`);

/** Maximum length of an XML declaration, in bytes. A longer one is rejected. */
const MAX_DECLARATION_BYTES = 4096;

/**
 * Parses an XML declaration, from `<?xml` to `?>`. Returns the encoding that it names, or null if it names none.
 * Returns undefined if it is malformed.
 */
export function readXmlDeclaration(text: string): string | null | undefined {
  const match = DECLARATION.exec(text);
  if (match === null) return undefined;
  return match.groups?.['encoding1'] ?? match.groups?.['encoding2'] ?? null;
}

/**
 * Returns the length in bytes of the XML declaration at index `at`. 0 if there is none or it is too long, -1 if its end
 * has not arrived.
 */
export function declarationLength(bytes: Uint8Array, at: number, end: number): number {
  for (let i = 0; i < START.length; i++) {
    if (at + i >= end) return -1;
    if (bytes[at + i] !== START.charCodeAt(i)) return 0;
  }
  if (at + START.length < end && !isXmlBlank(bytes[at + START.length])) return 0;
  const last = Math.min(end, at + MAX_DECLARATION_BYTES);
  for (let to = at + START.length; to < last; to++) {
    if (bytes[to] === GREATER_THAN && bytes[to - 1] === QUESTION) return to + 1 - at;
  }
  return end - at > MAX_DECLARATION_BYTES ? 0 : -1;
}

const START = '<?xml';
