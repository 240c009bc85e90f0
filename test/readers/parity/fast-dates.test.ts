/** Dates that the fast reader reads from bytes, and odd cells beside them. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { describeCost, readAndCheck } from '../../../compiler/index.ts';
import { emitSource } from '../../support/load-module.ts';
import { compareAll } from './fast-cells.ts';
import { odd } from './odd-cells.ts';
import { loadModule } from './run-module.ts';

test('dates in several source formats: those that exclude each other are read fast', async () => {
  const dates = [
    { good: '2020-12-31', format: 'yyyy-MM-dd', sources: ['dd.MM.yyyy', 'yyyy-MM-dd', 'yyyyMMdd', 'MM/dd/yyyy'] },
    { good: '12312020', format: 'MMddyyyy', sources: ['dd-MM-yyyy', 'MMddyyyy', 'yyyy/MM/dd', 'd.M.yyyy'] },
    // A text may fit the first two.
    { good: '05052020', format: 'ddMMyyyy', sources: ['ddMMyyyy', 'MMddyyyy', 'yyyy-MM-dd'] },
    // The year of the first may have a sign, so a text of the second may fit it.
    { good: '2020-0131', format: 'yyyy-MMdd', sources: ['MMyyyydd', 'yyyy-MMdd', 'dd/MM/yyyy'] },
  ];
  const dateSpec = {
    name: 'dates',
    format: 'CSV',
    fields: dates.map(({ format }, i) => ({ name: `d${i}`, type: 'DATE', format })),
    correctionRules: dates.map(({ format, sources }, i) => ({
      ...{ ruleId: `c${i}`, field: `d${i}`, correctionType: 'COERCE_DATE' },
      ...{ sourceFormat: sources, targetFormat: format, ...(i === 1 && { onOtherText: 'KEEP' }) },
    })),
    validationRules: [{ ruleId: 'r', field: 'd0', ruleType: 'DATE_RANGE', value: '1999-12-31,today' }],
  };
  const module = await loadModule({ spec: dateSpec, syntax: 'json' });
  const good = dates.map((date) => date.good);
  const lines = dates.flatMap((_, i) => odd.map((cell) => good.with(i, cell).join(',')));
  assert.ok(compareAll(module, ['d0,d1,d2,d3', ...lines, ''].join('\n'), {}) > 0);
  const { spec: read } = readAndCheck({ text: JSON.stringify(dateSpec), path: 'dates.json', syntax: 'json' });
  const variants = emitSource(read ?? assert.fail()).fastSource?.match(/const variant =/g) ?? [];
  assert.equal(variants.length, 2, 'only d0 and d1 have several formats that exclude each other');
});

test('dates with names of months are read fast', async () => {
  const dates = [
    { good: '7 Mar 2020', source: 'd MMM yyyy' },
    { good: '07-MAY-20', source: 'dd-MMM-yy' },
    { good: '07-MAY-68', source: 'dd-MMM-yy', centuryStart: 1950 },
    { good: '1.2.99', source: 'd.M.yy', own: 'yyyyMMdd', centuryStart: 1999 },
    { good: '991231', own: 'yyMMdd', centuryStart: 1931 },
    { good: 'sEPTEMBER 7, 2020', source: 'MMMM d, yyyy' },
    { good: '7may2020', source: 'dMMMyyyy' },
    { good: '2020/june/30', source: 'yyyy/MMMM/dd' },
    // Without a correction, the text of the file is the value.
    { good: '31 AUG 2020', own: 'dd MMM yyyy' },
    { good: 'May-1-2020', own: 'MMMM-d-yyyy' },
    // The target has a name, too: only the careful reader writes it.
    { good: '1.2.2020', source: 'd.M.yyyy', own: 'd MMM yyyy' },
  ];
  const names = [
    'jan',
    'Jän',
    'Jun',
    'june',
    'juni',
    'JUL',
    'Sept',
    'Mai',
    'ma',
    '',
    'feb',
    'February',
    '\u212aan',
    '[an',
    '*an',
  ];
  const texts = names.flatMap((name) => [
    ...[`29 ${name} 2021`, `07-${name}-20`, `${name} 30, 2020`, `9${name}2020`, `2020/${name}/31`, `01 ${name} 2020`],
    ...[`29-${name}-00`, `29-${name}-99`, `1.2.${name}`, '29.2.00', '9.9.98', '000229', '990229'],
    ...[`${name}-1-2020`, ` 1 ${name} 2020`, `1 ${name} 20200`, `1  ${name} 2020`, name],
  ]);
  const fields = dates.map(({ source, own = 'yyyy-MM-dd', centuryStart }, i) => ({
    ...{ name: `d${i}`, type: 'DATE', format: own },
    ...(source === undefined && centuryStart !== undefined && { centuryStart }),
  }));
  const correctionRules = dates.flatMap(({ source, own = 'yyyy-MM-dd', centuryStart }, i) =>
    source === undefined
      ? []
      : [
          {
            ...{ ruleId: `c${i}`, field: `d${i}`, correctionType: 'COERCE_DATE' },
            ...{ sourceFormat: source, targetFormat: own },
            ...(centuryStart !== undefined && { centuryStart }),
          },
        ],
  );
  const dateSpec = { name: 'dates', format: 'CSV', delimiter: ';', fields, correctionRules };
  const { spec: read } = readAndCheck({ text: JSON.stringify(dateSpec), path: 'dates.json', syntax: 'json' });
  const { careful } = describeCost(read ?? assert.fail());
  assert.deepEqual(
    careful.map(({ name }) => name),
    ['d10'],
  );
  const module = await loadModule({ spec: dateSpec, syntax: 'json' });
  const good = dates.map((date) => date.good);
  const lines = dates.flatMap((_, i) => [...odd, ...texts].map((cell) => good.with(i, cell).join(';')));
  const accepted = compareAll(module, [fields.map(({ name }) => name).join(';'), ...lines, ''].join('\n'), {});
  assert.ok(accepted > lines.length * 0.5, `${accepted} of ${lines.length} records were read fast`);
});

test('day numbers of Excel are read fast, first in a list of formats or alone', async () => {
  const sources = [['SERIAL'], ['yyyy-MM-dd', 'SERIAL'], ['SERIAL', 'yyyyMMdd'], ['dd-MM-yyyy', 'SERIAL']];
  const fields = sources.map((_, i) => ({ name: `d${i}`, type: 'DATE' }));
  const correctionRules = sources.map((sourceFormat, i) => ({
    ...{ ruleId: `c${i}`, field: `d${i}`, correctionType: 'COERCE_DATE' },
    ...{ sourceFormat, targetFormat: 'yyyy-MM-dd', ...(i === 3 && { onOtherText: 'KEEP' }) },
  }));
  const dateSpec = { name: 'dates', format: 'CSV', fields, correctionRules };
  const { spec: read } = readAndCheck({ text: JSON.stringify(dateSpec), path: 'dates.json', syntax: 'json' });
  assert.deepEqual(
    describeCost(read ?? assert.fail()).careful.map(({ name }) => name),
    [],
  );
  const module = await loadModule({ spec: dateSpec, syntax: 'json' });
  const numbers = [
    '0',
    '1',
    '01',
    '59',
    '60',
    '61',
    '45581',
    '2958465',
    '2958466',
    '45581.5',
    '-1',
    '+1',
    '1e3',
    ' 61',
  ];
  const lines = sources.flatMap((_, i) =>
    [...odd, ...numbers, '20241016', '00010101'].map((cell) => Array(4).fill('45581').with(i, cell).join(',')),
  );
  assert.ok(compareAll(module, ['d0,d1,d2,d3', ...lines, ''].join('\n'), {}) > 0);
  const alone = { ...dateSpec, fields: fields.slice(0, 1), correctionRules: correctionRules.slice(0, 1) };
  const serials = await loadModule({ spec: alone, syntax: 'json' });
  const every = Array.from({ length: 59_180 }, (_, i) => String(i * 50 + (i % 50)));
  const days = ['d0', ...numbers, ...every, ''].join('\n');
  assert.ok(compareAll(serials, days, {}) > 59_000);
});

test.run();
