/** The order of the warnings of a run is that of their places in the file, wherever batches end. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';
import { mergeWarnings } from '../support/merge-warnings.ts';
import { transform } from './parity/run-module.ts';

/** Returns the codes and paths of the warnings of a file, which are the same in batches of each size and with both readers. */
async function readWarnings(spec: object, text: string): Promise<string[]> {
  const module = await loadModule({ text: JSON.stringify(spec), path: 'spec.json', syntax: 'json' });
  const read = (batchRecords: number, fast: boolean) => {
    const batches = transform(module, [new TextEncoder().encode(text)], { batchRecords, fast });
    return mergeWarnings(batches.flatMap(({ warnings }) => warnings));
  };
  const expected = read(1, false);
  for (const size of [1, 2, 3, 7, 1000])
    for (const fast of [true, false]) assert.equal(read(size, fast), expected, `batches of ${size}, fast: ${fast}`);
  return expected.map(({ code, path, count }) => [code, path, count].filter((part) => part !== undefined).join(' '));
}

test('XML', async () => {
  const fields = [
    { name: 'a', type: 'STRING', columnName: 'a' },
    { name: 'b', type: 'STRING', columnName: 'b' },
    { name: 'h', type: 'STRING', columnName: '/all/h' },
  ];
  const spec = { name: 's', format: 'XML', recordPath: '/all/g/r', fields };
  const record = (text: string) => `<r>${text}</r>`;
  const text = `<all><g>${record('<a>1</a><b>1</b>')}${record('<a>1</a><b>2</b><u/>')}${record('<b>1</b><b>2</b>')}</g><g/>
<r/><g>${record('<a>1</a>')}${record('<a>1</a><a>2</a><w/><v/>')}</g><h>1</h></all>`;
  assert.equal(await readWarnings(spec, text), [
    'UNKNOWN_COLUMN u',
    'SEVERAL_MATCHES b 1',
    'RECORD_ON_OTHER_PATH 1',
    'UNKNOWN_COLUMN w',
    'UNKNOWN_COLUMN v',
    'SEVERAL_MATCHES a 1',
    'VALUE_AFTER_RECORD /all/h 5',
    'ENCLOSING_WITHOUT_RECORD 1',
  ]);
});

test('JSON with records in others', async () => {
  const fields = [{ name: 'n', type: 'INTEGER', columnName: '/n' }];
  const recordTypes = [
    { name: 'order', fields },
    { name: 'line', in: 'order', when: { path: '/lines/*' }, fields },
    { name: 'note', in: 'order', when: { path: '/notes/*' }, fields },
  ];
  const orders = [
    { n: 1, lines: [{ n: 1 }], notes: [{ n: 1, y: 1 }] },
    { n: 2, lines: [{ n: 1, x: 1 }] },
    { n: 3, z: 1 },
  ];
  const text = orders.map((order) => `${JSON.stringify(order)}\n`).join('');
  assert.equal(await readWarnings({ name: 's', format: 'JSON', recordTypes }, text), [
    'UNKNOWN_COLUMN /notes/*/y',
    'UNKNOWN_COLUMN /lines/*/x',
    'UNKNOWN_COLUMN /z',
  ]);
});

test('CSV', async () => {
  const fields = ['a', 'b'].map((name) => ({ name, type: 'STRING', columnName: name }));
  const text = 'a,b\n1,2\n1, "x"\n1,2\na,b\n1,2\n1, "y"\n';
  assert.equal(await readWarnings({ name: 's', format: 'CSV', fields }, text), [
    'QUOTE_AFTER_BLANK 2',
    'HEADER_REPEATED 1',
  ]);
});

test.run();
