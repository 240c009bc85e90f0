import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';

const fields = [
  { name: 'a', type: 'STRING' },
  { name: 'b', type: 'STRING' },
];

async function read(own: object, file: string, maxColumns?: number) {
  const text = JSON.stringify({ name: 'columns', format: 'CSV', fields, ...own });
  const module = await loadModule({ text, path: 'columns', syntax: 'json' });
  const transformer = module.createTransformer(maxColumns === undefined ? {} : { maxColumns });
  const batches = [...transformer.push(Buffer.from(file)), ...transformer.end()];
  return {
    failure: batches.at(-1)?.failure?.code,
    records: batches.flatMap(({ recordIssues }) =>
      recordIssues.map(({ outcome, issues }) => [outcome, issues[0]?.code, issues[0]?.message]),
    ),
  };
}

for (const quote of ['"', '']) {
  test(`a header with too many columns fails the file, quote ${quote}`, async () => {
    assert.is((await read({ quote }, 'a,b,c\n1,2,3\n', 3)).failure, undefined);
    assert.is((await read({ quote }, 'a,b,c,d\n1,2,3,4\n', 3)).failure, 'too_many_columns');
    assert.is((await read({ quote }, `a,b${',c'.repeat(16_383)}\n`)).failure, 'too_many_columns');
  });

  test(`a record with too many columns is FATAL, whatever onExtraColumns says, quote ${quote}`, async () => {
    const { records, failure } = await read({ quote, onExtraColumns: 'IGNORE' }, 'a,b\n1,2,3\n1,2,3,4\n1,2\n', 3);
    assert.is(failure, undefined);
    assert.equal(records, [['failed', 'TOO_MANY_COLUMNS', 'the record has more than 3 columns']]);
  });
}

test.run();
