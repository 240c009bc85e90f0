/** A header that is repeated with other quotes or blanks, and quotes after blanks, in both readers. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';

type Keys = Readonly<Record<string, unknown>>;

const ONE_TYPE: Keys = { fields: ['order no', 'name'].map((name) => ({ name, type: 'STRING' })) };

interface Reading {
  readonly events: number;
  readonly warnings: readonly string[];
}

/** Reads a text with both readers, which must agree. */
async function read(keys: Keys, text: string): Promise<Reading> {
  const spec = JSON.stringify({ name: 'repeated', format: 'CSV', ...ONE_TYPE, ...keys });
  const module = await loadModule({ text: spec, path: 'a.json', syntax: 'json' });
  const [reading, careful] = [true, false].map((fast): Reading => {
    const transformer = module.createTransformer({ fast });
    const batches = [...transformer.push(Buffer.from(text)), ...transformer.end()];
    return {
      events: batches.reduce((sum, { count }) => sum + count, 0),
      warnings: batches.flatMap(({ warnings }) => warnings.map(({ code, count }) => `${code} ${count ?? ''}`)),
    };
  });
  assert.equal(reading, careful, text);
  return reading ?? { events: 0, warnings: [] };
}

const fieldOf = (name: string, type: string) => ({ name, type });

/** Lines between the header and its repetition, so that the fast reader reads the repetition too. */
const ROWS = '1,a\n2,b\n';
const HEADERS = [
  'order no,name',
  '"order no","name"',
  '"order no",name',
  'order no , name',
  '" order no"," name"',
  'order no,name,',
];

for (const first of HEADERS.slice(0, 4))
  test(`a header ${first} is repeated with any quotes and blanks`, async () => {
    for (const again of HEADERS) {
      const text = `${first}\n${ROWS}${again}\n${ROWS}`;
      const keys = { columnMatch: 'POSITION', onExtraColumns: 'IGNORE' };
      const counted = await read(keys, text);
      assert.equal(counted.warnings, ['HEADER_REPEATED 1'], again);
      assert.is(counted.events, 5);
      const skipped = await read({ ...keys, skipRepeatedHeader: true }, text);
      assert.is(skipped.events, 4, again);
      assert.equal(skipped.warnings, []);
    }
  });

/** Many bytes before the others: in short files, each record is compared with the header. */
const MANY = `${'x'.repeat(5000)},7\n`.repeat(30);

test('a header is found where a field rejects its cell only with some quotes and blanks', async () => {
  const heads = ['id,amount', ' id, amount', '"id","amount "', '"id", amount', 'id ," amount "'];
  const fields = [fieldOf('id', 'STRING'), fieldOf('amount', 'INTEGER')];
  for (const nullValues of [[], ['amount'], [' amount'], ['amount '], [' amount ']])
    for (const [first, again] of heads.flatMap((one) => heads.map((other) => [one, other]))) {
      const text = `${first}\n${MANY}3,4\n${again}\n5,6\n`;
      const keys = { columnMatch: 'POSITION', onTypeMismatch: 'ERROR', fields, nullValues };
      assert.equal((await read(keys, text)).warnings, ['HEADER_REPEATED 1'], text);
    }
});

test('a header is found where several blanks make its only wrong cell null', async () => {
  const fields = [fieldOf('id', 'STRING'), fieldOf('amount', 'INTEGER')];
  for (const cell of ['  amount', 'amount   ', '    amount  ']) {
    const keys = { columnMatch: 'POSITION', onTypeMismatch: 'ERROR', fields, nullValues: [cell] };
    const text = `id,amount\n${MANY}3,4\nid,${cell}\n5,6\n`;
    assert.equal((await read(keys, text)).warnings, ['HEADER_REPEATED 1'], cell);
  }
});

test('records are not compared with a header that a field rejects', async () => {
  // As many letters of a record are compared with the header as these.
  const start = 'abcdefghijklmnop';
  const fields = [fieldOf('id', 'STRING'), fieldOf('amount', 'INTEGER')];
  const keys = { name: 'repeated', format: 'CSV', columnMatch: 'POSITION', fields };
  const module = await loadModule({ text: JSON.stringify(keys), path: 'a.json', syntax: 'json' });
  for (const [head, isCompared] of [
    [`${start},amount`, false],
    [`"${start}"," amount"`, false],
    [`${start},2024`, true],
  ] as const) {
    // The cast is safe: only tests use this member of a transformer.
    const transformer = module.createTransformer({}) as ReturnType<typeof module.createTransformer> & {
      fastRecords: number;
    };
    const text = `${head}\n${MANY}${`${start},7\n`.repeat(50)}`;
    assert.ok([...transformer.push(Buffer.from(text)), ...transformer.end()].length > 0);
    assert.is(transformer.fastRecords < 40, isCompared, head);
  }
});

test('a record that only resembles the header is a record', async () => {
  for (const row of [
    'order no,Name',
    'orderno,name',
    'order no,name x',
    'order n,oname',
    'order no name',
    'name,order no',
  ]) {
    const { events, warnings } = await read(
      { skipRepeatedHeader: true, onMissingColumns: 'IGNORE' },
      `order no,name\n${ROWS}${row}\n`,
    );
    assert.is(events, 3, row);
    assert.equal(warnings, []);
  }
});

test('records that begin with the letters of a short header are read fast', async () => {
  const keys = { name: 'repeated', format: 'CSV', ...ONE_TYPE, hasHeader: true };
  const module = await loadModule({ text: JSON.stringify(keys), path: 'a.json', syntax: 'json' });
  // The cast is safe: only tests use this member of a transformer.
  const transformer = module.createTransformer({}) as ReturnType<typeof module.createTransformer> & {
    fastRecords: number;
  };
  const text = `order no,name\n${'order no,name1\n'.repeat(50)}`;
  assert.ok([...transformer.push(Buffer.from(text)), ...transformer.end()].length > 0);
  assert.is(transformer.fastRecords, 49);
});

test('a blank before any quote character is counted', async () => {
  for (const [quote, delimiter] of [
    ["'", ','],
    ['"', ';'],
    ['$', ','],
    ["'", '||'],
    ['`', '\t'],
  ] as const) {
    const q = quote;
    const rows = [`1${delimiter} ${q}x${q}`, `2${delimiter}a ${q}b`, `3${delimiter}${q}c${q}`, `4${delimiter}d${q}e`];
    const text = `order no${delimiter}name\n${rows.join('\n')}\n`;
    const { warnings } = await read({ quote, delimiter }, text);
    assert.equal(warnings, ['QUOTE_AFTER_BLANK 1'], quote + delimiter);
  }
});

test('a blank that is the delimiter is none before a quote', async () => {
  const { warnings } = await read({ delimiter: ' ' }, '"order no" name\n "x"\n1 "y"\n');
  assert.equal(warnings, []);
});

test('a blank before a quote is counted in files with record types', async () => {
  const field = (name: string) => ({ name, type: 'STRING' });
  const types = ['H', 'L'].map((kind) => ({
    name: kind === 'H' ? 'head' : 'line',
    when: { column: 1, values: [kind] },
    fields: [field('kind'), field('text')],
  }));
  const keys = { hasHeader: false, fields: undefined, recordTypes: types };
  const { warnings } = await read(keys, 'H,a\nL, "b"\nL,"d"\nL, "e"\nL,f "g"\n');
  assert.equal(warnings, ['QUOTE_AFTER_BLANK 2']);
});

test.run();
