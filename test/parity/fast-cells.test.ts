import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import type { Batch, SpecModule, TransformOptions } from '../../compiler/kernel/contract.ts';
import { compareReadings } from './compare-readings.ts';
import { cutChunks, loadModule } from './run-module.ts';
import type { Scenario } from './arbitraries.ts';

/** Fields with everything that has a form in bytes, each with a cell that is good. */
const columns: readonly { good: string; field: object; corrections?: readonly object[]; rules?: readonly object[] }[] = [
  { good: 'plain text', field: { type: 'STRING' } },
  { good: 'needed', field: { type: 'STRING', required: true }, corrections: [{ correctionType: 'TRIM' }] },
  { good: 'abc', field: { type: 'STRING' }, rules: [{ ruleType: 'MIN_LENGTH', value: 2 }, { ruleType: 'MAX_LENGTH', value: 5 }] },
  { good: 'Ab', field: { type: 'STRING' }, corrections: [{ correctionType: 'TRIM' }, { correctionType: 'UPPER_CASE' }], rules: [{ ruleType: 'REGEX', value: '[A-Z\u00c4\u00e9]+' }] },
  { good: 'gold', field: { type: 'STRING' }, corrections: [{ correctionType: 'LOWER_CASE' }], rules: [{ ruleType: 'ALLOWED_VALUES', value: ['gold', 'a"b', 'null', 'x'] }] },
  { good: '42', field: { type: 'STRING' }, corrections: [{ correctionType: 'TRIM' }, { correctionType: 'PAD_LEFT', padChar: '0', length: 5 }] },
  { good: 'N', field: { type: 'STRING' }, corrections: [{ correctionType: 'PAD_RIGHT', padChar: '-', length: 2 }, { correctionType: 'DEFAULT_IF_NULL', defaultValue: 'none' }] },
  { good: 'x', field: { type: 'STRING' }, corrections: [{ correctionType: 'REGEX_REPLACE', pattern: '[0-9]', replacement: '' }] },
  { good: '1', field: { type: 'INTEGER', required: true }, rules: [{ ruleType: 'MIN_VALUE', value: '-5' }, { ruleType: 'MAX_VALUE', value: '99999999999999' }] },
  { good: '7', field: { type: 'INTEGER', groupSeparator: '.' }, corrections: [{ correctionType: 'TRIM' }], rules: [{ ruleType: 'MAX_LENGTH', value: 4 }] },
  { good: '5', field: { type: 'INTEGER' }, corrections: [{ correctionType: 'DEFAULT_IF_NULL', defaultValue: '5' }], rules: [{ ruleType: 'ALLOWED_VALUES', value: [0, 5, 100] }] },
  { good: '1.5', field: { type: 'DECIMAL' }, rules: [{ ruleType: 'MIN_VALUE', value: '0.005' }, { ruleType: 'MAX_VALUE', value: '1000' }] },
  { good: '-2\u002750', field: { type: 'DECIMAL', decimalSeparator: "'" }, corrections: [{ correctionType: 'TRIM' }] },
  { good: '3', field: { type: 'DECIMAL' }, rules: [{ ruleType: 'REGEX', value: '-?[0-9]+(\\.5)?' }] },
  { good: '2024-02-29', field: { type: 'DATE' }, rules: [{ ruleType: 'DATE_RANGE', value: '1999-12-31,today' }] },
  { good: '01.02.2020', field: { type: 'DATE' }, corrections: [{ correctionType: 'COERCE_DATE', sourceFormat: 'dd.MM.yyyy', targetFormat: 'yyyy-MM-dd' }] },
  { good: '03042021', field: { type: 'DATE', format: 'MMddyyyy' }, corrections: [{ correctionType: 'TRIM' }, { correctionType: 'COERCE_DATE', sourceFormat: 'ddMMyyyy', targetFormat: 'MMddyyyy' }] },
  { good: 'true', field: { type: 'BOOLEAN' } },
  { good: 'J', field: { type: 'BOOLEAN', trueValues: ['J', 'Ja'], falseValues: ['N'] }, corrections: [{ correctionType: 'TRIM' }] },
];

const odd = [
  '', ' ', '   ', '""', '"', '"a', '"a"b', '"a""b"', 'a"b', '"a,b"', '"\t"', '\t', ' x', 'x ', '" x "', 'NULL', 'null', ' NULL', 'NULL ', 'n/a', '-', '\\', '"\\"', '\u0001', '\u001f', '\u007f',
  '\u00e9', '\u00c4', '\u00df', '\u20ac', '\ud83d\ude00', '"\u00e9""\u20ac"', '\u00a0x', 'x\u00a0', '\u3000', 'x\u2003', '\u0085', 'x\ud83d\ude00', '\ufeff', '\ufffd', '\u2028', 'a\u0000b',
  '0', '-0', '+0', '007', '-007', '+7', '7.', '.5', '-.5', '+.5', '0.005', '0.0049', '0.00500000000000000000001', '1000', '1000.00', '1000.0001', '999.99999', '00.50', '1e3', '1,5', '"1,5"', '1.234', '12.34', '1.234.567',
  '99999999999999', '100000000000000', '99999999999999999999', '9007199254740993', '-5', '-6', ' 5 ', '" 5"', '5 5', '5x', '--5', '5-', '100', '12345', '-2\u00275', '2\u0027',
  '2024-02-30', '2023-02-29', '1999-12-30', '1999-12-31', '2024-03-01', '2024-03-02', '0000-01-01', '2024-13-01', '2024-00-10', '2024-1-1', '2024/02/01', '12024-02-01', '+2024-02-01', ' 2024-02-29', '2024-02-29 ', '"2024-02-29"',
  '31.12.1999', '32.12.1999', '29.02.2023', ' 01.02.2020 ', '"01.02.2020"', '05052020', '13122020', '12312020', ' 05052020',
  'TRUE', 'tRuE', 'False', 'truex', 'tru', ' true', '"true"', 'Ja', 'JA', ' J ', 'N', 'Jx', 'GOLD', 'Gold', 'A"B', 'a""b', '"a""b"', '"A""B"', 'X', 'gol', 'golden', 'abcde', 'abcdef', '\u00e9\u00e9\u00e9\u00e9\u00e9', '"a""""b"', '12', '123456', '"', 'a\rb', '"a\nb"',
];

const spec = {
  name: 'fuzz',
  format: 'CSV',
  nullValues: ['NULL', 'n/a', 'null"'],
  messageKey: ['f1', 'f8'],
  fields: columns.map(({ field }, i) => ({ name: `f${i}`, ...field })),
  correctionRules: columns.flatMap(({ corrections = [] }, i) => corrections.map((correction, j) => ({ ruleId: `c${i}-${j}`, field: `f${i}`, ...correction }))),
  validationRules: columns.flatMap(({ rules = [] }, i) => rules.map((rule, j) => ({ ruleId: `r${i}-${j}`, field: `f${i}`, ...rule }))),
};

const today = '2024-03-01';
const scenario = (changes: object): Pick<Scenario, 'spec' | 'syntax'> => ({ spec: JSON.parse(JSON.stringify({ ...spec, ...changes })) as Scenario['spec'], syntax: 'json' });

/** A record for each odd cell in each column, and a good one behind each. */
function rows(delimiter: string, order: readonly number[]): string[] {
  const lines: string[] = [];
  const goodOf = (column: number) => columns[column]?.good ?? '';
  const line = (cellOf: (column: number) => string) => order.map(cellOf).join(delimiter);
  for (let i = 0; i < columns.length; i++) {
    for (const cell of odd) lines.push(line((column) => (column === i ? cell : goodOf(column))), line(goodOf));
  }
  return lines;
}

const inOrder = columns.map((_, i) => i);
const header = (order: readonly number[], delimiter: string) => order.map((column) => `f${column}`).join(delimiter);

function compareAll(module: SpecModule, text: string, options: TransformOptions): number {
  const bytes = new TextEncoder().encode(text);
  for (const size of [[], [5000, 3]]) compareReadings(module, cutChunks(bytes, size), { today, ...options });
  const transformer = module.createTransformer({ today, ...options }) as unknown as { fastRecords: number; push(chunk: Uint8Array): Iterable<unknown>; end(): Iterable<unknown> };
  for (const _ of [...transformer.push(bytes), ...transformer.end()]);
  return transformer.fastRecords;
}

test('odd cells in every kind of field are read alike; clean ones are read fast', async () => {
  const module = await loadModule(scenario({}));
  const lines = rows(',', inOrder);
  const accepted = compareAll(module, [header(inOrder, ','), ...lines, ''].join('\n'), {});
  assert.ok(accepted > lines.length * 0.5, `${accepted} of ${lines.length} records were read fast`);
  const good = columns.map((column) => column.good).join(',');
  assert.ok(compareAll(module, [header(inOrder, ','), ...Array.from({ length: 100 }, () => good), ''].join('\r\n'), { messages: false }) >= 99);
});

test('columns in another order, some missing, some unknown', async () => {
  const module = await loadModule(scenario({ onMissingColumns: 'IGNORE' }));
  const order = inOrder.filter((column) => column % 3 !== 0).reverse();
  const lines = rows(',', order).map((line, i) => `${odd[i % 20]},${line},`);
  const accepted = compareAll(module, [`u,${header(order, ',')},v`, ...lines, ''].join('\n'), { batchRecords: 7 });
  assert.ok(accepted > lines.length * 0.3, `${accepted} of ${lines.length} records were read fast`);
});

test('another delimiter, no quotes, another escape, comments, numbers as texts, lines selected', async () => {
  for (const changes of [
    { delimiter: '\t' }, { delimiter: ';', quote: '' }, { escape: '\\', comment: '#' }, { numbersAs: 'STRING', skipBlankLines: false }, { quote: "'", delimiter: '|', skipLines: { top: 1, bottom: 2 } },
    { recordWhen: { column: 'f8', values: ['1', '7'] }, messageKey: ['f17'] }, { columnMatch: 'POSITION', hasHeader: false, maxRecordBytes: 150, messageKey: undefined },
  ]) {
    const module = await loadModule(scenario(changes));
    const delimiter = 'delimiter' in changes ? changes.delimiter : ',';
    const lines = ['#x', ...rows(delimiter, inOrder).slice(0, 600), '', '  ', `x${delimiter}`];
    const accepted = compareAll(module, [...('hasHeader' in changes ? [] : ['skipLines' in changes ? 'top\n' + header(inOrder, delimiter) : header(inOrder, delimiter)]), ...lines, ''].join('\n'), {});
    assert.ok(accepted > lines.length * 0.4, `${JSON.stringify(changes)}: ${accepted} of ${lines.length}`);
  }
});

test('malformed bytes are refused wherever they stand', async () => {
  const module = await loadModule(scenario({}));
  const good = new TextEncoder().encode(columns.map((column) => column.good).join(',') + '\n');
  const parts = [new TextEncoder().encode(header(inOrder, ',') + '\n')];
  for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80], [0xc3]]) {
    for (let at = 0; at < good.length; at++) parts.push(good.subarray(0, at), Uint8Array.from(bad), good.subarray(at));
  }
  compareReadings(module, [Uint8Array.from(Buffer.concat(parts))], { today });
});

test('records with issues are read fast, and told where they stand', async () => {
  // What each field says of these texts is an issue, or none; never one of the structure.
  const cells = odd.filter((cell) => /^[\w .:+-]*$/.test(cell));
  const good = columns.map((column) => column.good);
  const lines = columns.flatMap((_, i) => cells.map((cell) => [...good.slice(0, i), cell, ...good.slice(i + 1), '\u00e9'].join(',')));
  const fields = [...spec.fields, { name: 'last', type: 'STRING' }];
  for (const encoding of ['UTF-8', 'ISO-8859-1']) {
    const module = await loadModule(scenario({ encoding, fields }));
    const text = [[header(inOrder, ','), 'last'].join(','), ...lines, ''].join('\r\n');
    const bytes = Uint8Array.from(Buffer.from(text, encoding === 'UTF-8' ? 'utf8' : 'latin1'));
    for (const options of [{ skipInvalidRecords: true }, { messages: false }, { maxMessageBytes: 1000, batchRecords: 10 }, { skipInvalidRecords: true, maxMessageBytes: 10 }]) {
      for (const size of [[], [3000, 1]]) compareReadings(module, cutChunks(bytes, size), { today, ...options });
    }
    const transformer = module.createTransformer({ today, skipInvalidRecords: true }) as unknown as { fastRecords: number; push(chunk: Uint8Array): Iterable<Batch> };
    const problems = [...transformer.push(bytes)].reduce((sum, batch) => sum + batch.problems.length, 0);
    assert.ok(problems > lines.length * 0.2, `${problems} of ${lines.length} records have issues`);
    assert.ok(transformer.fastRecords >= lines.length - 1, `${transformer.fastRecords} of ${lines.length} records were read fast`);
  }
});

test('a message that the buffer has no room for is written again', async () => {
  const module = await loadModule(scenario({}));
  const cells = columns.map((column) => column.good);
  const lines = [1, 10, 100, 1000, 5000, 20_000, 90_000].flatMap((size) => ['\u0001', '\u00e9', 'x'].map((unit) => ['"' + unit.repeat(size) + '"', ...cells.slice(1)].join(',')));
  assert.ok(compareAll(module, [header(inOrder, ','), ...lines, ''].join('\n'), {}) > 0);
});

test.run();
