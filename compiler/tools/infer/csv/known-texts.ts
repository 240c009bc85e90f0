/** Texts that are no tables: their first characters, and what they are. */
const KNOWN: readonly (readonly [begin: RegExp, what: string])[] = [
  [/^BEGIN:V(?:CARD|CALENDAR)/i, 'it is a vCard or a calendar, in which several lines are one record'],
  [/^OFXHEADER:|^<OFX>/i, 'it is an OFX file (SGML): convert it to XML'],
  [/^!(?:Type|Account):/i, 'it is a QIF file, in which several lines are one record'],
  [/^\{1:|^:20:[^\r\n]*[\r\n]+:\d\d[A-Z]?:/, 'it is a message of SWIFT (MT940): ask for CAMT.053, or convert it'],
  [/^UNA.{6}|^UNB\+/, 'it is EDIFACT, in which several segments are one record'],
  [/^ISA([^\w\s]).{2}\1/, 'it is X12, in which several segments are one record'],
  [
    /^11\d{18}\d{12}[12]\d{14}\d{3}\d/,
    'it is a statement in Norma 43 (AEB), whose lines have several types: describe each one in recordTypes (when: { start: 1, length: 2, values: [ 22 ] }), or ask for CAMT.053',
  ],
  [/^dn:{1,2} \S/i, 'it is LDIF, in which several lines are one record'],
  [/^\[[^\]\r\n]+\][\r\n]+[^=\r\n]+=/, 'it is a file of settings (INI), in which several lines are one record'],
];

/** Names a text that is no table. Returns a clause, or null for any other text. */
export function nameKnownText(text: string): string | null {
  const begin = text.slice(0, 4096).replace(/^\ufeff?\s*/u, '');
  return KNOWN.find(([form]) => form.test(begin))?.[1] ?? null;
}
