import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileWith } from '../../../compiler/tools/infer/infer-spec.ts';
import { rateSpec } from '../../../compiler/tools/infer/rate/rate-draft.ts';
import { loadEsm } from '../../../runtime/state/registry/compile/load-esm.ts';
import { corpora, type DraftKeys, filesBelow, inferBytes, inferFile, type InferredFile } from './infer-files.ts';
import { hasDoctype, readCatalogue } from './xml-catalogue.ts';

/**
 * Drafts specs from real files and compares them with known facts: how many compile, accept their sample, and have the
 * expected settings.
 */
const tests = existsSync(corpora) ? test : test.skip;

/** Prints how many have the expected result. Throws if there are fewer than `least`. */
function printShare(what: string, good: number, all: number, least = all): void {
  console.log(`note: infer, ${what}: ${good} of ${all}`);
  assert.ok(all > 0, what);
  assert.ok(good >= least, `${what}: ${good} of ${all}, expected ${least}`);
}

async function inferAll(paths: readonly string[]): Promise<InferredFile[]> {
  const files: InferredFile[] = [];
  for (const path of paths) files.push(await inferFile(path));
  return files;
}

/**
 * Known facts by file name: delimiter, whether there is a header, and the encoding as in specs. The first match counts.
 */
const KNOWN: readonly (readonly [name: RegExp, delimiter: string, hasHeader: boolean, encoding: string])[] = [
  [/^(?:all_|only_)latin1/, ',', false, 'windows-1252'],
  [/^(?:all_|only_)utf16/, ',', false, 'utf-16le'],
  [/^latin1/, ',', true, 'windows-1252'],
  [/^utf16/, ',', true, 'utf-16le'],
  [/^shift_jis/, ',', true, 'shift_jis'],
  [/^header_2/, ';', false, 'UTF-8'],
  [/^header_(?:normalize|only_2)/, ';', true, 'UTF-8'],
  // All lines are of the same kind.
  [/^header(?:_bug)?\.csv/, ',', false, 'UTF-8'],
  [/./, ',', true, 'UTF-8'],
];

tests(
  'every CSV file: the draft compiles, accepts its sample, and has the delimiter, header and encoding',
  async () => {
    const files = await inferAll(
      filesBelow(`${corpora}csv/`, /(?:spectrum\/csvs|duckdb|chadwick-register)\/.*\.csv(?:\.gz)?$/),
    );
    printShare('CSV files whose spec compiles', files.filter(({ kind }) => kind === 'drawn').length, files.length);
    // One of the seven lines of unquoted-basic.csv has text after a closing quote.
    printShare(
      'CSV files with 99 % accepted records',
      files.filter((file) => file.kind === 'drawn' && file.accepts).length,
      files.length,
      files.length - 1,
    );
    const rights = files.map((file) => {
      const [, delimiter, hasHeader, encoding] = KNOWN.find(([name]) => name.test(basename(file.path))) ?? [];
      const spec: Partial<DraftKeys> = file.kind === 'drawn' ? file.spec : {};
      const isOneColumn = spec.fields?.length === 1;
      return {
        delimiter: isOneColumn || (spec.delimiter ?? ',') === delimiter,
        header: (spec.hasHeader ?? true) === hasHeader,
        encoding: (spec.encoding ?? 'UTF-8') === encoding,
      };
    });
    for (const key of ['delimiter', 'header', 'encoding'] as const)
      printShare(`CSV files with the right ${key}`, rights.filter((right) => right[key]).length, files.length);
  },
);

tests('a spec drafted from half of a register accepts the other half', async () => {
  const drawn = await inferFile(`${corpora}csv/chadwick-register/people-0.csv`);
  assert.is(drawn.kind, 'drawn');
  if (drawn.kind !== 'drawn') return;
  const { name, yaml } = drawn.inference;
  const { records, accepted } = await rateSpec(yaml, {
    name,
    bytes: readFileSync(`${corpora}csv/chadwick-register/people-1.csv`),
    isWhole: true,
    createModule: compileWith(loadEsm),
  });
  printShare('accepted people of the other half', accepted, records);
});

interface PapaCase {
  input: string;
  config?: { delimiter?: string; header?: boolean; comments?: unknown; quoteChar?: string };
  expected: { data: unknown[]; errors: unknown[] };
}

tests('the cases of PapaParse: the delimiter with which each was written', async () => {
  const { core, parse: others } = JSON.parse(readFileSync(`${corpora}csv/papaparse-cases.json`, 'utf8')) as {
    core: PapaCase[];
    parse: PapaCase[];
  };
  const all = [...core, ...others].filter(({ input }) => typeof input === 'string' && input.trim() !== '');
  const drawn: { file: InferredFile; one: PapaCase }[] = [];
  for (const one of all) drawn.push({ file: await inferBytes('papaparse', new TextEncoder().encode(one.input)), one });
  printShare(
    'cases of PapaParse whose spec compiles',
    drawn.filter(({ file }) => file.kind === 'drawn').length,
    all.length,
  );
  const tables = drawn.filter(
    ({ one: { config, expected } }) =>
      expected.errors.length === 0 &&
      expected.data.length > 1 &&
      Array.isArray(expected.data[0]) &&
      expected.data[0].length > 1 &&
      (config?.delimiter ?? ',').length === 1,
  );
  const right = tables.filter(
    ({ file, one }) => file.kind === 'drawn' && (file.spec.delimiter ?? ',') === (one.config?.delimiter ?? ','),
  );
  printShare(
    'tables of PapaParse with the right delimiter',
    right.length,
    tables.length,
    Math.floor(0.8 * tables.length),
  );
});

tests('the inputs of go-fuzz: each results in a spec that compiles, or in a reason why there is none', async () => {
  const files = await inferAll(filesBelow(`${corpora}csv/go-fuzz/corpus/`, /./));
  // Inputs with many control characters or malformed bytes are rejected as binary.
  printShare(
    'inputs of go-fuzz with a spec that compiles, or with a reason',
    files.filter((file) => file.kind === 'drawn' || /^it (?:contains binary data|is )/.test(file.why)).length,
    files.length,
    files.length - 5,
  );
  printShare(
    'inputs of go-fuzz with 99 % accepted records',
    files.filter((file) => file.kind === 'drawn' && file.accepts).length,
    files.length,
    Math.floor(0.8 * files.length),
  );
});

tests('fixed width: columns of a visible layout begin at the right positions', async () => {
  const folder = `${corpora}fixed-width/`;
  const files = await inferAll([
    ...filesBelow(`${folder}ach/`, /\.ach(?:\.gz)?$/),
    ...filesBelow(folder, /DATA\.dat$|csvkit\/testfixed$|\.pl$/),
  ]);
  printShare(
    'fixed-width files whose spec compiles',
    files.filter(({ kind }) => kind === 'drawn').length,
    files.length,
  );
  printShare(
    'fixed-width files with 99 % accepted records',
    files.filter((file) => file.kind === 'drawn' && file.accepts).length,
    files.length,
  );
  const seen = files.filter((file) => file.kind === 'drawn' && file.spec.format === 'FIXED_WIDTH');
  printShare('fixed-width files with visible columns', seen.length, files.length, 45);
  const blocks = files.filter(({ path }) => path.endsWith('.dat'));
  printShare(
    'EBCDIC files with the right encoding and record length',
    blocks.filter((file) => file.kind === 'drawn' && file.spec.encoding === 'IBM037' && file.spec.recordLength === 45)
      .length,
    blocks.length,
  );
  for (const [name, schema, least] of [
    ['testfixed', 'testfixed_schema.csv', 5],
    ['ilgeo2010_excerpt.pl', 'census2010_geo_schema.csv', 15],
  ] as const) {
    const file = files.find(({ path }) => path.endsWith(name));
    const starts = new Set(
      (parse(readFileSync(`${folder}csvkit/${schema}`, 'utf8'), { columns: true }) as { start: string }[]).map(
        ({ start }) => Number(start),
      ),
    );
    const base = starts.has(0) ? 0 : 1;
    const fields = file?.kind === 'drawn' ? file.spec.fields : [];
    printShare(
      `columns of ${name} that begin where one does`,
      fields.filter(({ start = 0 }) => starts.has(start - 1 + base)).length,
      fields.length,
      least,
    );
  }
});

tests('XML: records are found, and each document is read to its end', async () => {
  const files = await inferAll([
    ...filesBelow(`${corpora}xml/gpx/`, /\.gpx$/),
    ...filesBelow(`${corpora}xml/camt/`, /\.xml$/),
  ]);
  printShare(
    'GPX and camt documents with a spec that compiles and accepts everything',
    files.filter((file) => file.kind === 'drawn' && file.accepts).length,
    files.length,
  );
  const entries = files.filter(
    (file) =>
      file.kind === 'drawn' && file.path.includes('camt') && /^recordPath: .*\/Stmt\/Ntry\b/m.test(file.inference.yaml),
  );
  // Each statement has one entry and several balances. Only balances repeat, so entries are a suggested alternative.
  printShare('camt documents whose entries are the records or the suggested alternative', entries.length, 5, 3);
  const paths = files.map((file) =>
    file.kind === 'drawn' ? `${basename(file.path)} ${file.spec.recordPath}` : file.path,
  );
  for (const path of paths) console.log(`note: infer, ${path}`);
  // One of the others is a route, one has no point, and one has a single point: nothing repeats.
  printShare(
    'GPX documents whose records are the points of a track',
    paths.filter((path) => / \/gpx\/trk\/trkseg\/trkpt$/.test(path)).length,
    paths.filter((path) => path.includes('.gpx')).length,
    4,
  );
});

tests('XML: W3C documents: malformed ones are never accepted, valid ones without a DOCTYPE are', async () => {
  const cases = readCatalogue(`${corpora}xml/xmlconf/`);
  const found: { type: string; isPlain: boolean; file: InferredFile; namespaces: boolean }[] = [];
  for (const one of cases)
    found.push({
      type: one.type,
      isPlain: !hasDoctype(readFileSync(one.path)),
      namespaces: one.hasNamespaces && one.editions === null,
      file: await inferFile(one.path),
    });
  const asXml = ({ file }: (typeof found)[number]) =>
    file.kind === 'drawn' && file.accepts && file.spec.format === 'XML';
  const malformed = found.filter(({ type, namespaces }) => type === 'not-wf' && namespaces);
  // Three documents are only malformed as UTF-8. The draft selects another encoding and reports that.
  printShare(
    'malformed documents that no draft accepts',
    malformed.filter((one) => !asXml(one)).length,
    malformed.length,
    malformed.length - 3,
  );
  const doctypes = found.filter(({ isPlain }) => !isPlain);
  // A DOCTYPE without declarations is skipped.
  printShare(
    'documents with a DOCTYPE that no draft accepts',
    doctypes.filter((one) => !asXml(one)).length,
    doctypes.length,
    doctypes.length - 27,
  );
  const plain = found.filter(
    ({ type, isPlain, namespaces, file }) =>
      isPlain &&
      namespaces &&
      type !== 'not-wf' &&
      type !== 'error' &&
      !(file.kind === 'none' && file.why === 'it contains no values'),
  );
  printShare(
    'well-formed documents with values and without DOCTYPE that their draft accepts',
    plain.filter(asXml).length,
    plain.length,
    14,
  );
});

tests('XML: entity bombs and external entities are rejected at once', async () => {
  const files = await inferAll(filesBelow(`${corpora}xml/defusedxml/`, /\.xml$/));
  // A DOCTYPE that only refers to a file is skipped, and nothing is loaded.
  const hostile = files.filter(({ path }) => /<!DOCTYPE[^>]*\[/.test(readFileSync(path, 'utf8')));
  printShare('hostile documents without a draft', hostile.filter(({ kind }) => kind === 'none').length, hostile.length);
});

test.run();
