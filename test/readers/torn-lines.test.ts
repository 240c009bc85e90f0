// Lines that are shorter, longer or broken, as senders write them.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { transform } from './parity/run-module.ts';

const decoder = new TextDecoder();

/** Returns the messages and the issues of a file, which both readers must find alike. */
async function read(spec: object, file: string): Promise<{ messages: string; issues: string[] }> {
  const module = await loadModule({ path: 'torn.json', text: JSON.stringify(spec), syntax: 'json' });
  const readAs = (fast: boolean) => {
    const batches = transform(module, [new TextEncoder().encode(file)], { fast, lineFeeds: true });
    return {
      messages: batches.map(({ bytes }) => decoder.decode(bytes)).join(''),
      issues: batches.flatMap(({ recordIssues }) =>
        recordIssues.flatMap(({ record, issues }) => issues.map(({ code, message }) => `${record} ${code} ${message}`)),
      ),
    };
  };
  const careful = readAs(false);
  assert.equal(readAs(true), careful);
  return careful;
}

const FIXED = {
  name: 'torn',
  format: 'FIXED_WIDTH',
  recordLength: 10,
  fields: [
    { name: 'kind', type: 'STRING', start: 1, length: 3, required: true },
    { name: 'name', type: 'STRING', start: 4, length: 5, required: true },
    { name: 'year', type: 'INTEGER', start: 9, length: 2 },
  ],
};
const LINES = 'PERAnna\nPERBob  41\nPER\nPERCleo 42   \nPERDora 43  x\nPERZo\u00eb  44 \n';

test('PAD reads blanks that were left out or added at the end of a line', async () => {
  const { messages, issues } = await read({ ...FIXED, onShortRecord: 'PAD' }, LINES);
  assert.equal(messages.match(/"name":"\w+|"name":"Zo\u00eb/gu), [
    '"name":"Anna',
    '"name":"Bob',
    '"name":"Cleo',
    '"name":"Zo',
  ]);
  assert.equal(issues, [
    '3 REQUIRED name is required',
    '5 TOO_MANY_COLUMNS the record has 13 characters; it may have at most 10',
  ]);
});

test('without PAD, blanks after the record length are an issue', async () => {
  const { issues } = await read({ ...FIXED, onShortRecord: 'WARNING' }, LINES);
  assert.is(issues.filter((issue) => issue.includes('TOO_MANY_COLUMNS')).length, 3);
  const { issues: others } = await read(FIXED, LINES);
  assert.is(others.filter((issue) => issue.includes('TOO_MANY_COLUMNS')).length, 3);
});

test('a line with one cell may be the rest of the line before', async () => {
  const fields = ['id', 'name', 'note'].map((name) => ({ name, type: 'STRING' }));
  const spec = { name: 'torn', format: 'CSV', delimiter: '|', fields };
  const rest = ': it may be the rest of the line before, if a cell of that has a line break without quotes';
  const { messages, issues } = await read(spec, 'id|name|note\n1|A|first line\nsecond line\n2|B\n3|C|ok\n');
  assert.equal(issues, [
    `2 TOO_FEW_COLUMNS the record has 1 column instead of 3${rest}`,
    '3 TOO_FEW_COLUMNS the record has 2 columns instead of 3',
  ]);
  assert.is(messages.split('\n').length, 3);
});

test('the first record that can be read decides about delimiters at line ends, also for a reading that continues before it', async () => {
  const fields = ['a', 'b'].map((name) => ({ name, type: 'STRING' }));
  const text = JSON.stringify({ name: 'ends', format: 'CSV', maxRecordBytes: 20, fields });
  const module = await loadModule({ path: 'ends.json', text, syntax: 'json' });
  const bytes = new TextEncoder().encode(`a,b\n${'x'.repeat(30)}\n"x"y,z\n1,2,\n3,4,\n`);
  const read = (from?: Batch['next']) =>
    transform(module, [bytes.slice(from?.byteOffset ?? 0)], { batchRecords: 1, ...(from !== undefined && { from }) });
  const messages = (batches: readonly Batch[]) => batches.map((batch) => decoder.decode(batch.bytes)).join('');
  const whole = read();
  assert.is(messages(whole), '{"a":"1","b":"2"}{"a":"3","b":"4"}');
  for (const [index, { next }] of whole.entries()) {
    const rest = read(JSON.parse(JSON.stringify(next)) as Batch['next']);
    assert.is(messages([...whole.slice(0, index + 1), ...rest]), messages(whole), `after batch ${index}`);
  }
});

test('a long line that may be among the last ones, which are skipped, is not searched again with each chunk', async () => {
  const fields = [{ name: 'a', type: 'STRING' }];
  const text = JSON.stringify({ name: 'last', format: 'CSV', skipLines: { bottom: 2 }, fields });
  const module = await loadModule({ path: 'last.json', text, syntax: 'json' });
  const transformer = module.createTransformer();
  const chunk = new TextEncoder().encode('x'.repeat(20));
  transformer.push(new TextEncoder().encode('a\n'));
  const before = process.cpuUsage();
  for (let i = 0; i < 15_000; i++) assert.is([...transformer.push(chunk)].length, 0);
  // It took three seconds.
  assert.ok(process.cpuUsage(before).user < 1_500_000);
  assert.is([...transformer.end()].at(-1)?.next.record, 0);
});

test.run();
