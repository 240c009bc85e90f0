import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { load, readAll, type Row } from './csv-cases.ts';
import { hasDoctype, readCatalogue, type XmlCase } from './xml-catalogue.ts';

/** Compares independent XML documents with the expectations of their test suites. */
const corpora = fileURLToPath(new URL('../../../../shared/corpora/', import.meta.url));
const field = (name: string, columnName: string, more: object = {}) => ({ name, type: 'STRING', columnName, ...more });

const ANY = { name: 'any', format: 'XML', recordPath: '//record', fields: [field('text', '.')] };
const CAMT = {
  name: 'camt',
  format: 'XML',
  recordPath: '/Document/BkToCstmrStmt/Stmt/Ntry',
  fields: [
    field('iban', '/Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN'),
    field('other', '/Document/BkToCstmrStmt/Stmt/Acct/Id/Othr/Id'),
    field('amount', 'Amt', { type: 'DECIMAL', required: true }),
    field('currency', 'Amt/@Ccy', { required: true }),
    field('booked', 'BookgDt/Dt', { type: 'DATE' }),
  ],
};
const GPX = {
  name: 'gpx',
  format: 'XML',
  recordPath: '/gpx/trk/trkseg/trkpt',
  fields: [
    field('lat', '@lat', { type: 'DECIMAL', required: true }),
    field('lon', '@lon', { type: 'DECIMAL', required: true }),
    field('ele', 'ele', { type: 'DECIMAL' }),
  ],
};

/** Reasons for intended differences from the suite. The first match counts. */
const DEVIATIONS: readonly (readonly [fits: (one: XmlCase) => boolean, reason: string])[] = [
  [
    ({ editions }) => editions !== null && !editions.includes('5'),
    'the rule of editions one to four; in the fifth edition these are names',
  ],
  [
    ({ path }) => /<!DOCTYPE[^[>]*>/.test(readFileSync(path, 'latin1')),
    'its fault is in an external subset, which is not read',
  ],
  [
    ({ hasNamespaces }) => !hasNamespaces,
    'its names have colons without prefixes, which Namespaces in XML does not allow',
  ],
];

/** Returns why a document is not well-formed, or null if it is. */
async function reasonAgainst(module: SpecModule<Row>, bytes: Uint8Array): Promise<string | null> {
  const transformer = module.createTransformer();
  for (const batch of [...transformer.push(bytes), ...transformer.end()]) {
    if (batch.failure === null) continue;
    // The document is well-formed and contains no record.
    if (batch.failure.code === 'no_record_found') return null;
    // A page of HTML is refused by its name, with its DOCTYPE.
    if (batch.failure.code === 'unsupported_file') {
      assert.match(batch.failure.message, /^the file is html/);
      assert.ok(/^\s*<!DOCTYPE html/i.test(Buffer.from(bytes).toString('latin1')));
      return `DOCTYPE html: ${batch.failure.message}`;
    }
    assert.is(batch.failure.code, 'MALFORMED_XML');
    assert.match(batch.failure.message, /^line \d+, column \d+: ./);
    return batch.failure.message;
  }
  return null;
}

async function rate(
  cases: readonly XmlCase[],
  what: string,
  isRight: (reason: string | null, one: XmlCase) => boolean,
): Promise<void> {
  const module = await load(ANY);
  const different = new Map<string, string[]>();
  const unexplained: string[] = [];
  let right = 0;
  for (const one of cases) {
    const reason = await reasonAgainst(module, readFileSync(one.path));
    if (isRight(reason, one)) right++;
    else {
      const why = DEVIATIONS.find(([fits]) => fits(one))?.[1];
      if (why === undefined) unexplained.push(`${one.id}: ${reason}`);
      else different.set(why, [...(different.get(why) ?? []), one.id]);
    }
  }
  console.log(`note: xmlconf, ${what}: ${right} of ${cases.length} (${((100 * right) / cases.length).toFixed(1)} %)`);
  for (const [why, ids] of different) console.log(`note:   otherwise: ${ids.join(', ')}: ${why}`);
  assert.equal(unexplained, []);
}

if (!existsSync(`${corpora}xml`)) {
  const why = 'skip: ../shared/corpora/xml is not there';
  console.log(why);
  test.skip(why, () => {});
} else {
  const cases = readCatalogue(`${corpora}xml/xmlconf/`);
  const counters = JSON.parse(readFileSync(`${corpora}expected-counters.json`, 'utf8')) as Record<
    string,
    Record<string, number | string>
  >;

  test('xmlconf: documents that are not well-formed are rejected', async () => {
    const broken = cases.filter(({ type }) => type === 'not-wf');
    assert.ok(broken.length >= 500, `${broken.length} documents`);
    await rate(broken, 'not well-formed and rejected', (reason) => reason !== null);
  });

  test('xmlconf: a document with a DOCTYPE is rejected for it, or for an earlier error', async () => {
    const module = await load(ANY);
    const withDoctype = cases
      .map(({ path, type }) => ({ type, bytes: readFileSync(path) }))
      .filter(({ bytes }) => hasDoctype(bytes));
    const reasons = await Promise.all(
      withDoctype.map(async ({ type, bytes }) => ({
        type,
        reason: await reasonAgainst(module, bytes),
        isSkipped: /<!DOCTYPE[^[>]*>/.test(Buffer.from(bytes).toString('latin1')),
      })),
    );
    const skipped = reasons.filter(({ isSkipped, reason }) => isSkipped && reason === null).length;
    const byDoctype = reasons.filter(({ reason }) => reason?.includes('DOCTYPE') === true).length;
    console.log(
      `note: xmlconf, with a DOCTYPE: ${reasons.length}, rejected for it: ${byDoctype}, for an earlier error: ${reasons.length - byDoctype - skipped}, skipped without an internal subset: ${skipped}`,
    );
    assert.ok(reasons.every(({ isSkipped, reason }) => isSkipped || reason !== null));
    assert.ok(
      reasons.every(({ type, isSkipped, reason }) => isSkipped || type === 'not-wf' || reason?.includes('DOCTYPE')),
    );
  });

  test('xmlconf: well-formed documents without a DOCTYPE are accepted', async () => {
    const good = cases.filter(
      ({ type, path }) => (type === 'valid' || type === 'invalid') && !hasDoctype(readFileSync(path)),
    );
    assert.ok(good.length >= 40, `${good.length} documents`);
    await rate(good, 'well-formed without a DOCTYPE and accepted', (reason) => reason === null);
  });

  test('defusedxml: a document with an internal DTD is rejected within 100 ms, one without is harmless', async () => {
    const module = await load(ANY);
    const folder = `${corpora}xml/defusedxml/xmltestdata/`;
    const refused: string[] = [];
    const harmless: string[] = [];
    let slowest = 0;
    for (const file of readdirSync(folder)) {
      const bytes = readFileSync(`${folder}${file}`);
      const began = performance.now();
      const reason = await reasonAgainst(module, bytes);
      slowest = Math.max(slowest, performance.now() - began);
      (reason === null ? harmless : refused).push(file);
      // A DOCTYPE without an internal subset is skipped, and nothing that it names is read.
      assert.is(reason?.includes('DOCTYPE') ?? false, hasDoctype(bytes) && file !== 'dtd.xml', file);
    }
    console.log(
      `note: defusedxml: ${refused.length} rejected for their DOCTYPE, the slowest after ${slowest.toFixed(1)} ms; well-formed and without a DTD: ${harmless.join(', ')}`,
    );
    assert.ok(refused.length >= 7);
    assert.ok(slowest < (process.env['CI'] === 'true' ? 1000 : 100), `${slowest} ms`);
  });

  test('camt.053: one event per entry, with the IBAN of its statement', async () => {
    const module = await load(CAMT);
    const folder = `${corpora}xml/camt/`;
    const files = readdirSync(folder).filter((file) => file.endsWith('.xml'));
    for (const file of files) {
      const { outcomes, failure } = await readAll(module, readFileSync(`${folder}${file}`));
      assert.is(failure, null, file);
      const rows = outcomes.map(({ value }) => value);
      assert.is(outcomes.filter(({ issues }) => issues.length === 0).length, counters[file]?.['Ntry'], file);
      assert.is(
        rows.reduce((sum, row) => sum + Number(row?.['amount']), 0),
        Number(counters[file]?.['sum']),
        file,
      );
      for (const row of rows)
        assert.equal(
          { iban: row?.['iban'] ?? null, other: row?.['other'] ?? null },
          accountOf(`${folder}${file}`),
          file,
        );
    }
    console.log(`note: camt: ${files.length} statements, all counters and accounts as expected`);
  });

  test('GPX: one event per track point', async () => {
    const module = await load(GPX);
    const folder = `${corpora}xml/gpx/`;
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.gpx'))) {
      const bytes = readFileSync(`${folder}${file}`);
      const { outcomes, failure } = await readAll(module, bytes);
      const expected = counters[file];
      assert.is(failure, bytes.includes('<trkpt') ? null : 'no_record_found', file);
      if (expected === undefined) continue;
      assert.is(outcomes.length, expected['trkpt'], file);
      assert.is(outcomes.filter(({ value }) => value?.['ele'] !== null).length, expected['withEle'], file);
      assert.ok(
        outcomes.every(({ issues }) => issues.length === 0),
        file,
      );
    }
    const { outcomes } = await readAll(module, readFileSync(`${folder}bad.gpx`));
    assert.equal(
      outcomes.map(({ issues }) => issues.map(({ code, column }) => `${code} ${column}`)),
      Array(2).fill(['TYPE_MISMATCH @lat', 'TYPE_MISMATCH @lon']),
    );
  });
}

test.run();

/** Returns the account of the statement from the JSON file beside a camt file. */
function accountOf(path: string): { iban: string | null; other: string | null } {
  const statement = JSON.parse(readFileSync(path.replace(/xml$/, 'json'), 'utf8')) as {
    getEntries: { getRecord: { getAccount: { __CLASS__: string; getIdentification: string } } }[];
  };
  const account = statement.getEntries[0]?.getRecord.getAccount;
  const identification = account?.getIdentification ?? null;
  return account?.__CLASS__.endsWith('IbanAccount') === true
    ? { iban: identification, other: null }
    : { iban: null, other: identification };
}
