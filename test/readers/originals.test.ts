// An issue shows the cell as sent beside the value after corrections, in both readers alike.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Issue } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { cutChunks, transform } from './parity/run-module.ts';

const CORRECTIONS = [
  { ruleId: 'c1', field: 'customer_id', correctionType: 'TRIM' },
  { ruleId: 'c2', field: 'country', correctionType: 'UPPER_CASE' },
  { ruleId: 'c3', field: 'count', correctionType: 'DEFAULT_IF_NULL', defaultValue: '3' },
];
const RULES = [
  { ruleId: 'r1', field: 'country', ruleType: 'ALLOWED_VALUES', value: ['DE'], severity: 'ERROR' },
  { ruleId: 'r2', field: 'amount', ruleType: 'MAX_VALUE', value: 10, severity: 'WARNING' },
  { ruleId: 'r3', field: 'count', ruleType: 'COMPARE', operator: '<', other: 'amount', severity: 'WARNING' },
];
const FIELDS = [
  { name: 'customer_id', type: 'STRING', required: true },
  { name: 'country', type: 'STRING' },
  { name: 'amount', type: 'DECIMAL', decimalSeparator: ',', groupSeparator: '.' },
  { name: 'count', type: 'DECIMAL' },
];
const CSV = {
  name: 'sent',
  format: 'CSV',
  delimiter: ';',
  fields: FIELDS,
  correctionRules: CORRECTIONS,
  validationRules: RULES,
};

/** Returns the issues of a file, which both readers must find alike, also in small chunks. */
async function read(spec: object, file: string): Promise<Issue[]> {
  const module = await loadModule({ path: 'sent.json', text: JSON.stringify(spec), syntax: 'json' });
  const bytes = new TextEncoder().encode(file);
  const issuesOf = (sizes: number[], options: { fast?: boolean }) =>
    transform(module, cutChunks(bytes, sizes), options).flatMap(({ recordIssues }) =>
      recordIssues.flatMap(({ issues }) => issues),
    );
  const careful = issuesOf([], { fast: false });
  assert.equal(issuesOf([], {}), careful);
  assert.equal(issuesOf([Math.ceil(bytes.length / 2)], {}), careful);
  return careful;
}

/** Returns rule or code, value and original of each issue. */
function shown(issues: readonly Issue[]): unknown[] {
  return issues.map(({ ruleId, code, value, original }) => [ruleId ?? code, value, original]);
}

const header = 'customer_id;country;amount;count';

test('the cell as sent is beside the value, if it differs', async () => {
  const lines = [
    'a;at;1;0',
    '  ;de;1;0',
    'a;AT;1.234,50;0',
    '" b";"a""t";11;0',
    'a;de;x;0',
    'a;de;1,5;',
    'a;de;+01;002',
  ];
  // The first issue of each field is read carefully: the lines come twice.
  const issues = await read(CSV, `${[header, ...lines, ...lines].join('\n')}\n`);
  const expected = [
    ['r1', 'AT', 'at'],
    ['required:customer_id', null, '  '],
    ['r1', 'AT', undefined],
    ['r2', '1234.50', '1.234,50'],
    ['r1', 'A"T', 'a"t'],
    ['r2', '11', undefined],
    ['TYPE_MISMATCH', 'x', undefined],
    ['r3', '3', null],
    ['r3', '2', '002'],
  ];
  assert.equal(shown(issues), [...expected, ...expected]);
});

test('the place of a column and names of fields do not matter', async () => {
  const fields = FIELDS.map((field) => ({ ...field, columnName: field.name.toUpperCase() }));
  const moved = await read({ ...CSV, fields }, 'COUNT;X;COUNTRY;AMOUNT;CUSTOMER_ID\n0;;at;1;a\n0;;ch;1;a\n');
  assert.equal(shown(moved), [
    ['r1', 'AT', 'at'],
    ['r1', 'CH', 'ch'],
  ]);
  const placed = await read({ ...CSV, hasHeader: false }, 'a;at;1;0\na;de;12,0;0\n');
  assert.equal(shown(placed), [
    ['r1', 'AT', 'at'],
    ['r2', '12.0', '12,0'],
  ]);
});

test('names that become equal in a module get no cell of another field', async () => {
  const fields = ['a b', 'aB', 'number', 'number2'].map((name) => ({ name, type: 'STRING' }));
  const names = ['a b', 'aB', 'number', 'number2'];
  const correctionRules = names.map((field, at) => ({ ruleId: `c${at}`, field, correctionType: 'UPPER_CASE' }));
  const validationRules = names.map((field, at) => ({
    ruleId: `r${at}`,
    field,
    ruleType: 'ALLOWED_VALUES',
    value: ['X'],
  }));
  const spec = { name: 'sent', format: 'CSV', fields, correctionRules, validationRules };
  for (const { field, original } of await read(spec, `${names.join(',')}\nq,w,e,r\nt,z,u,i\n`)) {
    const cells = [
      ['q', 't'],
      ['w', 'z'],
      ['e', 'u'],
      ['r', 'i'],
    ][names.indexOf(field ?? '')];
    assert.ok(original === undefined || cells?.includes(original ?? '') === true, `${field}: ${original}`);
  }
});

test('sensitive values and cells are not shown', async () => {
  const fields = FIELDS.map((field) =>
    field.name === 'country' ? { ...field, sensitive: true, required: true } : field,
  );
  const strip = {
    ruleId: 'c0',
    field: 'country',
    correctionType: 'REGEX_REPLACE',
    pattern: '[0-9\\s]',
    replacement: '',
  };
  const spec = { ...CSV, fields, correctionRules: [strip, ...CORRECTIONS] };
  const issues = await read(spec, `${header}\na;a 4711t;1;0\na; 4711 ;1;0\na;at;12,0;0\na;a 4711t;1;0\n  ;de;1;0\n`);
  assert.not.match(JSON.stringify(issues), /4711/);
  assert.equal(
    issues.map(({ code, value, masked, length, original, originalLength }) => [
      code,
      value,
      masked,
      length,
      original,
      originalLength,
    ]),
    [
      ['ALLOWED_VALUES', undefined, true, 2, undefined, 7],
      ['REQUIRED', null, undefined, undefined, undefined, undefined],
      ['ALLOWED_VALUES', undefined, true, 2, undefined, undefined],
      ['MAX_VALUE', '12.0', undefined, undefined, '12,0', undefined],
      ['ALLOWED_VALUES', undefined, true, 2, undefined, 7],
      ['REQUIRED', null, undefined, undefined, undefined, undefined],
    ],
  );
});

test('a long cell is cut like its value', async () => {
  const long = 'ä'.repeat(150) + 'b'.repeat(150);
  const [issue] = await read(CSV, `${header}\na;${long};1;0\n`);
  assert.is(issue?.value, long.slice(0, 200).toUpperCase());
  assert.is(issue?.original, long.slice(0, 200));
  // Both show the same beginning.
  const [same] = await read(CSV, `${header}\na;${long.toUpperCase()}x;1;0\n`);
  assert.is(same?.original, undefined);
});

test('fixed-width cells are shown without their padding', async () => {
  let start = 1;
  const fields = FIELDS.map((field) => ({ ...field, start: (start += 8) - 8, length: 8 }));
  const spec = { ...CSV, format: 'FIXED_WIDTH', delimiter: undefined, fields };
  const line = (...cells: string[]) => `${cells.map((cell) => cell.padEnd(8)).join('')}\n`;
  const file = [line('a', 'at', '1', '0'), line('b', 'de', '1.100,0', '0'), line('b', 'ch', '1', '007')].join('');
  assert.equal(shown(await read(spec, file + file)), [
    ['r1', 'AT', 'at'],
    ['r2', '1100.0', '1.100,0'],
    ['r1', 'CH', 'ch'],
    ['r3', '7', '007'],
    ['r1', 'AT', 'at'],
    ['r2', '1100.0', '1.100,0'],
    ['r1', 'CH', 'ch'],
    ['r3', '7', '007'],
  ]);
  // A computed field has no cell, but the cells of the others are found.
  const computed = { name: 'twice', type: 'DECIMAL', value: 'amount * 2' };
  assert.equal(shown(await read({ ...spec, fields: [computed, ...fields] }, file)).slice(0, 1), [['r1', 'AT', 'at']]);
});

test('values of XML are shown as the document has them', async () => {
  const fields = FIELDS.map(({ name, ...field }) => ({ name, ...field, columnName: name === 'country' ? '@c' : name }));
  const spec = { ...CSV, format: 'XML', delimiter: undefined, recordPath: '/all/one', fields };
  const one = (c: string, amount: string) =>
    `<one c="${c}"><customer_id>a</customer_id><amount>${amount}</amount><count>0</count></one>\n`;
  const file = `<all>\n${one('at', '1')}${one('DE', '1.100,0')}${one('a&amp;t', '1')}${one('at', ' 12 ')}</all>`;
  assert.equal(shown(await read(spec, file)), [
    ['r1', 'AT', 'at'],
    ['r2', '1100.0', '1.100,0'],
    ['r1', 'A&T', 'a&t'],
    ['r1', 'AT', 'at'],
    ['r2', '12', ' 12 '],
  ]);
});

test('each record type has its own cells', async () => {
  const type = (name: string, columns: string[], value: string) => ({
    name,
    when: { column: 1, values: [name] },
    fields: ['kind', ...columns].map((column) => ({ name: column, type: 'STRING' })),
    correctionRules: [{ ruleId: `c${name}`, field: 'code', correctionType: 'LOWER_CASE' }],
    validationRules: [{ ruleId: `r${name}`, field: 'code', ruleType: 'ALLOWED_VALUES', value: [value] }],
  });
  const spec = {
    name: 'sent',
    format: 'CSV',
    hasHeader: false,
    onUnexpectedRecord: 'IGNORE',
    recordTypes: [type('head', ['text', 'code'], 'x'), type('item', ['code'], 'y')],
  };
  assert.equal(shown(await read(spec, 'head,t,Q\nitem,Q\nhead,t,X\nitem,W\nhead,t,R\n')), [
    ['rhead', 'q', 'Q'],
    ['ritem', 'q', 'Q'],
    ['ritem', 'w', 'W'],
    ['rhead', 'r', 'R'],
  ]);
});

test('many records with issues are read alike', async () => {
  const lines = Array.from(
    { length: 5000 },
    (_, at) => `${at % 7 === 0 ? ' ' : 'a'};${at % 3 === 0 ? 'at' : 'de'};${at % 20},0;${at % 11}`,
  );
  const issues = await read(CSV, `${[header, ...lines].join('\r\n')}\r\n`);
  assert.is(issues.filter(({ ruleId, original }) => ruleId === 'r1' && original === 'at').length, 1667);
});

test.run();
