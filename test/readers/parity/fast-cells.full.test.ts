import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { selectCases } from '../../support/property.ts';
import { compareReadings } from './compare-readings.ts';
import { compareAll } from './fast-cells.ts';
import { columns, header, inOrder, odd, rows, spec } from './odd-cells.ts';
import { cutChunks, loadModule } from './run-module.ts';
import type { Scenario } from './arbitraries.ts';

const today = '2024-03-01';
/** Returns the rows for a delimiter and an order of columns: in the quick suite, a seventh of them. */
const someRows = (delimiter: string, order: readonly number[]) => selectCases(rows(delimiter, order), 7);
const scenario = (changes: object): Pick<Scenario, 'spec' | 'syntax'> => ({
  spec: JSON.parse(JSON.stringify({ ...spec, ...changes })) as Scenario['spec'],
  syntax: 'json',
});

test('fast and careful readers agree on odd cells in every kind of field; clean cells are read fast', async () => {
  const module = await loadModule(scenario({}));
  const lines = someRows(',', inOrder);
  const accepted = compareAll(module, [header(inOrder, ','), ...lines, ''].join('\n'), {});
  assert.ok(accepted > lines.length * 0.5, `${accepted} of ${lines.length} records were read fast`);
  const good = columns.map((column) => column.good).join(',');
  assert.ok(
    compareAll(module, [header(inOrder, ','), ...Array.from({ length: 100 }, () => good), ''].join('\r\n'), {
      messages: false,
    }) >= 99,
  );
});

test('XML records with up to 100 different elements are read fast', async () => {
  for (const [elements, isFast] of [
    [100, true],
    [101, false],
  ] as const) {
    const fields = Array.from({ length: elements }, (_, i) => ({ name: `f${i}`, type: 'STRING' }));
    const module = await loadModule({
      spec: { name: 'many', format: 'XML', recordPath: '/d/r', fields },
      syntax: 'json',
    });
    const record = `<r>${fields.map(({ name }, i) => `<${name}>${i}</${name}>`).join('')}</r>`;
    const accepted = compareAll(module, `<d>${record.repeat(50)}</d>`, {});
    assert.equal(accepted >= 40, isFast, `${accepted} of 50 records with ${elements} elements were read fast`);
  }
});

test('columns in another order, missing columns and unknown columns', async () => {
  const module = await loadModule(scenario({ onMissingColumns: 'IGNORE' }));
  const order = inOrder.filter((column) => column % 3 !== 0).reverse();
  const lines = someRows(',', order).map((line, i) => `${odd[i % 20]},${line},`);
  const accepted = compareAll(module, [`u,${header(order, ',')},v`, ...lines, ''].join('\n'), { batchRecords: 7 });
  assert.ok(accepted > lines.length * 0.3, `${accepted} of ${lines.length} records were read fast`);
});

test('another delimiter, no quotes, another escape, comments, numbers as texts, selected lines', async () => {
  for (const changes of [
    { delimiter: '\t' },
    { delimiter: ';', quote: '' },
    { escape: '\\', comment: '#' },
    { numbersAs: 'STRING', skipBlankLines: false },
    { quote: "'", delimiter: '|', skipLines: { top: 1, bottom: 2 } },
    { recordWhen: { column: 'f8', values: ['1', '7'] }, messageKey: ['f17'] },
    { columnMatch: 'POSITION', hasHeader: false, maxRecordBytes: 240, messageKey: undefined },
  ]) {
    const module = await loadModule(scenario(changes));
    const delimiter = 'delimiter' in changes ? changes.delimiter : ',';
    const lines = ['#x', ...rows(delimiter, inOrder).slice(0, 600), '', '  ', `x${delimiter}`];
    const accepted = compareAll(
      module,
      [
        ...('hasHeader' in changes
          ? []
          : ['skipLines' in changes ? 'top\n' + header(inOrder, delimiter) : header(inOrder, delimiter)]),
        ...lines,
        '',
      ].join('\n'),
      {},
    );
    assert.ok(accepted > lines.length * 0.4, `${JSON.stringify(changes)}: ${accepted} of ${lines.length}`);
  }
});

test('comments and blank lines between records need no careful reader', async () => {
  const others = ['# a "comment', '#', '', ' \t', '#a,b'];
  for (const changes of [
    {},
    { recordWhen: { column: 'f8', values: ['1', '7'] } },
    { skipLines: { bottom: 3 } },
    { comment: 'é' },
  ]) {
    const module = await loadModule(scenario({ comment: '#', ...changes }));
    const good = columns.map((column) => column.good).join(',');
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const lines = Array.from({ length: 300 }, (_, i) => (i % 3 === 1 ? good : (others[i % 5] ?? '')));
      const own = 'comment' in changes ? lines.map((line) => line.replace('#', 'é')) : lines;
      const accepted = compareAll(module, [header(inOrder, ','), ...own, ''].join(lineEnd), { batchRecords: 7 });
      assert.ok(accepted >= 97, `${JSON.stringify({ ...changes, lineEnd })}: ${accepted} of 100`);
      // Without a record, it counts whether lines were comments, or not selected by recordWhen.
      compareAll(module, [header(inOrder, ','), '#', '', good.replace(/\d/gu, '9'), '#', ''].join(lineEnd), {});
      compareAll(module, [header(inOrder, ','), '#', '', '#', ''].join(lineEnd), {});
    }
  }
});

test('lines are selected by a column before the fields, and by one of the fields', async () => {
  for (const [column, values] of [
    ['kind', ['D', 'DD']],
    ['other', ['D']],
    ['f1', ['needed']],
    ['f8', ['1', '7']],
  ] as const) {
    const module = await loadModule(scenario({ recordWhen: { column, values } }));
    const starts = ['D,D', 'DD,D', 'D,x', 'T,D', '"D",D', 'é,D', 'D,é', 'D,"a,b"', 'D,"a', ',D', 'D,', 'D"'];
    const lines = someRows(',', inOrder).map(
      (line, i) => `${i % 9 > 0 ? 'D,D' : starts[(i / 9) % starts.length]},${line}`,
    );
    const text = [`kind,other,${header(inOrder, ',')}`, ...lines, 'D', 'D,D', ''].join('\n');
    const accepted = compareAll(module, text, { batchRecords: 7 });
    assert.ok(accepted > lines.length * 0.3, `${column}: ${accepted} of ${lines.length}`);
    const bytes = new TextEncoder().encode(text);
    for (const bad of [0, 2]) {
      const broken = Uint8Array.from(bytes);
      for (let at = broken.indexOf(0x0a) + 1; at > 0; at = broken.indexOf(0x0a, at) + 1) broken[at + bad] = 0xff;
      compareReadings(module, [broken], { today });
    }
  }
});

test('lines of other types are skipped by the fast reader, and the lines after them keep their positions', async () => {
  const others = ['T,é,1', 'T', 'TD', 'T,"a ""b"" c",', ',', 'D2,D', 'T,x,,,,', 'T\u00a0', 'T"', 'TT,"q"'];
  // These need the careful reader, also if they are no records.
  const unusual = ['"T",1', ' ,x', '\u00a0', 'é,1', '# T', '', '  ', 'T,"open', 'T,"a" b', `T,${'x'.repeat(300)}`, 'D'];
  for (const [column, end] of [
    ['kind', '\n'],
    ['kind', '\r\n'],
    ['other', '\n'],
    [1, '\r'],
  ] as const) {
    const module = await loadModule(
      scenario({ recordWhen: { column, values: ['D', 'DD'] }, comment: '#', maxRecordBytes: 280 }),
    );
    const records = rows(',', inOrder).slice(0, 400);
    const write = (between: readonly string[]): string =>
      [
        `kind,other,${header(inOrder, ',')}`,
        ...records.flatMap((line, i) => [...(i % 3 === 0 ? [between[(i / 3) % between.length]] : []), `D,D,${line}`]),
        ...between,
        '',
      ].join(end);
    const alone = compareAll(module, write([]).replaceAll(`${end}${end}`, end), {});
    assert.ok(alone > records.length * 0.4, `${column}: ${alone} records were read fast`);
    const kept = column === 'other' ? ['T,1,é', 'x,y', ',DDD', 'T,x,,"q",'] : others;
    assert.ok(compareAll(module, write(kept), { batchRecords: 7 }) >= alone, `${column}: the other lines are skipped`);
    compareAll(module, write([...others, ...unusual]), { batchRecords: 5 });
    compareAll(module, [`kind,other,${header(inOrder, ',')}`, ...others, ...unusual, ''].join(end), {});
  }
});

test('malformed bytes are rejected at every position', async () => {
  const module = await loadModule(scenario({}));
  const good = new TextEncoder().encode(columns.map((column) => column.good).join(',') + '\n');
  const parts = [new TextEncoder().encode(header(inOrder, ',') + '\n')];
  for (const bad of [
    [0xff],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82],
    [0x80],
    [0xc3],
  ]) {
    for (let at = 0; at < good.length; at++) parts.push(good.subarray(0, at), Uint8Array.from(bad), good.subarray(at));
  }
  compareReadings(module, [Uint8Array.from(Buffer.concat(parts))], { today });
});

test('records with issues are read fast and reported at their positions', async () => {
  // Each of these texts causes an issue of a field or none, but never an issue of the structure.
  const cells = odd.filter((cell) => /^[\w .:+-]*$/.test(cell));
  const good = columns.map((column) => column.good);
  const lines = columns.flatMap((_, i) =>
    selectCases(cells, 3).map((cell) => [...good.slice(0, i), cell, ...good.slice(i + 1), '\u00e9'].join(',')),
  );
  const fields = [...spec.fields, { name: 'last', type: 'STRING' }];
  for (const encoding of ['UTF-8', 'ISO-8859-1']) {
    const module = await loadModule(scenario({ encoding, fields }));
    const text = [[header(inOrder, ','), 'last'].join(','), ...lines, ''].join('\r\n');
    const bytes = Uint8Array.from(Buffer.from(text, encoding === 'UTF-8' ? 'utf8' : 'latin1'));
    for (const options of [
      { skipInvalidRecords: true },
      { messages: false },
      { maxMessageBytes: 1000, batchRecords: 10 },
      { skipInvalidRecords: true, maxMessageBytes: 10 },
    ]) {
      for (const size of [[], [3000, 1]]) compareReadings(module, cutChunks(bytes, size), { today, ...options });
    }
    const transformer = module.createTransformer({ today, skipInvalidRecords: true }) as unknown as {
      fastRecords: number;
      push(chunk: Uint8Array): Iterable<Batch>;
    };
    const problems = [...transformer.push(bytes)].reduce((sum, batch) => sum + batch.recordIssues.length, 0);
    assert.ok(problems > lines.length * 0.2, `${problems} of ${lines.length} records have issues`);
    // The careful reader reads the first record with an issue of each field, and finds the cell as sent.
    assert.ok(
      transformer.fastRecords >= 0.9 * lines.length,
      `${transformer.fastRecords} of ${lines.length} records were read fast`,
    );
  }
});

test('a message that does not fit into the buffer is written again', async () => {
  const module = await loadModule(scenario({}));
  const cells = columns.map((column) => column.good);
  const lines = [1, 10, 100, 1000, 5000, 20_000, 90_000].flatMap((size) =>
    ['\u0001', '\u00e9', 'x'].map((unit) => ['"' + unit.repeat(size) + '"', ...cells.slice(1)].join(',')),
  );
  assert.ok(compareAll(module, [header(inOrder, ','), ...lines, ''].join('\n'), {}) > 0);
});

test.run();
