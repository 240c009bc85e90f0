import { isNamespaceFault } from './xml-namespaces.ts';

/** An element: the start of its start tag, and the end of its end tag or null if it is not closed. */
export interface ElementSpan {
  name: string;
  from: number;
  to: number | null;
}

/** How much of a document is well-formed. */
export interface Scan {
  /** In the order of their start tags. */
  elements: ElementSpan[];
  /** Elements still open at the end of the scan, the outermost first. */
  open: ElementSpan[];
  /** The end of the last well-formed token. */
  soundTo: number;
  /** Whether the whole document is well-formed. */
  isWhole: boolean;
  /** The well-formed part without comments, processing instructions and the XML declaration. */
  content: string;
}

export interface RawAttribute {
  name: string;
  /** As written between its quotes. */
  value: string;
}

// XML 1.0, fifth edition, sections 2.2, 2.3, 4.1.
const char = '[\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\u{10000}-\\u{10FFFF}]';
const start =
  ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const name = `[${start}][${start}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*`;
const blank = '[ \\t\\r\\n]';
const reference = '&(?:lt|gt|amp|apos|quot|#[0-9]+|#x[0-9A-Fa-f]+);';
const attribute = `${blank}+(${name})${blank}*=${blank}*(?:"((?:(?![<&"])${char}|${reference})*)"|'((?:(?![<&'])${char}|${reference})*)')`;

const sticky = (pattern: string) => new RegExp(pattern, 'uy');
const declaration = sticky(
  `<\\?xml${blank}+version${blank}*=${blank}*(?:"1\\.[0-9]+"|'1\\.[0-9]+')(?:${blank}+encoding${blank}*=${blank}*(?:"[A-Za-z][\\w.-]*"|'[A-Za-z][\\w.-]*'))?(?:${blank}+standalone${blank}*=${blank}*(?:"(?:yes|no)"|'(?:yes|no)'))?${blank}*\\?>`,
);
const comment = sticky(`<!--(?:(?!--)${char})*-->`);
const instruction = sticky(`<\\?(${name})(?:${blank}(?:(?!\\?>)${char})*)?\\?>`);
const cdata = sticky(`<!\\[CDATA\\[(?:(?!\\]\\]>)${char})*\\]\\]>`);
const text = sticky(`(?:(?!\\]\\]>)(?![<&])${char}|${reference})+`);
const startTag = sticky(`<(${name})((?:${attribute})*)${blank}*(/?)>`);
const endTag = sticky(`</(${name})${blank}*>`);

const mostLevels = 256;
const mostAttributes = 1000;

/** Reads a document token by token, up to the first that is not well-formed (XML 1.0 with Namespaces, no DTD). */
export function scanXml(source: string): Scan {
  const scan: Scan = { elements: [], open: [], soundTo: 0, isWhole: false, content: '' };
  const scopes: Map<string, string>[] = [];
  const take = (pattern: RegExp) => {
    pattern.lastIndex = scan.soundTo;
    const match = pattern.exec(source);
    return match !== null && areReferencesSound(match[0]) ? match : null;
  };
  const first = take(declaration);
  if (first !== null) scan.soundTo = first[0].length;
  while (scan.soundTo < source.length) {
    const length = takeToken(scan, scopes, take);
    if (length === 0) return scan;
    const token = source.slice(scan.soundTo, scan.soundTo + length);
    if (!/^<(?:!--|\?)/u.test(token)) scan.content += token;
    scan.soundTo += length;
  }
  scan.isWhole = scan.open.length === 0 && scan.elements.length > 0;
  return scan;
}

/** Returns the length of the next token, or 0 if no token is allowed here. */
function takeToken(
  scan: Scan,
  scopes: Map<string, string>[],
  take: (pattern: RegExp) => RegExpExecArray | null,
): number {
  const aside = take(comment) ?? take(instruction);
  if (aside !== null)
    return aside[1] !== undefined && (/^xml$/iu.test(aside[1]) || aside[1].includes(':')) ? 0 : aside[0].length;
  const data = take(cdata) ?? take(text);
  if (data !== null) return scan.open.length === 0 && !/^[ \t\r\n]*$/u.test(data[0]) ? 0 : data[0].length;
  const end = take(endTag);
  if (end !== null) {
    const element = scan.open.at(-1);
    if (element === undefined || element.name !== end[1]) return 0;
    close(scan, scopes, end[0].length);
    return end[0].length;
  }
  const begin = take(startTag);
  return begin === null || !open(scan, scopes, begin) ? 0 : begin[0].length;
}

function open(
  scan: Scan,
  scopes: Map<string, string>[],
  [tag, own = '', attributes = '', ...rest]: RegExpExecArray,
): boolean {
  const isSecondRoot = scan.open.length === 0 && scan.elements.length > 0;
  const given = readAttributes(attributes);
  if (isSecondRoot || scan.open.length === mostLevels || given.length > mostAttributes) return false;
  if (new Set(given.map(({ name: key }) => key)).size < given.length) return false;
  const scope = new Map(scopes.at(-1));
  if (isNamespaceFault(own, given, scope)) return false;
  const element: ElementSpan = { name: own, from: scan.soundTo, to: null };
  scan.elements.push(element);
  scan.open.push(element);
  scopes.push(scope);
  if (rest.at(-1) === '/') close(scan, scopes, tag.length);
  return true;
}

function close(scan: Scan, scopes: Map<string, string>[], length: number): void {
  const element = scan.open.pop();
  scopes.pop();
  if (element !== undefined) element.to = scan.soundTo + length;
}

function readAttributes(source: string): RawAttribute[] {
  return [...source.matchAll(new RegExp(attribute, 'gu'))].map(([, key = '', double, single]) => ({
    name: key,
    value: double ?? single ?? '',
  }));
}

/** Returns whether all character references are to characters that XML allows. */
function areReferencesSound(token: string): boolean {
  if (/^<(?:!|\?)/u.test(token)) return true;
  return [...token.matchAll(/&#(x?)([0-9A-Fa-f]+);/gu)].every(([, hex, digits = '']) => {
    const point = parseInt(digits, hex === 'x' ? 16 : 10);
    return point <= 0x10ffff && new RegExp(`^${char}$`, 'u').test(String.fromCodePoint(point));
  });
}
