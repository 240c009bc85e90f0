// Elements with the name of a record on another path: the same warning in both readers, in any chunks and when resumed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch, SpecModule, Warning } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { mergeWarnings } from '../support/merge-warnings.ts';
import { scaleRuns, seed } from '../support/property.ts';
import { type Random, randomOf } from '../support/random.ts';
import { compareReadings } from './parity/compare-readings.ts';
import { cutChunks, transform } from './parity/run-module.ts';

const HEAD = 'name: other-paths\nformat: XML\nconcatenated: true\n';
const FIELDS = 'fields: [{ name: no, type: INTEGER, columnName: no }, { name: of, type: STRING, columnName: "@of" }]\n';
const load = (text: string): Promise<SpecModule> => loadModule({ text, path: 'specs/others.yaml', syntax: 'yaml' });
const plain = await load(`${HEAD}recordPath: /stock/item\n${FIELDS}`);
const chosen = await load(`${HEAD}recordPath: /stock/item[@of='a']\n${FIELDS}`);
const typed = await load(`${HEAD}recordTypes:
  - { name: list, when: { path: /stock }, fields: [{ name: of, type: STRING, columnName: "@of" }] }
  - name: item
    in: list
    when: { path: /stock/item }
    ${FIELDS}`);

/** A document, with what it should cause for each of the three specs. */
interface Drawn {
  text: string;
  /** The number of items on another path, and of those with `of="a"`. */
  others: number;
  othersOfA: number;
  records: number;
}

function draw(random: Random): Drawn {
  const drawn: Drawn = { text: '', others: 0, othersOfA: 0, records: 0 };
  const item = (isOther: boolean): string => {
    const of = random.pick(['a', 'b']);
    if (isOther) {
      drawn.others++;
      if (of === 'a') drawn.othersOfA++;
    } else drawn.records++;
    return `<item of="${of}"><no>${random.below(1000)}</no></item>`;
  };
  for (let document = 0; document <= random.below(3); document++) {
    const isInside = random.oneIn(3);
    drawn.text += `${isInside ? '<all>' : ''}<stock>\n`;
    for (let i = random.below(40); i > 0; i--) {
      if (random.oneIn(8)) drawn.text += `<group>${item(true)}${item(true)}</group>\n`;
      else drawn.text += `${item(isInside)}${random.oneIn(5) ? '<!-- item -->' : ''}\n`;
    }
    drawn.text += `</stock>${isInside ? '</all>' : ''}\n`;
  }
  return drawn;
}

const others = (warnings: readonly Warning[]) => warnings.filter(({ code }) => code === 'RECORD_ON_OTHER_PATH');
const countOf = (batches: readonly Batch[]): number =>
  others(mergeWarnings(batches.flatMap(({ warnings }) => warnings))).reduce((sum, { count }) => sum + (count ?? 0), 0);

/** Checks the count of a spec in each way of reading. */
function checkCount(module: SpecModule, text: string, expected: number): void {
  const bytes = new TextEncoder().encode(text);
  const options = { today: '2024-02-29', batchRecords: 3 };
  const batches = transform(module, [bytes.slice()], options);
  assert.is(countOf(batches), expected, text);
  compareReadings(module, [bytes.slice()], options);
  for (const size of [1, 37]) assert.is(countOf(transform(module, cutChunks(bytes, [size]), options)), expected);
  for (const [at, { next }] of batches.slice(0, -1).entries()) {
    const from = JSON.parse(JSON.stringify(next)) as typeof next;
    const rest = transform(module, [bytes.slice(from.byteOffset)], { ...options, from });
    assert.is(countOf([...batches.slice(0, at + 1), ...rest]), expected, `resumed after batch ${at}`);
  }
}

test('items on another path are counted, however the file is read', () => {
  let found = 0;
  for (let index = 0; index < scaleRuns(40); index++) {
    const { text, others: all, othersOfA, records } = draw(randomOf(seed, index));
    if (records === 0) continue;
    found += all;
    checkCount(plain, text, all);
    if (/^<item of="a"/mu.test(text)) checkCount(chosen, text, othersOfA);
  }
  assert.ok(found > 100, `${found}`);
});

test('a record that encloses others counts those on another path once', () => {
  const item = '<item of="a"><no>1</no></item>';
  checkCount(typed, `<stock of="x">${item}<group>${item}${item}</group></stock>\n<all><stock>${item}</stock></all>`, 4);
});

const empty = (batches: readonly Batch[]): number =>
  mergeWarnings(batches.flatMap(({ warnings }) => warnings))
    .filter(({ code }) => code === 'ENCLOSING_WITHOUT_RECORD')
    .reduce((sum, { count }) => sum + (count ?? 0), 0);

test('documents with another document element are counted, however the file is read', () => {
  const item = '<item of="a"><no>1</no></item>';
  const stock = `<stock>${item}${item}${item}${item}</stock>`;
  for (const [documents, expected] of [
    [[stock, '<other><x>1</x></other>'], 1],
    [['<other><x>1</x></other>', stock], 1],
    [['<a/>', '<b/>', stock, '<c>text</c>', stock, '<d/>'], 4],
    [[stock, '<stock/>', stock], 0],
    [[stock], 0],
    [['<other><x>1</x></other>', '<a/>'], 0],
    [[stock, `<all>${stock}</all>`], 1],
    [[stock, '<!-- end -->', '<?pi x?>'], 0],
    [[stock, '<x:stock xmlns:x="u"/>'], 0],
    [[stock, '<Stock><item/></Stock>'], 1],
  ] as const)
    for (const module of [plain, typed]) {
      const bytes = new TextEncoder().encode(documents.join('\n'));
      const options = { today: '2024-02-29', batchRecords: 2 };
      const batches = transform(module, [bytes.slice()], options);
      assert.is(empty(batches), expected, documents.join());
      compareReadings(module, [bytes.slice()], options);
      for (const size of [1, 23]) assert.is(empty(transform(module, cutChunks(bytes, [size]), options)), expected);
      for (const [at, { next }] of batches.slice(0, -1).entries()) {
        const from = JSON.parse(JSON.stringify(next)) as typeof next;
        const rest = transform(module, [bytes.slice(from.byteOffset)], { ...options, from });
        assert.is(empty([...batches.slice(0, at + 1), ...rest]), expected, `resumed after batch ${at}`);
      }
    }
});

test('names of elements are all that the warning has of the file', () => {
  const text = '<stock><item><no>1</no></item><group id="secret"><item><no>4711</no></item></group></stock>';
  const [batch] = transform(plain, [new TextEncoder().encode(text)], { today: '2024-02-29' });
  assert.equal(others(batch?.warnings ?? []), [
    {
      code: 'RECORD_ON_OTHER_PATH',
      message:
        'elements "item" are not on the path "/stock/item", so they are no records and nothing of them is in a message. The path "//item" or a record type for the other path would keep them',
      count: 1,
    },
  ]);
});

test.run();
