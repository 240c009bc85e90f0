/** Reference tables: the CSV files that are tables, the function lookup, the rule IN_REFERENCE, and missing tables. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reportTables } from '../../compiler/index.ts';
import { createReferenceTable, ReferenceFault } from '../../compiler/kernel/values/reference/create-table.ts';
import { createLookup, createMembership, openReference } from '../../compiler/kernel/values/reference/open-tables.ts';
import type { ReadOptions, ReferenceTable } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const YAML = `name: paid
format: CSV
reference:
  currencies: { file: reference/currencies.csv, key: code }
  bics: { key: bic }
fields:
  - { name: code, type: STRING }
  - { name: bic, type: STRING, sensitive: true }
  - { name: currency, type: STRING, value: 'lookup("currencies", code, "name")' }
validationRules:
  - { ruleId: known, field: bic, ruleType: IN_REFERENCE, value: bics }
  - { ruleId: has-zone, field: code, ruleType: EXPRESSION, value: 'lookup("currencies", code, "zone") != null' }
`;
const CURRENCIES = bytes('name,code,zone\r\nEuro,EUR,yes\r\n"Dollar, ""US""",USD,\r\nZłoty,PLN,no');
const BICS = bytes('bic\nCOBADEFF\n');
const input = { text: YAML, path: 'paid.yaml', syntax: 'yaml' } as const;

function lookups(csv: string, key: string, column: string) {
  const open = openReference([{ name: 't', key, columns: [column] }]);
  const record = { reference: open({ t: bytes(csv) }) };
  const lookup = createLookup('t', column);
  return (text: string | null) => lookup(text, record);
}

function faultOf(csv: string | Uint8Array, key = 'k'): string {
  try {
    createReferenceTable(typeof csv === 'string' ? bytes(csv) : csv, key);
  } catch (error) {
    if (error instanceof ReferenceFault) return error.message;
    throw error;
  }
  return 'none';
}

test('cells of a table are found by keys that are compared exactly', () => {
  const find = lookups('\ufeffa;k;b\n\n1;x;eins\n2;"y;z";"zw""ei\n!"\n3;;drei\n', 'k', 'b');
  assert.equal(['x', 'X', ' x', 'y;z', '', null, 'xx'].map(find), ['eins', null, null, 'zw"ei\n!', 'drei', null, null]);
  const names = lookups('k\tlong\nä\t' + 'ö'.repeat(100) + '\nb\t' + 'o'.repeat(100) + '\n', 'k', 'long');
  assert.equal([names('ä'), names('b')], ['ö'.repeat(100), 'o'.repeat(100)]);
  const own = lookups('k\nä\n', 'k', 'k');
  assert.equal([own('ä'), own('a')], ['ä', null]);
});

test('100,000 keys are all found, and no others', () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `K${i},${i * 7}\n`);
  const find = lookups(`k,v\n${rows.join('')}`, 'k', 'v');
  for (let i = 0; i < 100_000; i++) if (find(`K${i}`) !== String(i * 7)) assert.unreachable(`K${i}`);
  assert.is(find('K100000'), null);
  assert.is(find('K'), null);
  const open = openReference([{ name: 't', key: 'k', columns: [] }]);
  const record = { reference: open({ t: bytes('k\n') }) };
  assert.not.ok(createMembership('t')('x', record));
});

test('what is no table names the lines', () => {
  assert.is(faultOf(''), 'line 1: the table is empty: its first line must be a header');
  assert.is(faultOf('a,b\n1,2\n'), 'the table has no column "k" for its keys, only "a", "b"');
  assert.is(faultOf('k,k\n'), 'line 1: the header has the column "k" twice');
  assert.is(faultOf('k,b\n1,2\n\n3\n'), 'line 4: the row has 1 cells, but the header has 2');
  assert.is(
    faultOf('k,b\n1,"2\n"\n3,4\n1,5\n'),
    'line 5: the key is also in line 2, and each key of a table must be unique',
  );
  assert.is(faultOf('k\n"a\n'), 'line 2: a cell begins with a quote that does not end');
  assert.is(faultOf('k\n"a"b\n'), 'line 2: a quote must end its cell');
  assert.is(faultOf(Uint8Array.of(0x6b, 0x0a, 0xff)), 'the table is not in UTF-8');
  assert.is(faultOf(new Uint8Array(64 * 1024 * 1024 + 1)), 'the table has more than 64 MiB');
  assert.is(
    faultOf(`k\n${Array.from({ length: 1_000_001 }, (_, i) => i).join('\n')}`),
    'line 1000002: the table has more than 1000000 rows',
  );
});

test('a table takes at most 2.5 times the memory of its file', () => {
  const csv = bytes(`k,v\n${Array.from({ length: 200_000 }, (_, i) => `${i},x\n`).join('')}`);
  const { cells, buckets } = createReferenceTable(csv, 'k', true);
  assert.ok(cells.buffer instanceof SharedArrayBuffer);
  assert.ok(cells.buffer.byteLength + buckets.byteLength <= 2.5 * csv.length);
});

test('a module looks values up, with both readers', async () => {
  const module = await loadModule(input);
  assert.equal(module.spec.reference, [
    { name: 'currencies', key: 'code', file: 'reference/currencies.csv', columns: ['name', 'zone'] },
    { name: 'bics', key: 'bic', columns: [] },
  ]);
  const shared = createReferenceTable(BICS, 'bic', true);
  for (const fast of [true, false]) {
    const transformer = module.createTransformer({ fast, reference: { currencies: CURRENCIES, bics: shared } });
    const batches = [
      ...transformer.push(bytes('code,bic\nEUR,COBADEFF\nUSD,DEUTDEFF\nPLN,\nXXX,COBADEFF\n')),
      ...transformer.end(),
    ];
    assert.is(
      batches.map((batch) => new TextDecoder().decode(batch.bytes)).join(''),
      '{"code":"EUR","bic":"COBADEFF","currency":"Euro"}' +
        '{"code":"USD","bic":"DEUTDEFF","currency":"Dollar, \\"US\\""}' +
        '{"code":"PLN","bic":null,"currency":"Złoty"}{"code":"XXX","bic":"COBADEFF","currency":null}',
    );
    assert.equal(
      batches.flatMap(({ recordIssues }) =>
        recordIssues.flatMap(({ record, issues }) =>
          issues.map(({ code, value, masked, length }) => [record, code, value ?? null, masked ?? false, length ?? 0]),
        ),
      ),
      [
        [2, 'IN_REFERENCE', null, true, 8],
        [2, 'EXPRESSION', 'USD', false, 0],
        [4, 'EXPRESSION', 'XXX', false, 0],
      ],
    );
  }
});

test('keys of all lengths, rare and frequent ones, are found alike by both readers', async () => {
  const random = randomOf(seed, 0);
  const pieces = ['a', 'B', '0', '"', '\\', '\u00fc', '\u{1f600}', ' ', 'longer'] as const;
  const draw = () =>
    Array.from({ length: 1 + random.below(12) }, () => random.pick(pieces))
      .join('')
      .trim() || 'x';
  const keys = [...new Set(Array.from({ length: 3000 }, draw))];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const wide = 'w'.repeat(300);
  const valueOf = (key: string, index: number) => (index % 50 === 0 ? `${key}${wide}` : `${index}`);
  const table = bytes(`name,code,zone\n${keys.map((key, i) => `${cell(valueOf(key, i))},${cell(key)},z\n`).join('')}`);
  const known = new Map(keys.map((key, i) => [key, valueOf(key, i)]));
  // Runs of rare keys, between them runs of a few frequent ones.
  const asked = Array.from({ length: 30_000 }, (_, i) =>
    random.oneIn(20) ? draw() : (keys[random.below(i % 12_000 < 9000 ? keys.length : 9)] as string),
  );
  const file = bytes(`code,bic\n${asked.map((key) => `${cell(key)},COBADEFF\n`).join('')}`);
  const module = await loadModule({ ...input, text: YAML.slice(0, YAML.indexOf('validationRules')) });
  for (const fast of [true, false]) {
    const transformer = module.createTransformer({ fast, reference: { currencies: table, bics: BICS } });
    const events = [...transformer.push(file), ...transformer.end()].flatMap((batch) =>
      Array.from(batch.ends, (end, i) => new TextDecoder().decode(batch.bytes.subarray(batch.ends[i - 1] ?? 0, end))),
    );
    assert.is(events.length, asked.length);
    for (const [i, event] of events.entries()) {
      const { code, currency } = JSON.parse(event) as { code: string; currency: string | null };
      assert.is(code, asked[i]);
      assert.is(currency, known.get(code) ?? null, JSON.stringify(code));
    }
  }
});

test('a table of another release is not read', async () => {
  const { buckets, ...old } = createReferenceTable(BICS, 'bic');
  const open = openReference([{ name: 't', key: 'bic', columns: [] }]);
  assert.ok(buckets.length > 0);
  assert.throws(() => open({ t: old as ReferenceTable }), /was created by another release/);
});

test('a module without its tables reads nothing', async () => {
  const module = await loadModule(input);
  const create = (options: ReadOptions) => () => module.createTransformer(options);
  const fails = (options: ReadOptions, message: string) =>
    assert.throws(create(options), (error: unknown) => error instanceof RangeError && error.message === message);
  fails({}, 'the reference table "currencies" is missing: give it in the option reference');
  fails(
    { reference: { currencies: CURRENCIES } },
    'the reference table "bics" is missing: give it in the option reference',
  );
  fails({ reference: { currencies: bytes('code,name\n') } }, 'the reference table "currencies" has no column "zone"');
  fails(
    { reference: { currencies: bytes('code,name,zone\nA,,\nA,,\n') } },
    'the reference table "currencies": line 3: the key is also in line 2, and each key of a table must be unique',
  );
  fails(
    { reference: { currencies: createReferenceTable(CURRENCIES, 'name') } },
    'the reference table "currencies" has the key "name" instead of "code"',
  );
  const check = module.check as (value: unknown, options?: ReadOptions) => readonly { code: string }[];
  assert.throws(() => check({ code: 'EUR', bic: 'X' }), /is missing/);
  const issues = check({ code: 'EUR', bic: 'X' }, { reference: { currencies: CURRENCIES, bics: BICS } });
  assert.equal(
    issues.map(({ code }) => code),
    ['IN_REFERENCE'],
  );
});

test('a table that cannot be used is a diagnostic at its name', () => {
  const [found, ...rest] = reportTables(input, [{ table: 'bics', reason: 'cannot be used: the table is empty' }]);
  assert.equal(rest, []);
  assert.is(found?.message, 'the reference table "bics" cannot be used: the table is empty');
  assert.equal([found?.code, found?.line, found?.path], ['unusable_reference', 5, '/reference/bics']);
});

test.run();
