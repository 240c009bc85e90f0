import * as assert from 'node:assert/strict';
import { compile } from '../../../compiler/index.ts';
import type { Batch, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { looksForeign } from '../../readers/oracle/foreign.ts';
import { interpret } from '../../readers/oracle/interpret.ts';
import { checkBatches, compareResults } from '../../readers/parity/compare.ts';
import { cutChunks, transform } from '../../readers/parity/run-module.ts';
import { summarizeBatches, summarizeOracle } from '../../readers/parity/read-result.ts';
import { countFrames, type Framing, findFraming } from './count-frames.ts';
import { type Corpus, readCorpus, sampleOf } from './corpus.ts';
import { mutate } from './mutate.ts';
import type { Random } from '../../support/random.ts';
import type { FuzzInput, Target } from './target.ts';
import { tokensOf } from './tokens.ts';

const TODAY = '2024-02-29';

interface Compiled {
  module: SpecModule;
  spec: Record<string, unknown>;
  framing: Framing | null;
  hasDocuments: boolean;
}

/** Creates the target of mutated sample files, which modules must handle however the files are split. */
export async function createTarget(): Promise<Target> {
  const corpus = readCorpus();
  const compiled = new Map<string, Compiled>();
  for (const sample of corpus) compiled.set(sample.name, await compileSample(sample));
  const formatOf = (name: string) => compiled.get(name)?.module.spec.format ?? '';
  const formats = new Set([...compiled.values()].map(({ module }) => module.spec.format));
  const tokens = new Map([...formats].map((format) => [format, tokensOf(format)]));
  return {
    make(random) {
      const { name, bytes } = random.pick(corpus);
      return {
        origin: name,
        bytes: mutate(bytes, random, {
          tokens: tokens.get(formatOf(name)) ?? tokensOf(formatOf(name)),
          other: random.pick(corpus).bytes,
        }),
        random,
      };
    },
    revive: (origin, bytes) => ({
      origin: sampleOf(corpus, origin).name,
      bytes,
      random: { below: () => 0, oneIn: () => true, pick: (list) => list[0] },
    }),
    judge(input) {
      const { module, ...compiledSpec } = compiled.get(input.origin) ?? assert.fail(input.origin);
      judgeFile(input, module, compiledSpec);
    },
  };
}

async function compileSample({ spec: { text, path, syntax } }: Corpus): Promise<Compiled> {
  const { module } = await compile({ text, path, syntax });
  if (module === null) throw new Error(`${path} is wrong`);
  const loaded = (await import(
    `data:text/javascript;base64,${Buffer.from(module.esm).toString('base64')}`
  )) as SpecModule;
  const spec = { ...module.spec };
  // Groups in a line, and values inside of a value, are records of their own, so lines do not count them.
  const hasGroups = loaded.spec.recordTypes?.some(({ isGroup }) => isGroup === true) === true;
  const hasDocuments = hasGroups || /\b(?:reject|as|hold|repeat): /.test(text);
  const framing = hasGroups || /\brepeat: /.test(text) ? null : findFraming(spec);
  return { module: loaded, spec, framing, hasDocuments };
}

function judgeFile(
  { bytes, random }: FuzzInput,
  module: SpecModule,
  { spec, framing, hasDocuments }: Omit<Compiled, 'module'>,
): void {
  const options = optionsOf(random, bytes.length);
  const batches = transform(module, cutChunks(bytes, chunksOf(random, bytes.length)), options);
  checkBatches(batches, options.batchRecords ?? 1000, hasDocuments);
  const result = summarizeBatches(batches);
  checkProblems(result.problems, result.records, bytes.length);
  const frames = framing === null ? null : countFrames(bytes, framing);
  if (frames !== null && result.failure === null)
    assert.equal(result.records + result.otherLines, frames, 'records and other lines');
  if (random.oneIn(8))
    assert.deepEqual(summarizeBatches(transform(module, [bytes.slice()], options)), result, 'in one chunk');
  // The values of UNIQUE rules are not part of a position.
  if (module.spec.hasUniqueRules !== true && random.oneIn(12)) resume(module, bytes, { batches, options, random });
  if (isRefused(result.failure)) return assert.ok(looksForeign(bytes), `refused with ${result.failure}`);
  // The oracle is slow, does not count the steps of a correction, and uses a parser without a nesting limit.
  const isJudged =
    bytes.length < 4096 &&
    isKnownToOracle(spec) &&
    spec['recordTypes'] === undefined &&
    (result.failure === null || module.spec.format !== 'XML') &&
    // The parser of the oracle takes a quoted bracket in a DOCTYPE for an internal subset.
    !Buffer.from(bytes).includes('<!DOCTYPE') &&
    !result.problems.some(({ issues }) => issues.some(({ code }) => code === 'VALUE_TOO_COSTLY'));
  if (isJudged && random.oneIn(40))
    compareResults(result, summarizeOracle(interpret(spec, bytes, { ...options, today: TODAY })));
}

/** Whether a file is refused because of its beginning, whatever its records are. */
function isRefused(failure: string | null): boolean {
  return failure === 'unsupported_file' || failure === 'encoding_differs';
}

/** Keys of a spec that the oracle does not know. Other tests look at them. */
const UNKNOWN_KEYS = [
  'onShortRecord',
  'ignoreColumns',
  'skipRepeatedHeader',
  'skipBlanks',
  'escapeOutsideQuotes',
  'wholeRowQuoted',
  'positions',
  'recordSeparator',
  'records',
  'concatenated',
  'runWarnings',
  'onDoctype',
];

/**
 * Whether the oracle knows all parts of a spec. It computes, leaves out and masks no fields, and reads no times, no numbers
 * in bytes, and no names in other languages.
 */
function isKnownToOracle(spec: Compiled['spec']): boolean {
  const {
    fields = [],
    correctionRules = [],
    validationRules = [],
  } = spec as {
    fields?: { type: string; value?: string; publish?: boolean; mask?: object; locale?: string; storage?: object }[];
    correctionRules?: { locale?: string }[];
    validationRules?: { ruleType: string }[];
  };
  return (
    // Other tests compare JSON with JSON.parse.
    spec['format'] !== 'JSON' &&
    UNKNOWN_KEYS.every((key) => spec[key] === undefined) &&
    // The oracle reads a delimiter of one character.
    [...String(spec['delimiter'] ?? ',')].length === 1 &&
    fields.every(
      ({ type, value, publish, mask, storage }) =>
        value === undefined &&
        publish === undefined &&
        mask === undefined &&
        storage === undefined &&
        !type.startsWith('TIME'),
    ) &&
    [...fields, ...correctionRules].every(({ locale }) => locale === undefined) &&
    validationRules.every(({ ruleType }) => ruleType !== 'EXPRESSION')
  );
}

/** Limits the number of batches, because each one takes memory and all of them are kept. */
function optionsOf(random: Random, length: number): TransformOptions {
  const maxRecordBytes = random.oneIn(4) ? { maxRecordBytes: 10 + random.below(200) } : {};
  return {
    today: TODAY,
    skipInvalidRecords: random.oneIn(2),
    batchRecords: length > 8192 ? 1000 : random.pick([1000, 1, 2, 7]),
    ...maxRecordBytes,
  };
}

/** Returns chunk sizes. Limits the number of chunks, so that their overhead does not dominate. */
function chunksOf(random: Random, length: number): number[] {
  const least = 1 + (length >> 12);
  return random.oneIn(3)
    ? []
    : Array.from({ length: 1 + random.below(4) }, () => least + random.below(random.oneIn(2) ? 3 : 200));
}

/** Checks that records with issues are in file order. Groups in a line have the place of the line. */
function checkProblems(
  problems: readonly { record: number; byteOffset: number; byteLength: number; line: number }[],
  records: number,
  length: number,
): void {
  let last = { record: 0, line: 0, at: -1, end: 0 };
  for (const { record, line, byteOffset, byteLength } of problems) {
    assert.ok(record > last.record && record <= records, `record ${record} of ${records}`);
    assert.ok(line >= last.line && line > 0, `line ${line} after line ${last.line}`);
    const end = byteOffset + byteLength;
    const isGroup = byteOffset === last.at && end === last.end;
    assert.ok(
      (byteOffset >= last.end || isGroup) && byteLength >= 0 && end <= length,
      `${byteLength} bytes at ${byteOffset}`,
    );
    last = { record, line, at: byteOffset, end };
  }
}

/** Checks that reading resumes after any batch with the same results. */
function resume(
  module: SpecModule,
  bytes: Uint8Array,
  { batches, options, random }: { batches: Batch[]; options: TransformOptions; random: Random },
): void {
  if (batches.length < 2) return;
  const first = random.below(batches.length - 1);
  const from = JSON.parse(JSON.stringify(batches[first]?.next)) as Batch['next'];
  const rest = transform(module, cutChunks(bytes.slice(from.byteOffset), chunksOf(random, bytes.length)), {
    ...options,
    from,
  });
  assert.deepEqual(
    summarizeBatches([...batches.slice(0, first + 1), ...rest]),
    summarizeBatches(batches),
    `resumed after batch ${first}`,
  );
}
