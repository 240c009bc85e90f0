import type { Format } from '../1-read/spec-shape.ts';
import { codePointsOf } from '../kernel/input/encodings/ebcdic.ts';
import { guessDialect } from './csv-dialect.ts';
import { type DraftPart, plainly, type SpecDraft, type TextSample } from './draft.ts';
import { decode, decodeSample, type SampleText } from './encoding.ts';
import { type BlockGuess, findBlocks } from './find-period.ts';
import { inferCsv } from './infer-csv.ts';
import { inferBlocks, inferFixedWidth } from './infer-fixed-width.ts';
import { inferXml } from './infer-xml.ts';
import { NoDraft } from './no-draft.ts';
import { looksLikeXml } from './read-xml.ts';
import type { Sample } from './sample.ts';
import { decodeXml } from './xml-sample.ts';

/** A draft, and the bytes that it is to be held against. */
export interface DrawnSpec {
  readonly draft: SpecDraft;
  readonly bytes: Uint8Array;
  /** Whether nothing follows these bytes. */
  readonly isWhole: boolean;
}

/** A spec as a sample suggests it; `slips`: the share of a column's cells that may be otherwise than the rest. @throws NoDraft where it suggests none. */
export function drawSpec(sample: Sample, slips: number): DrawnSpec {
  const { bytes, isWhole, fileName, name, schema } = sample;
  const { part, encoding, doubt } = drawPart(sample, slips);
  const named =
    encoding !== null || doubt !== null ? [{ value: ['encoding', encoding ?? 'UTF-8'] as const, note: doubt }] : [];
  const size = isWhole ? `${bytes.length} bytes` : `the first ${bytes.length} bytes`;
  const draft = {
    ...part,
    source: [
      ...(schema === null ? [] : [`yaml-language-server: $schema=${schema}`]),
      `A first spec, drawn from ${fileName} (${size}): look it through, above all where a comment stands.`,
    ],
    settings: [plainly(['name', name] as const), plainly(['format', part.format] as const), ...named, ...part.settings],
  };
  return { draft, bytes: part.format === 'XML' || isWhole ? bytes : withoutCutLine(bytes), isWhole };
}

interface DrawnPart extends Pick<SampleText, 'encoding' | 'doubt'> {
  readonly part: DraftPart;
}

function drawPart(sample: Sample, slips: number): DrawnPart {
  const { bytes, isWhole, format } = sample;
  if (bytes.length === 0) throw new NoDraft('it is empty');
  const xml = format === 'XML' || format === null ? decodeXml(bytes, isWhole) : null;
  if (xml !== null && (format === 'XML' || looksLikeXml(xml.text)))
    return { ...xml, part: inferXml({ text: xml.text, isWhole, slips }) };
  const blocks = format === 'CSV' ? null : findBlocks(bytes, isWhole);
  const drawn = blocks === null ? null : drawBlocks(bytes, blocks, slips);
  if (drawn !== null) return drawn;
  const { text, encoding, doubt } = decodeSample(bytes, isWhole);
  return { part: drawLines({ text, isWhole, slips }, format), encoding, doubt };
}

const MOST_BLOCK_BYTES = 100_000;

function drawBlocks(bytes: Uint8Array, { length, encoding }: BlockGuess, slips: number): DrawnPart | null {
  const looked = bytes.subarray(0, MOST_BLOCK_BYTES);
  const text = encoding === null ? decode(looked, 'windows-1252') : decodeEbcdic(looked, encoding);
  const part = inferBlocks(text, length, slips);
  return part === null ? null : { part, encoding, doubt: encoding === null ? null : 'or another code page of EBCDIC' };
}

function decodeEbcdic(bytes: Uint8Array, encoding: Parameters<typeof codePointsOf>[0]): string {
  const codePoints = codePointsOf(encoding);
  return Array.from(bytes, (byte) => String.fromCharCode(codePoints[byte] ?? 0)).join('');
}

/** Lines whose characters stand one below the other, or lines that a delimiter cuts. */
function drawLines(sample: TextSample, format: Format | null): DraftPart {
  if (format === 'CSV') return inferCsv(sample);
  const { width, share } = guessDialect(sample.text);
  const isAligned =
    format === 'FIXED_WIDTH' || (width < 2 ? LAID_OUT.test(sample.text) : share < 0.8 && areEqual(sample.text));
  const part = isAligned ? inferFixedWidth(sample) : null;
  if (part === null && format === 'FIXED_WIDTH') throw new NoDraft('no columns can be seen in its lines');
  return part ?? inferCsv(sample);
}

/** Several blanks in the midst of a line. */
const LAID_OUT = /\S {2,}\S/;

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
