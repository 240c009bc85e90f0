import { asides, faults } from '../parity/xml-pools.ts';
import type { Material } from './mutate.ts';

const ANY = ['\0', '\n', '\r', '\r\n', ' ', '\t', '\ufeff', '\u0085', '\u2028', '\u00a0', 'é', '€', '😀', '\ufffd', '0', '-', '.', ',', '+1', '1e9', '99999999999999999999', '-0.00', 'x'.repeat(300), '2024-02-30', '0000-00-00', 'true'];
const LINES = ['"', '""', '"\n', '",', ';"', '";"', '\\"', '\\', '#', ';', ',', '\t', '|', "'", '\n\n', '\n#', '\r\r\n'];
const DOCUMENTS = ['<', '>', '/>', '</', '<r>', '</r>', '<r/>', '<a>', '</a>', '<a b="', "'", '"', '=', '&amp;', '&#65;', '&#x1F600;', '&#', ']]>', '<![CDATA[', '<!--', '-->', '--', '<?', '?>', '<?p ', ' xmlns="u"', ' xmlns:p="u"', ' xmlns:p=""', 'p:', ':', ' xml:space="preserve"', '<?xml version="1.0" encoding="', 'utf-16', '<!DOCTYPE a [<!ENTITY b "c">]>', '&b;'];
/** Malformed in one encoding or another, marks, and escape sequences. */
const RAW = [[0xff], [0xfe, 0xff], [0xff, 0xfe], [0xef, 0xbb, 0xbf], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x00, 0xd8], [0xd8, 0x00], [0xd8, 0x3d, 0xde, 0x00], [0x81], [0x81, 0x30], [0x81, 0x30, 0x81, 0x30], [0x8f, 0xa1], [0x1b, 0x24, 0x42], [0x1b, 0x28, 0x42], [0x1b, 0x28, 0x4a], [0x1b, 0x28], [0x15], [0x25], [0x0d, 0x25], [0x40], [0xf0], [0x00, 0x3c], [0x3c, 0x00], [0x0a, 0x00], [0x00, 0x0a], [0x00]];

/** What is put into the files of a format. */
export function tokensOf(format: string): Material['tokens'] {
  const texts = [...ANY, ...(format === 'XML' ? [...DOCUMENTS, ...faults, ...asides] : LINES)];
  const encoder = new TextEncoder();
  return [new Uint8Array([0]), ...texts.map((text) => encoder.encode(text)), ...RAW.map((bytes) => Uint8Array.from(bytes))];
}

const SPEC_TEXTS = [
  ':', '- ', '\n', '  ', '\t', '{', '}', '[', ']', ',', '"', "'", '#', '&a', '*a', '<<: ', '!!str', '!!binary ', '|', '>', '? ', '---\n', '...', '%YAML 1.2\n', '\\', '\\u{110000}', '\\p{L}', '(?:', '(', ')', '*', '+', '{1,65536}', '(a*)*', '[^]', '|', '^', '$', '.*', '(?=x)', '\\1', '\\b',
  'name: ', 'format: XML', 'format: CSV', 'format: FIXED_WIDTH', 'encoding: gb18030', 'encoding: IBM037', 'delimiter: ";"', 'recordPath: //a', 'recordPath: /a/b', 'namespaces: { n: u }', 'fields:\n', '  - { name: a, type: STRING }\n', 'type: DATE', 'type: BOOLEAN', 'scale: 2', 'start: 1', 'length: 3', 'recordLength: 10', 'lineTerminator: NONE', 'skipLines: { top: 1, bottom: 1 }',
  'correctionRules:\n', 'validationRules:\n', '  - { ruleId: r, field: a, ruleType: REGEX, value: "(a|b)*c" }\n', 'ruleType: DATE_RANGE', 'value: "today-90d,"', 'sensitive: true', 'required: true', 'null', '~', 'true', '0', '-1', '1e400', '.inf', '9'.repeat(400), '\ud800', '\u0000', '😀', 'x'.repeat(5000), '__proto__: 1\n', 'constructor', 'toString',
];

/** What is put into specs. */
export function specTokens(): Material['tokens'] {
  const encoder = new TextEncoder();
  return [encoder.encode(' '), ...SPEC_TEXTS.map((text) => encoder.encode(text))];
}
