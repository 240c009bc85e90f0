import { codePointsOf } from '../kernel/input/ebcdic.ts';
import { guessDialect } from './csv-dialect.ts';
import { type DraftPart, plainly, type SpecDraft } from './draft.ts';
import { decode, decodeSample, type SampleText } from './encoding.ts';
import { findBlocks } from './find-period.ts';
import { inferCsv } from './infer-csv.ts';
import { inferBlocks, inferFixedWidth } from './infer-fixed-width.ts';
import { mendDraft } from './mend-draft.ts';
import { type LoadModule, rateSpec, type Rating } from './rate-draft.ts';
import { writeYaml } from './write-yaml.ts';

/** A file, or the beginning of one. */
export interface Sample {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  /** Its name without folders; the spec is named after it. */
  readonly fileName: string;
}

/** A first spec, and how it does on its sample. */
export interface Inference {
  /** As the spec calls itself. */
  readonly name: string;
  /** The spec, with comments where it is not sure. */
  readonly yaml: string;
  readonly rating: Rating;
}

/** First with a few slips in each column taken for what they are; where too many records would be refused, without. */
const SLIPS = [0.01, 0];
/** The share of its sample that a spec is to accept. */
const GOOD = 0.99;
const MOST_TRIES = 4;

/** A first spec from a sample. It compiles, and was held against its sample: what that contradicts again and again is made wider. */
export async function inferSpec(sample: Sample, load: LoadModule): Promise<Inference> {
  const drawn: Inference[] = [];
  for (const slips of SLIPS) {
    const inference = await inferWith(sample, slips, load);
    if (isGood(inference.rating)) return inference;
    drawn.push(inference);
  }
  // The sample itself is at fault: then its types tell more than its slips.
  const [first] = drawn;
  if (first === undefined) throw new Error('nothing was tried');
  return first;
}

function isGood({ accepted, records, failure }: Rating): boolean {
  return failure === null && accepted >= GOOD * records;
}

async function inferWith(sample: Sample, slips: number, load: LoadModule): Promise<Inference> {
  const name = nameOf(sample.fileName);
  const bytes = sample.isWhole ? sample.bytes : withoutCutLine(sample.bytes);
  let draft = drawSpec(sample, slips, name);
  for (let turn = 0; ; turn++) {
    const yaml = writeYaml(draft);
    const rating = await rateSpec(yaml, { name, bytes, load });
    const mended = isGood(rating) || turn === MOST_TRIES ? null : mendDraft(draft, rating);
    if (mended === null) return { name, yaml, rating };
    draft = mended;
  }
}

function drawSpec({ bytes, isWhole, fileName }: Sample, slips: number, name: string): SpecDraft {
  const { part, encoding, doubt } = drawPart({ bytes, isWhole }, slips);
  const named = encoding !== null || doubt !== null ? [{ value: ['encoding', encoding ?? 'UTF-8'] as const, note: doubt }] : [];
  const size = isWhole ? `${bytes.length} bytes` : `the first ${bytes.length} bytes`;
  return {
    ...part,
    source: `A first spec, drawn from ${fileName} (${size}): look it through, above all where a comment stands.`,
    settings: [plainly(['name', name] as const), plainly(['format', part.format] as const), ...named, ...part.settings],
  };
}

interface DrawnPart extends Pick<SampleText, 'encoding' | 'doubt'> {
  readonly part: DraftPart;
}

/** What the format says that the sample looks most like. */
function drawPart({ bytes, isWhole }: Pick<Sample, 'bytes' | 'isWhole'>, slips: number): DrawnPart {
  const blocks = findBlocks(bytes, isWhole);
  if (blocks !== null) {
    const text = blocks.encoding === null ? decode(bytes, 'windows-1252') : String.fromCharCode(...Array.from(bytes.subarray(0, MOST_BLOCK_BYTES), (byte) => codePointsOf('IBM037')[byte] ?? 0));
    const part = inferBlocks(text, blocks.length, slips);
    if (part !== null) return { part, encoding: blocks.encoding, doubt: blocks.encoding === null ? null : 'or another code page of EBCDIC' };
  }
  const { text, encoding, doubt } = decodeSample(bytes, isWhole);
  const sample = { text, isWhole, slips };
  const guess = guessDialect(text);
  const isAligned = guess.width < 2 ? LAID_OUT.test(text) : guess.share < 0.8 && areEqual(text);
  const part = (isAligned ? inferFixedWidth(sample) : null) ?? inferCsv(sample);
  return { part, encoding, doubt };
}

/** Several blanks in the midst of a line. */
const LAID_OUT = /\S {2,}\S/;
const MOST_BLOCK_BYTES = 100_000;

function areEqual(text: string): boolean {
  const [first = '', ...others] = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  return others.length > 1 && others.every(({ length }) => length === first.length);
}

/** Up to the last line end: what stands behind it was cut off. */
function withoutCutLine(bytes: Uint8Array): Uint8Array {
  const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d));
  // In UTF-16 (LE) a zero belongs to the line end.
  return end < 0 ? bytes : bytes.subarray(0, end + (bytes[end + 1] === 0 ? 2 : 1));
}

function nameOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^[-0-9]+|-+$/g, '').slice(0, 60) || 'sample';
}
