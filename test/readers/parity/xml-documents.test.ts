/** The fast and the careful reader agree on XML documents with members whose markup decides what is counted. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import { compareBatches } from './compare-batches.ts';

const DOCUMENTS = 60;

const spec = {
  name: 'members',
  format: 'XML',
  recordTypes: [
    {
      name: 'entry',
      when: { path: '/file/list/entry' },
      fields: [
        { name: 'ref', type: 'STRING', columnName: 'ref' },
        { name: 'side', type: 'STRING', columnName: 'side' },
      ],
    },
    {
      name: 'part',
      in: 'entry',
      as: 'parts',
      when: { path: '/file/list/entry/details/part' },
      fields: [{ name: 'text', type: 'STRING', columnName: 'text' }],
    },
  ],
};

interface Case {
  /** The content of a document with this number, from 0. */
  readonly write: (number: number) => string;
  /** Whether most documents are read fast. */
  readonly isFast: boolean;
}

const PART = '<part><text>1</text></part>';
const cases: Readonly<Record<string, Case>> = {
  'a value after the records inside': {
    write: (number) => `<ref>${number}</ref><details>${PART.repeat(1 + (number % 3))}</details><side>C</side>`,
    isFast: true,
  },
  'no records inside': { write: (number) => `<ref>${number}</ref><side>C</side>`, isFast: true },
  'an element without the records that it encloses elsewhere': {
    write: (number) =>
      `<details>${PART}</details><details>${number % 7 === 5 ? '' : '<part/>'}<other>1</other></details>`,
    isFast: true,
  },
  'a record inside of one that encloses none': {
    write: (number) => `<details><part><text>${number}</text>${PART}</part></details>`,
    isFast: true,
  },
  'a value twice': {
    write: (number) => `<side>C</side><details>${PART}</details>${number % 9 === 8 ? '<side>D</side>' : ''}`,
    isFast: true,
  },
  'records on another path': { write: () => `<details>${PART}</details><other>${PART}</other>`, isFast: false },
  comments: { write: () => `<details>${PART}</details><!-- none -->`, isFast: false },
};

for (const [title, { write, isFast }] of Object.entries(cases))
  test(`both readers agree on documents with ${title}`, async () => {
    const bytes = writeFile(write);
    for (const size of [bytes.length, 700]) {
      const fastRecords = await compareFile(bytes, size, 20);
      assert.is(fastRecords > DOCUMENTS / 2, isFast, `${fastRecords} records were read fast`);
    }
  });

test('documents that follow a batch of one are read fast', async () => {
  const bytes = writeFile((number) => `<ref>${number}</ref><details>${PART}</details>`);
  const fastRecords = await compareFile(bytes, bytes.length, 1);
  assert.ok(fastRecords > 1.8 * DOCUMENTS, `${fastRecords} records were read fast`);
});

function writeFile(write: Case['write']): Uint8Array {
  const documents = Array.from({ length: DOCUMENTS }, (_, number) => `<entry>${write(number)}</entry>`);
  return new TextEncoder().encode(`<file><list>${documents.join('\n')}</list></file>`);
}

/** Compares both readers on a file in chunks of `size` bytes. Returns how many records were read fast. */
async function compareFile(bytes: Uint8Array, size: number, batchRecords: number): Promise<number> {
  const module = await loadModule({ text: JSON.stringify(spec), path: 'members.json', syntax: 'json' });
  const read = (options: object) => {
    // Internal, not part of the module contract.
    const transformer = module.createTransformer({
      today: '2024-02-29',
      batchRecords,
      ...options,
    }) as ReturnType<typeof module.createTransformer> & { fastRecords: number };
    const batches: Batch[] = [];
    for (let at = 0; at < bytes.length; at += size) batches.push(...transformer.push(bytes.slice(at, at + size)));
    batches.push(...transformer.end());
    return { batches, fastRecords: transformer.fastRecords };
  };
  const fast = read({});
  compareBatches(fast.batches, read({ fast: false }).batches);
  return fast.fastRecords;
}

test.run();
