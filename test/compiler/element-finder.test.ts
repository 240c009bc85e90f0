import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findFileFormat } from '../../compiler/formats.ts';

/** Returns the elements of a document as the texts between their marks, in the order of their ends. */
function elementsOf(encoding: string, bytes: Buffer, chunk: number): string[] {
  const finder = findFileFormat('XML').createElementFinder?.(encoding);
  const open: number[] = [];
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk)
    for (const { kind, at: offset, depth } of finder?.add(bytes.subarray(at, at + chunk)) ?? []) {
      assert.is(depth, kind === 'BEGIN' ? open.length + 1 : open.length);
      if (kind === 'BEGIN') open.push(offset);
      else found.push(bytes.subarray(open.pop(), offset).toString('latin1'));
    }
  assert.equal(open, []);
  return found;
}

const DOCUMENT = `<?xml version="1.0"?><!DOCTYPE a SYSTEM "a>b"><!-- <x> -- > --><a k='>' l="/">
 <b/><c d="<>" /><![CDATA[</a>]] > ]]]]><!----><?p <q> ?><d>é</d></a>`;
const ELEMENTS = ['<b/>', '<c d="<>" />', '<d>é</d>', DOCUMENT.slice(DOCUMENT.indexOf('<a k'))];

test('elements are found in each encoding, whatever the chunks', () => {
  const encodings: [string, (text: string) => Buffer][] = [
    ['utf-8', (text) => Buffer.from(text)],
    ['windows-1252', (text) => Buffer.from(text, 'latin1')],
    ['utf-16le', (text) => Buffer.from(text, 'utf16le')],
    ['utf-16be', (text) => Buffer.from(text, 'utf16le').swap16()],
  ];
  for (const [encoding, encode] of encodings)
    for (const chunk of [1, 2, 7, 1000])
      assert.equal(
        elementsOf(encoding, encode(DOCUMENT), chunk),
        ELEMENTS.map((text) => encode(text).toString('latin1')),
        `${encoding} ${chunk}`,
      );
});

test('bytes of characters of several bytes are no markup', () => {
  // The second bytes are those of "]", "[" and "<".
  const shiftJis = Buffer.from('<a><![CDATA[\x83]]>\x83[]]><b/></a>', 'latin1');
  assert.is(elementsOf('shift_jis', shiftJis, 1).length, 2);
  const iso2022 = Buffer.from('<a>\x1b$B<>"<\x1b(B<b/></a>', 'latin1');
  assert.is(elementsOf('iso-2022-jp', iso2022, 1).length, 2);
});

test.run();
