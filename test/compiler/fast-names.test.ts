import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';

/** Field names that equal identifiers of a fast reader, or names derived from other fields. */
const NAMES = [
  'line',
  'element',
  'inOrder',
  'indexed',
  'record',
  'a',
  'aCarefully',
  'aKey',
  'end',
  'next',
  'report',
  'cells',
  'header',
  'careful',
  'fastReader',
  'begin',
  'read',
  'finish',
  'numbers',
  'TRUE',
  'places',
  'starts',
  'width',
  'day',
  'useHeader',
  'layout',
  'key',
  'toKey',
  'output',
  'input',
  'at',
  'length',
  'maxRecordBytes',
  'isInOrder',
  'recordInOrder',
  'recordOfLine',
  'spec',
  'check',
  'values',
  'isRecord',
  'date',
  'known',
  'knownKey',
  'writeKey',
  'ofLine',
  'cellEnd',
  'isNull',
  'BARE',
  'QUOTED',
  'kinds',
  'open',
  'points',
  'seen',
  'row',
  'rows',
  'ends',
  'byte',
  'place',
];
const TYPES = ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'];

const FORMATS = {
  CSV: { spec: {}, place: () => ({}) },
  FIXED_WIDTH: {
    spec: { recordWhen: { start: 1, length: 1, values: ['x'] } },
    place: (i: number) => ({ start: 3 * i + 1, length: 3 }),
  },
  XML: { spec: { recordPath: '/r/e' }, place: (i: number) => ({ columnName: `f${i}` }) },
};

for (const [format, { spec, place }] of Object.entries(FORMATS)) {
  test(`${format}: a field may have the name of any identifier in a fast reader`, async () => {
    const text = JSON.stringify({
      name: 'names',
      format,
      ...spec,
      messageKey: ['known', 'a', 'record', 'date'],
      fields: NAMES.map((name, i) => ({ name, type: TYPES[i % TYPES.length], ...place(i) })),
      correctionRules: [{ ruleId: 'trim', field: 'a', correctionType: 'TRIM' }],
      validationRules: [
        { ruleId: 'key', field: 'record', ruleType: 'REQUIRED' },
        { ruleId: 'number', field: 'a', ruleType: 'REGEX', value: '.*' },
        { ruleId: 'word', field: 'a', ruleType: 'ALLOWED_VALUES', value: ['x'] },
      ],
    });
    const { diagnostics, module } = await compile({ text, path: 'names.json', syntax: 'json' });
    assert.equal(
      diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
      [],
    );
    assert.ok(module?.fastSource !== null && module !== null);
    const loaded = (await import(`data:text/javascript;base64,${Buffer.from(module.esm).toString('base64')}`)) as {
      spec: { name: string };
    };
    assert.is(loaded.spec.name, 'names');
  });
}

test('constants remain constants in the bundle, and variables remain variables', async () => {
  const text = JSON.stringify({
    name: 'names',
    format: 'CSV',
    fields: [
      { name: 'a', type: 'STRING' },
      { name: 'b', type: 'DATE' },
    ],
  });
  const { module } = await compile({ text, path: 'names.json', syntax: 'json' });
  for (const own of ['BARE', 'cells', 'PLAIN']) assert.match(module?.esm ?? '', new RegExp(`^const ${own} = `, 'm'));
  for (const own of ['cellEnd', 'next', 'CellReader'])
    assert.match(module?.esm ?? '', new RegExp(`^var ${own} = `, 'm'));
});

test.run();
