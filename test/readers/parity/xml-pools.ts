/** Paths below a record. */
export const paths = [
  'a',
  'b',
  '@k',
  '.',
  'a/@k',
  'a/b',
  'b/a',
  'n:a',
  'a/n:b',
  '@n:k',
  'n:a/@k',
  'm:b',
  'a/b/@l',
  'b/b/a',
  '@xml:lang',
  'c',
  'c/@l',
  'r',
  'r/@k',
  'b/c/@m:l',
  'a/a/a',
  'n:a/n:a',
  'n:a/a',
  'a/n:a/@k',
  'm:a',
];

/** Paths to values before a record. */
export const pathsBefore = [
  '/root/a',
  '/root/@k',
  '/root/s/b',
  '/root/s/@l',
  '/n:root/n:s/@k',
  '/root/s/r/a',
  '/root/r/@k',
  '/root/s',
  '/root/a/b',
  '/root/n:a',
  '/root/s/r',
  '/root/r',
  '/root/c/@xml:lang',
  '/r/a',
  '/root/s/s/@k',
];

export const recordPaths = [
  '/root/r',
  '/root/s/r',
  '//r',
  '//n:r',
  '/root/n:r',
  '/root',
  '/n:root/s/n:r',
  '//a',
  '/root/s/s/r',
  '/r',
];

/** Prefixes of the specs. Documents use other prefixes for the same namespaces. */
export const namespaces = { n: 'urn:n', m: 'urn:m"&<' };

export const elementNames = ['r', 'a', 'b', 's', 'c', 'x-1', '_', 'r.', 'é'];
export const attributeNames = ['k', 'l', 'k2', 'K'];

/** Markup between tags that is not a value. */
export const markup = [
  '<!-- x -->',
  '<!---->',
  '<!-- <r>no</r> - ]]> & -->',
  '<?p?>',
  '<?xmlish <r> "?>',
  '<?p \t??>',
  '<!--\r\n-->',
  '<?a-b é?>',
];

export const separators = [null, null, null, ';', '', ' | ', '😀', '\n'];

/** Text that makes a document malformed almost everywhere. */
export const faults = [
  '<',
  '&',
  '&x;',
  '&#0;',
  '&#xD800;',
  '&#1114112;',
  ']]>',
  '\u0001',
  '\uFFFE',
  '</a>',
  '</r>',
  '<a>',
  '<r>',
  '<!DOCTYPE r>',
  '<!-- -- -->',
  '<?xml version="1.0"?>',
  '<a b=c/>',
  '<a b="1" b="2"/>',
  '<a b="<"/>',
  '<a k="1"l="2"/>',
  '<a',
  '<q:a/>',
  '<a q:k="1"/>',
  '<a xmlns:n=""/>',
  '<a xmlns:xml="u"/>',
  '<a xmlns:xmlns="u"/>',
  '<a:b:c/>',
  '<-a/>',
  '<1/>',
  '<a/ >',
  '< a/>',
  '</ a>',
  '<!',
  '<![CDATA[',
  '<!--',
  '<?',
  '<?p',
  '<a><b></a></b>',
  '"',
  '>',
  '\0',
  '<A/>',
  '<a xmlns:y="u" xmlns:z="u" y:k="" z:k=""/>',
  '<?p:q?>',
  '<!ELEMENT a ANY>',
  '&#x;',
  '&amp',
];
