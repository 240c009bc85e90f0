/** The fast and the careful reader agree on XML documents with records at wrong places, and in elements that no field reads. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../../support/load-module.ts';
import { randomOf } from '../../support/random.ts';
import { compareReaders } from './record-types/compare-readers.ts';

const text = (name: string) => [{ name, type: 'STRING', columnName: name }];
const member = (name: string, parent: string) => ({ name, in: parent, as: `${name}s`, when: { path: `//${name}` } });

/** Invoices with lines, which have parts. */
const spec = {
  name: 'places',
  format: 'XML',
  recordTypes: [
    { name: 'invoice', when: { path: '//invoice' }, fields: text('number') },
    { ...member('line', 'invoice'), fields: text('net') },
    { ...member('part', 'line'), fields: text('code') },
  ],
};
const [invoice, line, part] = spec.recordTypes;
const inBatches = {
  ...spec,
  recordTypes: [
    { name: 'batch', publish: false, when: { path: '/file/batch' }, fields: text('sender') },
    { ...invoice, in: 'batch' },
    line,
    part,
  ],
};

const PART = '<part><code>1</code></part>';
const LINE = `<line><net>1</net>${PART}</line>`;
const INVOICE = `<invoice><number>1</number>${LINE}</invoice>`;
const BATCH = `<batch><sender>a</sender>${INVOICE.repeat(9)}</batch>`;
const inside = (content: string) => INVOICE.replace('</number>', `</number>${content}`);

const cases: Readonly<Record<string, { content: string; spec: object }>> = {
  'lines outside of invoices': { content: `${INVOICE}${LINE}${LINE}`.repeat(9) + INVOICE.repeat(9), spec },
  'invoices outside of batches': { content: BATCH + INVOICE.repeat(9), spec: inBatches },
  'invoices in another element than their batch': {
    content: `${BATCH}<other>${INVOICE.repeat(9)}</other>${BATCH}`,
    spec: inBatches,
  },
  'invoices before their batch': { content: INVOICE.repeat(9) + BATCH, spec: inBatches },
  'lines and text in an element that no field reads': {
    content: [`text${LINE}`, `${LINE}text`, 'text', 'text']
      .map((some) => inside(`<group>${some}</group>`).repeat(3))
      .join(''),
    spec,
  },
  'lines and values in an element that no field reads': {
    content: [`<count>1</count>${LINE}`, `${LINE}<count>1</count>`, '<count>1</count>', '<count>1</count>']
      .map((some) => inside(`<group><all>${some}</all></group>`).repeat(3))
      .join(''),
    spec,
  },
};

for (const [title, { content, spec: own }] of Object.entries(cases))
  test(`both readers agree on ${title}`, async () => {
    const module = await loadModule({ text: JSON.stringify(own), path: 'places.json', syntax: 'json' });
    const bytes = new TextEncoder().encode(`<file>${content}</file>`);
    let fastRecords = 0;
    for (const batchRecords of [1, 5, 1000])
      for (const skipInvalidRecords of [true, false])
        fastRecords += compareReaders(module, {
          bytes,
          options: { today: '2024-02-29', batchRecords, skipInvalidRecords },
          random: randomOf(1, batchRecords),
          hasUniqueRules: false,
          place: title,
        }).fastRecords;
    assert.ok(fastRecords > 0, 'no record was read fast');
  });

test.run();
