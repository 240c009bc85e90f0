import { hasControlCharacters } from './binary/control-characters.ts';
import { looksLikeJson, nameFileKind, nameTextKind } from './binary/file-kinds.ts';
import { describeBinaryRecords, findBinaryFields } from './binary/packed-fields.ts';
import { countVariableRecords } from './binary/variable-records.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { codePageTable } from '../../kernel/input/encodings/ebcdic.ts';
import { nameKnownText } from './csv/known-texts.ts';
import { guessDialect } from './csv/dialect.ts';
import { type DraftPart, withoutNote, type SpecDraft } from './model/draft.ts';
import { decode, decodeSample, type SampleOrigin, type SampleText } from './encoding/decode.ts';
import { nameDosCodePage } from './encoding/dos-code-page.ts';
import { type BlockGuess, findBlocks } from './fixed-width/blocks.ts';
import { inferCsv } from './csv/infer.ts';
import { inferBlocks, inferFixedWidth } from './fixed-width/infer.ts';
import { inferCellTypes } from './record-types/cells/infer.ts';
import { inferJson } from './json/infer.ts';
import { describeMalformedDocument } from './json/malformed-lines.ts';
import { inferRecordTypes } from './record-types/infer.ts';
import { areRows, inferRows, inferRowTypes } from './xlsx/infer.ts';
import { inferXml } from './xml/infer.ts';
import { NoDraft } from './model/no-draft.ts';
import { looksLikeXml } from './xml/document.ts';
import type { Sample } from './model/sample.ts';
import { decodeXml } from './xml/decode.ts';

/** A draft of a spec, and the bytes of the sample with which the draft is tested. */
export interface TestableDraft {
  readonly draft: SpecDraft;
  /** A draft of documents, which has values that `draft` loses. Null: there is none. */
  readonly documents: SpecDraft | null;
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
  const found = inferPart(sample, tolerance);
  const draft = describeDraft(sample, found);
  const { documents = null } = found.part;
  return {
    draft,
    documents: documents === null ? null : describeDraft(sample, { ...found, part: documents }),
    bytes: isWhole || formatKinds[draft.format].structure === 'TREE' ? bytes : withoutCutLine(bytes),
    isWhole,
  };
}

/**
 * Infers a FIXED_WIDTH, CSV or XLSX spec with record types. Returns null if the sample is not a whole file of lines that begin
 * with record types and end with control totals.
 */
export function createTypedDraft(sample: Sample): SpecDraft | null {
  const { bytes, isWhole, format } = sample;
  if (!isWhole || bytes.length === 0 || bytes.length > MAX_TYPED_BYTES) return null;
  if (areRows(bytes)) return createTypedRows(sample);
  const usable = typedDrafters.filter((drafter) => format === null || drafter.format === format);
  if (usable.length === 0) return null;
  const { text, encoding, doubt } = decodeSample(bytes, isWhole);
  if (hasControlCharacters(text)) return null;
  for (const { infer } of usable) {
    const part = infer(text);
    if (part !== null) return describeDraft(sample, { part, encoding, doubt });
  }
  return null;
}

function createTypedRows(sample: Sample): SpecDraft | null {
  const part = inferRowTypes(decode(sample.bytes, 'utf-8'));
  return part === null ? null : describeDraft(sample, { part, encoding: null, doubt: null });
}

/** Drafts specs with record types of one format. Each returns null if the text has no record types. */
const typedDrafters: readonly { readonly format: Format; infer(text: string): DraftPart | null }[] = [
  { format: 'CSV', infer: inferCellTypes },
  { format: 'FIXED_WIDTH', infer: inferRecordTypes },
];

/** The search for totals takes long in larger files. */
const MAX_TYPED_BYTES = 1024 * 1024;

function describeDraft(
  { bytes, isWhole, fileName, name, schema }: Sample,
  { part: found, encoding, doubt, isMixed }: InferredPart,
): SpecDraft {
  const part = isMixed === true ? withUndecided(found, MIXED) : found;
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

interface InferredPart extends SampleOrigin {
  readonly part: DraftPart;
}

/** A sample whose format is looked for. */
interface Search {
  readonly sample: Sample;
  readonly tolerance: number;
  /** Whether the format was asked for. If not, the sample must look like it. */
  readonly isWanted: boolean;
  /** Returns the sample as text. Throws NoDraft if it is not text. */
  decodeText(): SampleText;
}

/** Drafts a spec of one format. Returns null if the sample is not in this format. */
interface Drafter {
  readonly format: Format;
  draft(search: Search): InferredPart | null;
}

/**
 * All drafters, in the order in which they examine a sample of an unknown format. The last one drafts any text. Specs of a
 * format without a drafter are written by hand.
 */
const drafters: readonly Drafter[] = [
  { format: 'XLSX', draft: draftRows },
  { format: 'XML', draft: draftXml },
  { format: 'JSON', draft: draftJson },
  { format: 'FIXED_WIDTH', draft: draftBlocks },
  { format: 'FIXED_WIDTH', draft: draftFixedWidth },
  { format: 'CSV', draft: draftCsv },
];

function inferPart(sample: Sample, tolerance: number): InferredPart {
  const { bytes, isWhole, format } = sample;
  if (bytes.length === 0) throw new NoDraft('the sample is empty');
  throwIfUnusable(nameFileKind(bytes));
  const usable = drafters.filter((drafter) => format === null || drafter.format === format);
  if (usable.length === 0) throw new NoDraft(`infer drafts no specs of the format ${format}. Write the spec by hand`);
  let text: SampleText | null = null;
  const decodeText = () => (text ??= decodeUsable(bytes, isWhole, format === null));
  for (const { draft } of usable) {
    const found = draft({ sample, tolerance, isWanted: format !== null, decodeText });
    if (found !== null) return found;
  }
  throw new NoDraft('its lines show no columns');
}

function decodeUsable(bytes: Uint8Array, isWhole: boolean, isUnknown: boolean): SampleText {
  const decoded = decodeSample(bytes, isWhole);
  if (decoded.encoding !== null) throwIfUnusable(nameDosCodePage(bytes));
  // Control characters at the end of a file, such as Ctrl-Z, belong to no record.
  const text = decoded.text.replace(/[\0\x1a]+$/, '');
  if (decoded.isMixed !== true && hasControlCharacters(text))
    throwIfUnusable(hasControlCharacters(text.replaceAll('\0', '')) ? BINARY : ZEROS);
  if (isUnknown) throwIfUnusable(nameTextKind(text));
  return { ...decoded, text };
}

/** The rows of a workbook are lines with control characters, which no other drafter reads. */
function draftRows({ sample: { bytes, isWhole }, tolerance }: Search): InferredPart | null {
  if (!areRows(bytes)) return null;
  return { part: inferRows({ text: decode(bytes, 'utf-8'), isWhole, tolerance }), encoding: null, doubt: null };
}

function draftXml({ sample: { bytes, isWhole, recordPath }, tolerance, isWanted }: Search): InferredPart | null {
  const xml = decodeXml(bytes, isWhole);
  if (xml === null) throwIfUnusable(isWanted ? 'its byte order mark or its XML declaration is invalid' : null);
  if (xml === null || !(isWanted || looksLikeXml(xml.text))) return null;
  if (!isWanted) throwIfUnusable(nameTextKind(xml.text));
  return { ...xml, part: inferXml({ text: xml.text, isWhole, tolerance, recordPath }) };
}

function draftJson({ sample, tolerance, isWanted }: Search): InferredPart | null {
  const { bytes, isWhole, recordPath } = sample;
  const { text, ...origin } = decodeSample(bytes, isWhole);
  if (!isWanted && !looksLikeJson(text)) return null;
  const part = inferJson({ text, isWhole, tolerance, recordPath });
  if (part === null) throwIfUnusable(describeMalformedDocument(text));
  return part === null ? null : { part, ...origin };
}

function draftBlocks({ sample: { bytes, isWhole }, tolerance }: Search): InferredPart | null {
  throwIfVariable(bytes, isWhole);
  const blocks = findBlocks(bytes, isWhole);
  const found = blocks === null ? null : inferBlockDraft(bytes, blocks, tolerance);
  return found === null
    ? null
    : { ...found, part: withKnownText(found.part, decode(bytes.subarray(0, 4096), 'utf-8')) };
}

function draftFixedWidth({ sample: { isWhole }, tolerance, isWanted, decodeText }: Search): InferredPart | null {
  const { text, ...origin } = decodeText();
  const { dialect, width, share } = guessDialect(text);
  const isFixed = areFixed(text);
  const isDecimal = width > 1 && LAID_OUT.test(text) && isWithinNumbers(text, dialect.delimiter);
  const hasNoCells = width < 2 || isDecimal;
  const isAligned = isWanted || (hasNoCells ? LAID_OUT.test(text) || isFixed : share < 0.8 && areEqual(text));
  const part = isAligned ? inferFixedWidth({ text, isWhole, tolerance }, isWanted || (hasNoCells && isFixed)) : null;
  return part === null ? null : { part: withKnownText(part, text), ...origin };
}

function draftCsv({ sample: { bytes, isWhole }, tolerance, decodeText }: Search): InferredPart {
  throwIfVariable(bytes, isWhole);
  const { text, ...origin } = decodeText();
  return { part: inferCsv({ text, isWhole, tolerance }), ...origin };
}

const MIXED = 'its lines have different encodings: those that are not UTF-8 are rejected';

/** Adds what a text is that has no columns of fixed width, although its lines look like it. */
function withKnownText(part: DraftPart, text: string): DraftPart {
  const known = nameKnownText(text);
  if (known === null) return part;
  const described = withUndecided(part, known);
  return { ...described, evidence: { ...described.evidence, isLossy: true } };
}

function withUndecided(part: DraftPart, undecided: string): DraftPart {
  const { evidence } = part;
  return { ...part, evidence: { ...evidence, undecided: [...evidence.undecided, undecided] } };
}

function throwIfVariable(bytes: Uint8Array, isWhole: boolean): void {
  if (countVariableRecords(bytes, isWhole) !== null) throwIfUnusable(VARIABLE);
}

const VARIABLE =
  'it has variable-length records, each with a record descriptor word (record format V or VB). If there is a copybook, infer --copybook FILE --data FILE describes them; records: { lengths: RDW } of a spec reads them';
const BINARY =
  'it contains binary data. If they are records of a mainframe, infer --copybook FILE --data FILE describes them';
const ZEROS = 'it contains binary data: NUL characters (U+0000). Ask for a file without them, or remove them in a spec';

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

/** Matches two or more blanks inside a line. */
const LAID_OUT = /\S {2,}\S/;

/** Whether a character occurs only between digits, and not in each line: then it is rather a part of numbers. */
function isWithinNumbers(text: string, character: string): boolean {
  const parts = text.split(character);
  return (
    /[.,]/.test(character) &&
    parts.length > 1 &&
    parts.every((part, at) => (at === 0 || /^\d/.test(part)) && (at === parts.length - 1 || /\d$/.test(part)))
  );
}

/** The minimum length of lines that are of fixed width because they all have it. */
const MIN_FIXED = 12;
/** Longer texts are rather several columns than one code. */
const MAX_CODE = 64;

/** Whether all lines have one length, and are not codes of one column. */
function areFixed(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  const [first = ''] = lines;
  const isCode = (line: string) => /^[\w@.:/+-]+$/.test(line) && line.length <= MAX_CODE;
  return lines.length > 1 && first.length >= MIN_FIXED && areEqual(text) && !lines.every(isCode);
}

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
