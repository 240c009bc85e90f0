import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rateSpec } from '../../compiler/infer/rate/rate-draft.ts';
import { loadEsm } from '../../runtime/registry/compile/load-esm.ts';
import { corpora, type DrawnKeys, filesBelow, inferBytes, inferFile, type InferredFile } from './infer-files.ts';
import { hasDoctype, readCatalogue } from './xml-catalogue.ts';

/** First specs from real files, held against what is known of them: how many compile and accept their sample, and get what they should. */
const tests = existsSync(corpora) ? test : test.skip;

/** Tells how many of some are as they should be; `least` of them must be. */
function tell(what: string, good: number, all: number, least = all): void {
  console.log(`note: infer, ${what}: ${good} of ${all}`);
  assert.ok(all > 0, what);
  assert.ok(good >= least, `${what}: ${good} of ${all}, and ${least} are due`);
}

async function inferAll(paths: readonly string[]): Promise<InferredFile[]> {
  const files: InferredFile[] = [];
  for (const path of paths) files.push(await inferFile(path));
  return files;
}

/** What a file is: its delimiter, whether it has a header, its encoding as specs name it. By name; the first that fits. */
const KNOWN: readonly (readonly [name: RegExp, delimiter: string, hasHeader: boolean, encoding: string])[] = [
  [/^(?:all_|only_)latin1/, ',', false, 'windows-1252'],
  [/^(?:all_|only_)utf16/, ',', false, 'utf-16le'],
  [/^latin1/, ',', true, 'windows-1252'],
  [/^utf16/, ',', true, 'utf-16le'],
  [/^shift_jis/, ',', true, 'shift_jis'],
  [/^header_2/, ';', false, 'UTF-8'],
  [/^header_(?:normalize|only_2)/, ';', true, 'UTF-8'],
  // Lines of one kind from the first to the last.
  [/^header(?:_bug)?\.csv/, ',', false, 'UTF-8'],
  [/./, ',', true, 'UTF-8'],
];

tests(
  'every CSV file: the spec compiles, accepts its sample, and says the delimiter, header and encoding',
  async () => {
    const files = await inferAll(
      filesBelow(`${corpora}csv/`, /(?:spectrum\/csvs|duckdb|chadwick-register)\/.*\.csv(?:\.gz)?$/),
    );
    tell('CSV files whose spec compiles', files.filter(({ kind }) => kind === 'drawn').length, files.length);
    // One of the seven lines of unquoted-basic.csv has text behind a closing quote.
    tell(
      'CSV files of which 99 % are accepted',
      files.filter((file) => file.kind === 'drawn' && file.accepts).length,
      files.length,
      files.length - 1,
    );
    const rights = files.map((file) => {
      const [, delimiter, hasHeader, encoding] = KNOWN.find(([name]) => name.test(basename(file.path))) ?? [];
      const spec: Partial<DrawnKeys> = file.kind === 'drawn' ? file.spec : {};
      const isOneColumn = spec.fields?.length === 1;
      return {
        delimiter: isOneColumn || (spec.delimiter ?? ',') === delimiter,
        header: (spec.hasHeader ?? true) === hasHeader,
        encoding: (spec.encoding ?? 'UTF-8') === encoding,
      };
    });
    for (const key of ['delimiter', 'header', 'encoding'] as const)
      tell(`CSV files with the right ${key}`, rights.filter((right) => right[key]).length, files.length);
  },
);

tests('a spec drawn from half of a register accepts the other half', async () => {
  const drawn = await inferFile(`${corpora}csv/chadwick-register/people-0.csv`);
  assert.is(drawn.kind, 'drawn');
  if (drawn.kind !== 'drawn') return;
  const { name, yaml } = drawn.inference;
  const { records, accepted } = await rateSpec(yaml, {
    name,
    bytes: readFileSync(`${corpora}csv/chadwick-register/people-1.csv`),
    isWhole: true,
    load: loadEsm,
  });
  tell('people of the half that was not looked at who are accepted', accepted, records);
});

interface PapaCase {
  input: string;
  config?: { delimiter?: string; header?: boolean; comments?: unknown; quoteChar?: string };
  expected: { data: unknown[]; errors: unknown[] };
}

tests('the cases of PapaParse: the delimiter that each was written with', async () => {
  const { core, parse: others } = JSON.parse(readFileSync(`${corpora}csv/papaparse-cases.json`, 'utf8')) as {
    core: PapaCase[];
    parse: PapaCase[];
  };
  const all = [...core, ...others].filter(({ input }) => typeof input === 'string' && input.trim() !== '');
  const drawn: { file: InferredFile; one: PapaCase }[] = [];
  for (const one of all) drawn.push({ file: await inferBytes('papaparse', new TextEncoder().encode(one.input)), one });
  tell('cases of PapaParse whose spec compiles', drawn.filter(({ file }) => file.kind === 'drawn').length, all.length);
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
  tell('tables of PapaParse with the right delimiter', right.length, tables.length, Math.floor(0.8 * tables.length));
});

tests('the inputs of go-fuzz: each is answered with a spec that compiles, or that there is none', async () => {
  const files = await inferAll(filesBelow(`${corpora}csv/go-fuzz/corpus/`, /./));
  // Inputs with many control characters or malformed bytes are refused as binary.
  tell(
    'inputs of go-fuzz whose spec compiles, or which are named as what they are',
    files.filter((file) => file.kind === 'drawn' || /^it (?:contains binary data|is )/.test(file.why)).length,
    files.length,
    files.length - 5,
  );
  tell(
    'inputs of go-fuzz of which 99 % are accepted',
    files.filter((file) => file.kind === 'drawn' && file.accepts).length,
    files.length,
    Math.floor(0.8 * files.length),
  );
});

tests('fixed width: where a layout can be seen, the columns begin where they should', async () => {
  const folder = `${corpora}fixed-width/`;
  const files = await inferAll([
    ...filesBelow(`${folder}ach/`, /\.ach(?:\.gz)?$/),
    ...filesBelow(folder, /DATA\.dat$|csvkit\/testfixed$|\.pl$/),
  ]);
  tell('fixed-width files whose spec compiles', files.filter(({ kind }) => kind === 'drawn').length, files.length);
  tell(
    'fixed-width files of which 99 % are accepted',
    files.filter((file) => file.kind === 'drawn' && file.accepts).length,
    files.length,
  );
  const seen = files.filter((file) => file.kind === 'drawn' && file.spec.format === 'FIXED_WIDTH');
  tell('fixed-width files in whose lines columns are seen', seen.length, files.length, 45);
  const blocks = files.filter(({ path }) => path.endsWith('.dat'));
  tell(
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
    tell(
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
  tell(
    'GPX and camt documents whose spec compiles and accepts all',
    files.filter((file) => file.kind === 'drawn' && file.accepts).length,
    files.length,
  );
  const entries = files.filter(
    (file) =>
      file.kind === 'drawn' && file.path.includes('camt') && /^recordPath: .*\/Stmt\/Ntry\b/m.test(file.inference.yaml),
  );
  // Each statement has one entry and several balances: only balances come again, and entries are what may be meant instead.
  tell('camt documents whose entries are named as records, or as what may be', entries.length, 5, 3);
  const paths = files.map((file) =>
    file.kind === 'drawn' ? `${basename(file.path)} ${file.spec.recordPath}` : file.path,
  );
  for (const path of paths) console.log(`note: infer, ${path}`);
  // Of the others one is a route, one has no point, and one has but one: nothing comes again in it.
  tell(
    'GPX documents whose records are the points of a track',
    paths.filter((path) => / \/gpx\/trk\/trkseg\/trkpt$/.test(path)).length,
    paths.filter((path) => path.includes('.gpx')).length,
    4,
  );
});

tests('XML: the documents of the W3C: what is malformed is never accepted, what has no DOCTYPE is', async () => {
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
  // Three have bytes that are malformed as UTF-8 and nothing else: the spec takes them for another encoding, and says so.
  tell(
    'malformed documents that get no spec which accepts them',
    malformed.filter((one) => !asXml(one)).length,
    malformed.length,
    malformed.length - 3,
  );
  const doctypes = found.filter(({ isPlain }) => !isPlain);
  tell(
    'documents with a DOCTYPE that get no spec which accepts them',
    doctypes.filter((one) => !asXml(one)).length,
    doctypes.length,
  );
  const plain = found.filter(
    ({ type, isPlain, namespaces, file }) =>
      isPlain &&
      namespaces &&
      type !== 'not-wf' &&
      type !== 'error' &&
      !(file.kind === 'none' && file.why === 'no value stands in it'),
  );
  tell(
    'well-formed documents without DOCTYPE that hold a value, and whose spec accepts them',
    plain.filter(asXml).length,
    plain.length,
    14,
  );
});

tests('XML: entity bombs and external entities are refused at once', async () => {
  const files = await inferAll(filesBelow(`${corpora}xml/defusedxml/`, /\.xml$/));
  const hostile = files.filter(({ path }) => hasDoctype(readFileSync(path)));
  tell('hostile documents that get no spec', hostile.filter(({ kind }) => kind === 'none').length, hostile.length);
});

test.run();
