/**
 * Faults that an emitted fast reader could have. Each is put into a reader, and the comparisons of the suite must find
 * it.
 */
import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import { readAndCheck } from '../../../compiler/index.ts';
import type { SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { randomOf } from '../../support/random.ts';
import { compareFast, readCarefully } from './compare-readings.ts';
import { splitFile, drawOptions, createLongFile, type FileParts } from './long-file.ts';
import { type Mutation, mutations } from './mutations.ts';
import {
  columns,
  fixedWidthRows,
  fixedWidthSpec,
  header,
  inOrder,
  rows,
  spec,
  xmlDocument,
  xmlRows,
  xmlSpec,
} from './odd-cells.ts';
import { emitSource, linkModule } from '../../support/load-module.ts';
import { cutChunks, transform } from './run-module.ts';

const SPECS = { CSV: spec, FIXED_WIDTH: fixedWidthSpec, XML: xmlSpec };
/**
 * Whether the specs have their comparisons of fields. Without them, more records with issues are read by the fast reader: the
 * careful one reads those in which a comparison fails.
 */
const FORMS = [true, false] as const;
const order = inOrder.toReversed();
const good = columns.map((column) => column.good);
const ragged = good.flatMap((_, i) => [good.slice(0, i + 1), good.slice(i + 1), good, [...good, ...good.slice(0, i)]]);

/** Named inputs for each of the readers. */
const FILES: Readonly<Record<Mutation['format'], Readonly<Record<string, readonly Uint8Array[]>>>> = {
  CSV: {
    'odd cells': [bytesOf([header(inOrder, ','), ...rows(',', inOrder)].join('\n'))],
    'odd cells, columns in another order': [bytesOf([header(order, ','), ...rows(',', order)].join('\r\n'))],
    'lines of more and of less cells': [
      bytesOf([header(inOrder, ','), good, ...ragged].map((cells) => [cells].flat().join(',')).join('\n')),
    ],
    'malformed bytes': [broken(`${header(inOrder, ',')}\n`, `${good.join(',')}\n`)],
  },
  FIXED_WIDTH: {
    'odd cells': [bytesOf(fixedWidthRows().join('\n'))],
    'odd cells, other line ends': [bytesOf(fixedWidthRows().join('\r\n'))],
    'lines of any length': [
      bytesOf(
        [...(fixedWidthRows()[1] ?? '')]
          .map((_, i, all) => `${all.join('')}\n${all.slice(0, i + 1).join('')}`)
          .join('\n'),
      ),
    ],
    'malformed bytes': [broken('', `${fixedWidthRows()[1]}\n`)],
  },
  XML: {
    'odd cells': [bytesOf(xmlDocument(xmlRows()))],
    'malformed bytes': columns.map((_, i) => brokenDocument(i)),
  },
};
/** The expected bytes of valid records, with a small margin. */
const LIMITS = {
  CSV: good.join(',').length + 2,
  FIXED_WIDTH: fixedWidthRows()[1]?.length ?? 0,
  XML: (xmlRows()[1]?.length ?? 0) + 2,
};
const ROUNDS = 6;

interface Sources {
  source: string;
  fastSource: string;
}

const sources = new Map<string, Sources>();
/** What the careful reader reads, by the file and the options. A fault changes only the fast reader. */
const carefulReadings = new Map<string, readonly string[]>();
const found: string[] = [];

for (const mutation of mutations) {
  test(`${mutation.format}: ${mutation.what}`, async () => {
    let by: string | null = null;
    for (const hasComparisons of FORMS) {
      const sources = sourcesOf(mutation.format, hasComparisons);
      if (!hasComparisons && !contains(sources.fastSource, mutation)) continue;
      by ??= whatFinds(await load(sources, mutation), mutation.format, ROUNDS, hasComparisons);
    }
    assert.ok(by !== null, `no comparison finds the fault in ${mutation.within}`);
    found.push(`note: ${mutation.format}: ${mutation.what}: found by ${by}`);
  });
}

for (const format of ['CSV', 'FIXED_WIDTH', 'XML'] as const) {
  test(`${format}: a reader without faults passes every comparison`, async () => {
    for (const hasComparisons of FORMS)
      assert.equal(whatFinds(await load(sourcesOf(format, hasComparisons), null), format, 4, hasComparisons), null);
  });
}

test('CSV: no correction changes the valid cells', async () => {
  const module = await load(sourcesOf('CSV'), null);
  const file = bytesOf([header(inOrder, ','), good.join(',')].join('\n'));
  const batches = transform(module, cutChunks(file, []), { today: '2024-03-01' });
  assert.deepEqual(
    batches.map(({ count, corrected }) => ({ count, corrected })),
    [{ count: 1, corrected: 0 }],
  );
});

test('the comparisons that found each fault', () => {
  assert.ok(found.length === mutations.length && found.length >= 20, `${found.length} of ${mutations.length}`);
  console.log(found.join('\n'));
});

function sourcesOf(format: Mutation['format'], hasComparisons = true): Sources {
  const key = `${format} ${hasComparisons}`;
  const known = sources.get(key);
  if (known !== undefined) return known;
  const { validationRules, ...others } = SPECS[format] as unknown as {
    validationRules: readonly { ruleType: string }[];
  };
  const rules = validationRules.filter(({ ruleType }) => hasComparisons || ruleType !== 'COMPARE');
  const text = JSON.stringify({ ...others, validationRules: rules });
  const { spec } = readAndCheck({ text, path: 'specs/fuzz.json', syntax: 'json' });
  const { source, fastSource } = emitSource(spec ?? assert.fail());
  if (fastSource === null) throw new Error(`${format} has no fast reader`);
  const emitted = { source, fastSource };
  sources.set(key, emitted);
  return emitted;
}

function load({ source, fastSource }: Sources, mutation: Mutation | null): Promise<SpecModule> {
  return linkModule({ source, fastSource: mutation === null ? fastSource : mutate(fastSource, mutation) });
}

/** Returns whether the emitted text has the place of a fault. */
function contains(text: string, mutation: Mutation): boolean {
  try {
    mutate(text, mutation);
    return true;
  } catch {
    return false;
  }
}

/**
 * Puts the fault into the emitted text. Throws if the text to replace is missing: then the table must follow the
 * emitter.
 */
function mutate(text: string, { within, find, put = '' }: Mutation): string {
  const from = text.indexOf(within);
  assert.ok(from >= 0, `${within} is not emitted`);
  const end =
    within === '' ? text.length : within.startsWith('const') ? text.indexOf(';\n', from) : text.indexOf('\n}\n', from);
  const part = text.slice(from, end);
  const changed = part.replace(find, put);
  assert.notEqual(changed, part, `${String(find)} is not in ${within}`);
  return text.slice(0, from) + changed + text.slice(end);
}

/** Returns the first comparison of the two readers that fails, or null if all pass. */
function whatFinds(
  module: SpecModule,
  format: Mutation['format'],
  rounds = ROUNDS,
  hasComparisons = true,
): string | null {
  const holds = (one: SpecModule, bytes: Uint8Array, options: TransformOptions) =>
    readsAlike(one, bytes, options, hasComparisons);
  for (const [name, files] of Object.entries(FILES[format])) {
    if (!files.every((bytes) => holds(module, bytes, { today: '2024-03-01' }))) return name;
  }
  const all = Object.values(FILES[format])[0]?.[0] ?? assert.fail();
  if (!holds(module, all, { today: '2024-03-01', maxRecordBytes: LIMITS[format] }))
    return 'a limit that some records exceed';
  if (!holds(module, all, { today: '2024-03-01', maxMessageBytes: 60 })) return 'messages that are too large';
  const readRange = Object.values(FILES[format])
    .slice(0, 2)
    .flatMap((files) => files.map((bytes) => splitFile(module, bytes))) as [FileParts, ...FileParts[]];
  for (let round = 0; round < rounds; round++) {
    const random = randomOf(1, round);
    const bytes = createLongFile(readRange, random, 300);
    if (!holds(module, bytes, { ...drawOptions(random, bytes.length), today: '2024-03-01' }))
      return `the law, file ${round + 1}`;
  }
  return null;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Repeats a valid line, each time with an invalid UTF-8 byte at another position. */
function broken(before: string, line: string): Uint8Array {
  const bytes = bytesOf(line);
  const lines = [...bytes].flatMap((_, at) => [
    bytes,
    bytes.subarray(0, at),
    Uint8Array.of(0xc3),
    bytes.subarray(at + 1),
  ]);
  return new Uint8Array(Buffer.concat([bytesOf(before), ...lines]));
}

/** Creates a document whose last record has such a byte in the middle of a value. */
function brokenDocument(column: number): Uint8Array {
  const record = xmlRows()[1] ?? '';
  const bytes = bytesOf(xmlDocument([record, record, record.replace(new RegExp(`(f${column}[>=]"?)`, 'u'), '$1\0')]));
  const at = bytes.indexOf(0);
  if (at >= 0) bytes[at] = 0xc3;
  return bytes;
}

function readsAlike(
  module: SpecModule,
  bytes: Uint8Array,
  options: TransformOptions,
  hasComparisons: boolean,
): boolean {
  const key = `${hasComparisons} ${createHash('sha256').update(bytes).digest('hex')} ${JSON.stringify(options)}`;
  const careful = carefulReadings.get(key) ?? readCarefully(module, cutChunks(bytes, []), options);
  carefulReadings.set(key, careful);
  try {
    compareFast(module, cutChunks(bytes, []), options, careful);
    return true;
  } catch {
    // A fault may also make the reader throw.
    return false;
  }
}

test.run();
