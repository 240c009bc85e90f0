import { existsSync, readFileSync } from 'node:fs';

/** A document of the W3C suite and its catalogue entry. */
export interface XmlCase {
  id: string;
  path: string;
  /** `not-wf`, `valid`, `invalid` (well-formed), `error` (a parser may report it). */
  type: string;
  /** Editions of XML 1.0 to which the type applies; null: all. */
  editions: string | null;
  /** Whether it conforms to Namespaces in XML. */
  hasNamespaces: boolean;
}

/** Returns the available documents of the W3C XML Conformance Test Suite, from its catalogue. */
export function readCatalogue(folder: string): XmlCase[] {
  const text = readFileSync(`${folder}xmlconf-flattened.xml`, 'utf8');
  const bases: string[] = [];
  const cases: XmlCase[] = [];
  for (const [, slash, name, attributes = ''] of text.matchAll(/<(\/?)(TESTCASES|TEST)\b([^>]*)>/g)) {
    const attribute = (key: string) => new RegExp(`\\b${key}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? null;
    if (name === 'TESTCASES') {
      if (slash === '/') bases.pop();
      else bases.push(attribute('xml:base') ?? '');
      continue;
    }
    const path = `${folder}${bases.join('')}${attribute('URI')}`;
    if (slash === '' && existsSync(path)) {
      cases.push({
        id: attribute('ID') ?? path,
        path,
        type: attribute('TYPE') ?? '',
        editions: attribute('EDITION'),
        hasNamespaces: attribute('NAMESPACE') !== 'no',
      });
    }
  }
  return cases;
}

/** Returns whether a document has a DOCTYPE, ignoring comments, processing instructions and CDATA sections. */
export function hasDoctype(bytes: Buffer): boolean {
  const encoding =
    bytes[0] === 0xfe || bytes[0] === 0 ? 'utf-16be' : bytes[0] === 0xff || bytes[1] === 0 ? 'utf-16le' : 'latin1';
  const text = new TextDecoder(encoding).decode(bytes);
  return text.replace(/<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>/g, '').includes('<!DOCTYPE');
}
