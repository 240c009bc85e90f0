import { hasControlCharacters } from './binary/control-characters.ts';
import { nameFileKind, nameTextKind } from './binary/file-kinds.ts';
import { describeBinaryRecords, findBinaryFields } from './binary/packed-fields.ts';
import { countVariableRecords } from './binary/variable-records.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { codePageTable } from '../../kernel/input/encodings/ebcdic.ts';
import { guessDialect } from './csv/dialect.ts';
import { type DraftPart, withoutNote, type SpecDraft, type TextSample } from './model/draft.ts';
import { decode, decodeSample, type SampleText } from './encoding/decode.ts';
import { type BlockGuess, findBlocks } from './fixed-width/blocks.ts';
import { inferCsv } from './csv/infer.ts';
import { inferBlocks, inferFixedWidth } from './fixed-width/infer.ts';
import { inferCellTypes } from './record-types/cells/infer.ts';
import { inferRecordTypes } from './record-types/infer.ts';
import { inferXml } from './xml/infer.ts';
import { NoDraft } from './model/no-draft.ts';
import { looksLikeXml } from './xml/document.ts';
import type { Sample } from './model/sample.ts';
import { decodeXml } from './xml/decode.ts';

/** A draft of a spec, and the bytes of the sample with which the draft is tested. */
export interface TestableDraft {
  readonly draft: SpecDraft;
  readonly bytes: Uint8Array;
  /**
   * Whether `bytes` contains the whole file. If not, `bytes` ends with the last line end of the sample. In XML, or if
   * the sample has no line end, `bytes` is the whole sample.
   */
  readonly isWhole: boolean;
}

/**
 * Infers a spec from a sample. `tolerance` is the share of a column's cells that may deviate from its type, from 0 to 1.
 * @throws NoDraft if no spec can be inferred.
 */
export function createDraft(sample: Sample, tolerance: number): TestableDraft {
  const { bytes, isWhole } = sample;
  const draft = describeDraft(sample, inferPart(sample, tolerance));
  return { draft, bytes: draft.format === 'XML' || isWhole ? bytes : withoutCutLine(bytes), isWhole };
}

/**
 * Infers a FIXED_WIDTH or CSV spec with record types. Returns null if the sample is not a whole file of lines that begin
 * with record types and end with control totals.
 */
export function createTypedDraft(sample: Sample): SpecDraft | null {
  const { bytes, isWhole, format } = sample;
  if (!isWhole || bytes.length === 0 || bytes.length > MAX_TYPED_BYTES || format === 'XML') return null;
  const { text, encoding, doubt } = decodeSample(bytes, isWhole);
  if (hasControlCharacters(text)) return null;
  const fixed = format === 'CSV' ? null : inferRecordTypes(text);
  const part = fixed ?? (format === 'FIXED_WIDTH' ? null : inferCellTypes(text));
  return part === null ? null : describeDraft(sample, { part, encoding, doubt });
}

/** The search for totals takes long in larger files. */
const MAX_TYPED_BYTES = 1024 * 1024;

function describeDraft(
  { bytes, isWhole, fileName, name, schema }: Sample,
  { part, encoding, doubt }: InferredPart,
): SpecDraft {
  const named =
    encoding !== null || doubt !== null ? [{ value: ['encoding', encoding ?? 'UTF-8'] as const, note: doubt }] : [];
  const size = isWhole ? `${bytes.length} bytes` : `the first ${bytes.length} bytes`;
  return {
    ...part,
    source: [
      ...(schema === null ? [] : [`yaml-language-server: $schema=${schema}`]),
      `Inferred from ${fileName} (${size}). Review it, especially the lines with comments.`,
    ],
    settings: [
      withoutNote(['name', name] as const),
      withoutNote(['format', part.format] as const),
      ...named,
      ...part.settings,
    ],
  };
}

interface InferredPart extends Pick<SampleText, 'encoding' | 'doubt'> {
  readonly part: DraftPart;
}

function inferPart(sample: Sample, tolerance: number): InferredPart {
  const { bytes, isWhole, format, recordPath } = sample;
  if (bytes.length === 0) throw new NoDraft('the sample is empty');
  throwIfUnusable(nameFileKind(bytes));
  const xml = format === 'XML' || format === null ? decodeXml(bytes, isWhole) : null;
  if (xml !== null && (format === 'XML' || looksLikeXml(xml.text)))
    return { ...xml, part: inferXml({ text: xml.text, isWhole, tolerance, recordPath }) };
  if (countVariableRecords(bytes, isWhole) !== null) throwIfUnusable(VARIABLE);
  const blocks = format === 'CSV' ? null : findBlocks(bytes, isWhole);
  const blockPart = blocks === null ? null : inferBlockDraft(bytes, blocks, tolerance);
  if (blockPart !== null) return blockPart;
  const { text, encoding, doubt } = decodeSample(bytes, isWhole);
  if (hasControlCharacters(text)) throwIfUnusable(BINARY);
  if (format === null) throwIfUnusable(nameTextKind(text));
  return { part: inferLines({ text, isWhole, tolerance }, format), encoding, doubt };
}

const VARIABLE =
  'it has variable-length records, each with a record descriptor word (record format V or VB). Ask for fixed-length records or for text';
const BINARY = 'it contains binary data';

function throwIfUnusable(why: string | null): void {
  if (why !== null) throw new NoDraft(why);
}

const MAX_BLOCK_BYTES = 100_000;

function inferBlockDraft(bytes: Uint8Array, { length, encoding }: BlockGuess, tolerance: number): InferredPart | null {
  const looked = bytes.subarray(0, MAX_BLOCK_BYTES);
  if (encoding === null) {
    const text = decode(looked, 'windows-1252');
    const part = hasControlCharacters(text) ? null : inferBlocks({ text, length, binary: [], tolerance });
    return part === null ? null : { part, encoding, doubt: null };
  }
  const binary = findBinaryFields(looked, length);
  const part = inferBlocks({ text: decodeEbcdic(looked, encoding), length, binary, tolerance });
  if (part === null) throwIfUnusable(binary.length === 0 ? null : describeBinaryRecords(length, binary));
  return part === null ? null : { part, encoding, doubt: 'or another EBCDIC code page' };
}

function decodeEbcdic(bytes: Uint8Array, encoding: Parameters<typeof codePageTable>[0]): string {
  const codePoints = codePageTable(encoding);
  return Array.from(bytes, (byte) => String.fromCharCode(codePoints[byte] ?? 0)).join('');
}

/**
 * Infers a CSV or fixed-width spec from text lines. `format` is null if the format is unknown. Throws NoDraft if
 * `format` is FIXED_WIDTH and the lines show no columns.
 */
function inferLines(sample: TextSample, format: Format | null): DraftPart {
  if (format === 'CSV') return inferCsv(sample);
  const { width, share } = guessDialect(sample.text);
  const isAligned =
    format === 'FIXED_WIDTH' || (width < 2 ? LAID_OUT.test(sample.text) : share < 0.8 && areEqual(sample.text));
  const part = isAligned ? inferFixedWidth(sample) : null;
  if (part === null && format === 'FIXED_WIDTH') throw new NoDraft('its lines show no columns');
  return part ?? inferCsv(sample);
}

/** Matches two or more blanks inside a line. */
const LAID_OUT = /\S {2,}\S/;

function areEqual(text: string): boolean {
  const [first = '', ...others] = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  return others.length > 1 && others.every(({ length }) => length === first.length);
}

/**
 * Removes the bytes after the last line end, because the last line may be incomplete. Removes nothing if there is no
 * line end.
 */
function withoutCutLine(bytes: Uint8Array): Uint8Array {
  const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d));
  // In UTF-16LE, a line end has a second byte, which is zero.
  return end < 0 ? bytes : bytes.subarray(0, end + (bytes[end + 1] === 0 ? 2 : 1));
}
