/** DuckDB reads Parquet files with the values of the JSON messages: of all examples, of samples, and of each type. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findUnfitRecords } from '../../../runtime/base/model/destination.ts';
import { parquetOf } from '../../runtime/parquet/write-file.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { findCases, findSpecSamples, type Sample, type SpecFile } from '../../samples/sample.ts';
import { loadModule } from '../../support/load-module.ts';
import { skipIf } from '../../support/skip.ts';
import { findTools } from './install.ts';

const tools = findTools();
const test = suite('Parquet files for DuckDB');
const testWithTools = skipIf(tools === null ? 'needs Python and PyPI: run npm run test:openapi' : null, test);
const root = join(import.meta.dirname, '../../..');
const OPTIONS = { today: '2026-01-01', fileName: 'f.csv' };

const NUMBERS: SpecFile = {
  path: 'numbers.yaml',
  syntax: 'yaml',
  text: `name: numbers
format: CSV
delimiter: ";"
hasHeader: false
fields:
  - { name: "the count", type: INTEGER }
  - { name: small, type: DECIMAL, schemaPrecision: 9, schemaScale: 2 }
  - { name: middle, type: DECIMAL, schemaPrecision: 18, schemaScale: 4 }
  - { name: large, type: DECIMAL, schemaPrecision: 38, schemaScale: 10 }
  - { name: at, type: TIME }
  - { name: seen, type: TIMESTAMP }
validationRules:
  - { ruleId: least, field: the count, ruleType: MIN_VALUE, value: "-9223372036854775808" }
  - { ruleId: most, field: the count, ruleType: MAX_VALUE, value: "9223372036854775807" }
`,
};

/** Returns rows with the limits of each type, and with numbers of each length. */
function createNumbers(): string {
  const decimal = (digits: number, decimals: number): string =>
    `${'9'.repeat(digits - decimals) || '0'}.${'7'.repeat(decimals)}`;
  const rows = [
    '-9223372036854775808;-9999999.99;-99999999999999.9999;-9999999999999999999999999999.9999999999;00:00:00;1970-01-01T00:00:00Z',
    '9223372036854775807;9999999.99;99999999999999.9999;9999999999999999999999999999.9999999999;23:59:59.999999;2099-12-31T23:59:59.999999Z',
    ';;;;;',
  ];
  for (let digits = 1; digits <= 28; digits++) {
    const sign = digits % 2 === 0 ? '-' : '';
    const whole = `${sign}${'8'.repeat(Math.min(digits, 18))}`;
    const [small, middle] = [decimal(Math.min(digits, 7) + 2, 2), decimal(Math.min(digits, 14) + 4, 4)];
    rows.push(
      `${whole};${sign}${small};${sign}${middle};${sign}${decimal(digits + 10, 10)};12:00:00.5;2026-03-01T10:00:00.25Z`,
    );
  }
  return rows.join('\n');
}

testWithTools('each value of examples and samples, and each type with its limits, is that of the JSON', async () => {
  const at = createWorkplace();
  try {
    mkdirSync(at.path('files'));
    const samples = findCases(join(root, 'test/samples')).filter((_, index) => index % 5 === 0);
    const all = [...findSpecSamples(join(root, 'specs')), ...samples];
    let written = 0;
    for (const [index, { spec, inputPath }] of all.entries())
      if (await writeBoth(at, `${index}`, { spec, file: readFileSync(inputPath) })) written++;
    assert.ok(await writeBoth(at, 'numbers', { spec: NUMBERS, file: Buffer.from(createNumbers()) }));
    assert.ok(written > 60, `${written} files`);
    if (tools === null) throw new Error('there are no tools');
    copyFileSync(join(import.meta.dirname, 'compare_parquet.py'), at.path('compare_parquet.py'));
    const { code, output } = tools.run('compare_parquet', [at.path('files')], { folder: at.folder, env: {} });
    assert.equal([code, output], [0, `${written + 1} files\n`]);
  } finally {
    at.remove();
  }
});

/** Writes the records of a file as Parquet and as JSON lines. Returns false if the spec has no such files. */
async function writeBoth(
  at: Workplace,
  name: string,
  { spec, file }: { spec: Sample['spec']; file: Buffer },
): Promise<boolean> {
  const module = await loadModule({ ...spec, encoder: 'AVRO' }).catch(() => null);
  const json = await loadModule(spec).catch(() => null);
  if (module === null || json === null) return false;
  const { workbook, reference, maskKeys } = module.spec;
  if (workbook !== undefined || reference !== undefined || maskKeys !== undefined) return false;
  if (findUnfitRecords({ kind: 'file', format: 'PARQUET' }, module.spec) !== null) return false;
  const transformer = json.createTransformer({ ...OPTIONS, lineFeeds: true });
  const batches = [...transformer.push(file), ...transformer.end()];
  writeFileSync(at.path(`files/${name}.ndjson`), Buffer.concat(batches.map(({ bytes }) => bytes)));
  writeFileSync(at.path(`files/${name}.parquet`), new Uint8Array(await parquetOf({ module, file })));
  return true;
}

test.run();
