import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { scaleRuns, seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';
import { loadModule } from '../support/load-module.ts';

const FIELDS = [
  { name: 'day', type: 'DATE', columnName: ['Day', 'Date'], required: true },
  { name: 'amount', type: 'DECIMAL', columnName: 'Amount', required: true },
];

function load(settings: object): Promise<SpecModule> {
  const spec = { name: 'a', format: 'CSV', skipLines: { until: 'HEADER' }, fields: FIELDS, ...settings };
  return loadModule({ text: JSON.stringify(spec), path: 'a.json', syntax: 'json' });
}

function read(module: SpecModule, text: string, chunk = 1 << 20, fast = true) {
  const transformer = module.createTransformer({ fast, lineFeeds: true });
  const bytes = new TextEncoder().encode(text);
  const batches = [];
  for (let at = 0; at < bytes.length; at += chunk) batches.push(...transformer.push(bytes.subarray(at, at + chunk)));
  batches.push(...transformer.end());
  return {
    messages: batches.map(({ bytes }) => new TextDecoder().decode(bytes)).join(''),
    otherLines: batches.reduce((sum, { otherLines }) => sum + otherLines, 0),
    warnings: batches.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
    failure: batches.at(-1)?.failure ?? null,
  };
}

const RECORD = 'Date,Amount\n2025-01-02,3\n';
const MESSAGE = '{"day":"2025-01-02","amount":3}\n';

test('at most 1,000 lines before the header are skipped, blank ones included', async () => {
  const module = await load({});
  for (const line of ['title\n', '\n', '"a ""title""",b\r\n']) {
    const found = read(module, line.repeat(1000) + RECORD);
    assert.is(found.messages, MESSAGE);
    assert.is(found.otherLines, 1000);
    const { failure, messages } = read(module, line.repeat(1001) + RECORD);
    assert.is(failure?.code, 'MISSING_HEADER');
    assert.match(failure?.message ?? '', /in the first 1000 lines/);
    assert.is(messages, '');
  }
});

test('lines of skipLines.top are no part of the search', async () => {
  const module = await load({ skipLines: { top: 1, until: 'HEADER' } });
  const { messages, otherLines } = read(module, `Day,Amount\n${RECORD}`);
  assert.is(messages, MESSAGE);
  assert.is(otherLines, 1);
});

test('a quote that is not closed before the header does not hide it', async () => {
  const module = await load({});
  for (const chunk of [1, 5, 1000]) {
    const { messages, otherLines } = read(module, `"open\nx,y\n"two\nlines",y\n${RECORD}`, chunk);
    assert.is(messages, MESSAGE);
    assert.is(otherLines, 4);
  }
});

test('the message names the line that lacks the fewest columns', async () => {
  const { failure } = read(await load({}), 'title\nDay,Value\n2025-01-02,3\n');
  assert.match(failure?.message ?? '', /line 2 has most, but lacks "Amount"$/);
  const none = read(await load({}), 'title\nother\n');
  assert.match(
    none.failure?.message ?? '',
    /no line has a column that a field reads, such as "Day" or "Date", "Amount"$/,
  );
});

test('a header is searched in files with several types and joined lines', async () => {
  const fields = FIELDS.map((field) => ({ ...field, required: false }));
  const module = await load({
    fields: undefined,
    order: 'ANY',
    recordTypes: [
      { name: 'sale', when: { column: 'Kind', values: ['S'] }, fields },
      { name: 'rest', fields: [FIELDS[0]] },
    ],
    continuation: { joins: 'previous', when: { column: 'Kind', values: ['C'] } },
  });
  const { messages, otherLines } = read(module, 'Kind,Day\nsep=,\nKind,Day,Amount\nS,2025-01-02,3\nR,2025-01-03,\n');
  assert.is(otherLines, 2);
  assert.match(messages, /"day":"2025-01-02","amount":3/);
  assert.match(messages, /"day":"2025-01-03"/);
});

test('only the first line declares a delimiter', async () => {
  const module = await load({ skipLines: {}, hasHeader: false, fields: [{ name: 'a', type: 'STRING' }] });
  const { messages, otherLines, warnings } = read(module, 'sep=\t\nsep=;\nb\n');
  assert.is(messages, '{"a":"sep=;"}\n{"a":"b"}\n');
  assert.is(otherLines, 1);
  assert.equal(warnings, ['DELIMITER_DIFFERS']);
  assert.is(read(module, '\nsep=;\n').messages, '{"a":"sep=;"}\n');
  for (const first of ['sep=', 'sep=;;', ' sep=;', 'sep=ab'])
    assert.is(read(module, `${first}\n`).messages, `{"a":"${first}"}\n`);
});

test('both readers agree on drawn names and headers', async () => {
  for (let index = 0; index < scaleRuns(60); index++) {
    const random = randomOf(seed, index);
    const names = ['A', 'a b', 'C', 'c ', 'D'] as const;
    const column = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(names).trim());
    const fields = Array.from({ length: 1 + random.below(4) }, (_, at) => ({
      name: `f${at}`,
      type: 'STRING',
      columnName: column(),
      required: at === 0,
    }));
    const headerMatch = random.pick(['EXACT', 'IGNORE_CASE']);
    const module = await load({ fields, headerMatch, onMissingColumns: random.pick(['FATAL', 'IGNORE']) });
    const header = Array.from({ length: 1 + random.below(4) }, () => random.pick([...names, 'AB', ' C', 'x']));
    const row = (at: number) => header.map((_, cell) => `${at}${cell}`).join(',');
    const text = `title\n${header.join(',')}\n${Array.from({ length: 20 }, (_, at) => row(at)).join('\n')}\n`;
    const place = `seed ${seed}, case ${index}`;
    assert.equal(read(module, text, 1 << 20, true), read(module, text, 7, false), place);
  }
});

test.run();
