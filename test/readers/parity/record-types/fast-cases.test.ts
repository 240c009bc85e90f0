/** Which records of a file with several record types the fast reader reads, and what it writes. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../../support/load-module.ts';
import { summarizeBatches } from '../read-result.ts';

interface Read {
  messages: string[];
  /** The codes of the issues. */
  codes: string[];
  /** The number of records that the fast reader has read. */
  fast: number;
}

async function read(spec: object, lines: readonly string[]): Promise<Read> {
  const module = await loadModule({ text: JSON.stringify(spec), path: 'a.json', syntax: 'json' });
  const fast = readAs(module, lines, true);
  assert.equal({ ...readAs(module, lines, false), fast: 0 }, { ...fast, fast: 0 });
  return fast;
}

function readAs(module: SpecModule, lines: readonly string[], fast: boolean): Read {
  // Internal, not part of the module contract.
  const transformer = module.createTransformer({ fast }) as ReturnType<SpecModule['createTransformer']> & {
    fastRecords: number;
  };
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const batches = [...transformer.push(bytes), ...transformer.end()];
  const { messages, problems } = summarizeBatches(batches);
  const inFile = batches.flatMap(({ fileIssues = [] }) => fileIssues);
  const codes = [...problems.flatMap(({ issues }) => issues), ...inFile].map(({ code }) => code);
  return { messages, codes, fast: transformer.fastRecords };
}

const when = (...values: string[]) => ({ start: 1, length: 1, values });
const id = { name: 'id', type: 'STRING', start: 2, length: 2 };

const COPIES = {
  name: 'a',
  format: 'FIXED_WIDTH',
  recordTypes: [
    { name: 'batch', when: when('B'), publish: false, fields: [id] },
    { name: 'note', in: 'batch', occurs: 'OPTIONAL', when: when('N'), publish: false, fields: [id] },
    {
      name: 'detail',
      in: 'batch',
      when: when('D'),
      messageKey: ['id'],
      fields: [id, { name: 'note', from: 'note.id' }, { name: 'same', from: 'note.id', required: false }],
      validationRules: [{ ruleId: 'r', field: 'same', ruleType: 'ALLOWED_VALUES', value: ['n1'] }],
    },
  ],
};

test('a copied value ends with the record that encloses it, also between records of the fast reader', async () => {
  const { messages, codes, fast } = await read(COPIES, ['B01', 'Nn1', 'D11', 'D12', 'B02', 'D21', 'B03', 'Nn3', 'D31']);
  assert.equal(messages, [
    '{"id":"11","note":"n1","same":"n1"}',
    '{"id":"12","note":"n1","same":"n1"}',
    '{"id":"21","note":null,"same":null}',
    '{"id":"31","note":"n3","same":"n3"}',
  ]);
  assert.equal(codes, ['ALLOWED_VALUES']);
  // The careful reader reads the notes, whose values are copied, and the first record with an issue of a field.
  assert.is(fast, 6);
});

test('the careful reader reads records at a wrong place and records whose parent failed', async () => {
  const [batch, note, detail] = COPIES.recordTypes;
  const required = { ...note, fields: [{ ...id, required: true }] };
  const spec = { ...COPIES, recordTypes: [batch, required, detail] };
  const { messages, codes, fast } = await read(spec, ['B01', 'N  ', 'D11', 'B02', 'D21', 'Nn2', 'B03', 'D31']);
  assert.is(messages.length, 2);
  assert.equal(codes, ['REQUIRED', 'PARENT_INVALID', 'UNEXPECTED_RECORD']);
  assert.is(fast, 5);
});

const amount = { name: 'amount', type: 'DECIMAL' };
const CSV = {
  name: 'a',
  format: 'CSV',
  recordTypes: [
    { name: 'item', when: { column: 'kind', values: ['I', 'J'] }, fields: [{ name: 'text', type: 'STRING' }, amount] },
    { name: 'end', when: { column: 'kind', values: ['E'] }, publish: false, fields: [amount] },
  ],
  fileRules: [
    { ruleId: 's', ruleType: 'SUM_EQUALS', of: 'item.amount', field: 'end.amount' },
    { ruleId: 'u', ruleType: 'UNIQUE', of: ['item.text'] },
    { ruleId: 'o', ruleType: 'ORDERED', of: 'item.amount' },
    { ruleId: 'c', ruleType: 'COUNT_RANGE', of: 'item', value: '0,3' },
  ],
};

test('CSV records are read by their column, and the rules of the file see them', async () => {
  const lines = ['I,a,1.50', 'J,"b,c",2', 'I,é,10', 'E,,13.50'];
  for (const header of ['kind,text,amount', 'kind,text,amount,more']) {
    const filled = header.endsWith('more') ? lines.map((line) => `${line},x`) : lines;
    const { messages, codes, fast } = await read(CSV, [header, ...filled]);
    assert.equal(messages, ['{"text":"a","amount":1.50}', '{"text":"b,c","amount":2}', '{"text":"é","amount":10}']);
    // The careful reader reads the header and the record after it.
    assert.equal([codes, fast], [[], 3]);
  }
});

test('a rule of the file adds its issue to a record of the fast reader', async () => {
  const { codes, fast } = await read(CSV, ['amount,text,kind', '2,a,I', '1,a,I', '3,,I', '3,,I', '7,,E']);
  assert.equal(codes, ['UNIQUE', 'ORDERED', 'SUM_EQUALS', 'COUNT_RANGE']);
  assert.is(fast, 4);
});

test('a type at another place, and the type of all other lines, are found in ASCII', async () => {
  const spec = {
    name: 'a',
    format: 'FIXED_WIDTH',
    recordTypes: [
      { name: 'tail', when: { start: 4, length: 2, values: ['TT', 'UU'] }, fields: [id] },
      { name: 'last', when: { start: 4, length: 1, values: ['L'] }, fields: [id] },
      { name: 'other', fields: [id] },
    ],
    order: 'ANY',
  };
  const lines = ['xl1Lx', 'xt1TT', 'xo1xx', 'ét2TT', 'xo2', 'xo3TX'];
  const { messages, fast } = await read(spec, lines);
  assert.equal(
    messages,
    ['l1', 't1', 'o1', 't2', 'o2', 'o3'].map((text) => `{"id":"${text}"}`),
  );
  // A line with a character beyond ASCII before the value, and one that is shorter than the value.
  assert.is(fast, 4);
});

test.run();
