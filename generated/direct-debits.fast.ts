// Compiled by Specmill from a spec: change the spec, not this file.
import {
  CellReader,
  RecordColumns,
  countUtf8CodePoints,
  createByteMatcher,
  fastBuffers,
  hasNonSpaceBlankAtEdge,
  padLeftBytes,
  skipLeadingPadding,
  skipLineEnd,
  skipTrailingPadding,
  toJsonNumber,
  toJsonString,
  toUpperAscii,
  writeJson,
  writeKeyTexts,
  type FastChunk,
  type FastReader,
  type RecordReport,
} from 'specmill/kernel';

/** What is read, and what that writes: always the same bytes, so that V8 compiles in where they are. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;
const cells = new CellReader('\x00', '', '');
/** What each byte is in a cell: 0 stands in JSON as it is, 2 ends the cell. */
const BARE = cells.bare;
/** Where the cell ended that was read last. */
let cellEnd = 0;
/** Where fields begin and end, in characters, and between which of these places none stands. */
const columns = new RecordColumns([0, 6, 14, 15, 17, 23, 31, 35, 46, 64, 82, 100, 106], [2, 3, 6, 7], 0);
/** Of the piece that is being read. */
let report: RecordReport;
let maxRecordBytes = 0;
/** Where the record behind the one that was read begins. */
let next = 0;

/** The careful readers of the fields, for cells that are odd or not clean. */
export interface CarefulReaders {
  readSortCode(cell: string | undefined, record: RecordReport): string | null;
  readAccount(cell: string | undefined, record: RecordReport): string | null;
  readAccountName(cell: string | undefined, record: RecordReport): string | null;
  readKind(cell: string | undefined, record: RecordReport): string | null;
  readCollectorSortCode(cell: string | undefined, record: RecordReport): string | null;
  readCollectorAccount(cell: string | undefined, record: RecordReport): string | null;
  readCollector(cell: string | undefined, record: RecordReport): string | null;
  readAmount(cell: string | undefined, record: RecordReport): string | null;
  readReference(cell: string | undefined, record: RecordReport): string | null;
  readProcessedOn(cell: string | undefined, record: RecordReport): string | null;
}
let careful: CarefulReaders;

const inputView = fastBuffers.inputView;

/** Copies what is ASCII and stands in JSON as it is, up to three bytes too many; gives where something else stands. */
function copyPlain(from: number, to: number): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // The highest bit of a byte is set in the first one that is such a character, below a blank, or not ASCII.
    const marks =
      (((four ^ 0x22222222) - 0x01010101) | ((four ^ 0x5c5c5c5c) - 0x01010101) | (four - 0x20202020) | four) &
      0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** Whether one of 00000 stands there. */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 5: return bytes[from] === 48 &&
      bytes[from + 1] === 48 &&
      bytes[from + 2] === 48 &&
      bytes[from + 3] === 48 &&
      bytes[from + 4] === 48;
    default: return false;
  }
}

/** [0-9]{6} */
const sortCodeShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;!');
const sortCodeShapePatternClasses = sortCodeShapePattern.classes;
const sortCodeShapePatternRows = sortCodeShapePattern.rows;
const sortCodeShapePatternEnds = sortCodeShapePattern.ends;

/** sortCode: STRING; required, matching [0-9]{6}. */
function readSortCode(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = sortCodeShapePatternRows[row + (sortCodeShapePatternClasses[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
    row = sortCodeShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (sortCodeShapePatternEnds[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** sortCode, where its bytes are not of the usual form, or not clean. */
function readSortCodeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readSortCode(text, report)));
}

/** [0-9]{8} */
const accountShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');
const accountShapePatternEnds = accountShapePattern.ends;

/**
 * account: STRING, sensitive; trimmed, then padded on the left with "0" to 8 characters; required, matching [0-9]{8}.
 */
function readAccount(at: number, length: number): number {
  let from = at;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end);
  end += place - from;
  byte = input[place] as number;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++place] as number;
  }
  output[length] = 34;
  while (output[end - 1] === 32) end--;
  let points = end - length - 1;
  let isTrimmed = place - at > points;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    if (hasNonSpaceBlankAtEdge(input, from, from + points)) return -1;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
  }
  if (isTrimmed && (points === 0 || isNull(output, length + 1, end))) return -1;
  if (isTrimmed) report.corrected = true;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (points < 8) {
    end = padLeftBytes(output, { from: length + 1, to: end }, 8 - points, 48);
    points = 8;
    report.corrected = true;
  }
  if (isNull(output, length + 1, end)) return -1;
  if (accountShapePatternEnds[accountShapePattern.run(output, length + 1, end)] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** account, where its bytes are not of the usual form, or not clean. */
function readAccountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readAccount(text, report)));
}

/** [A-Z0-9 .&/-]+ */
const accountNameNameCharactersPattern = createByteMatcher('w 5 6-c 7-p', ',1:2;!,1:2');
const accountNameNameCharactersPatternClasses = accountNameNameCharactersPattern.classes;
const accountNameNameCharactersPatternRows = accountNameNameCharactersPattern.rows;
const accountNameNameCharactersPatternEnds = accountNameNameCharactersPattern.ends;

/** accountName: STRING, sensitive; required, matching [A-Z0-9 .&/-]+. */
function readAccountName(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = accountNameNameCharactersPatternRows[
      row +
      (accountNameNameCharactersPatternClasses[byte] as number)
    ] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
    row = accountNameNameCharactersPattern.run(input, from, from + end - length - 1);
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (accountNameNameCharactersPatternEnds[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** accountName, where its bytes are not of the usual form, or not clean. */
function readAccountNameCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readAccountName(text, report)));
}

/**
 * kind: STRING; ^01$ replaced by "first", then ^17$ replaced by "regular", then ^18$ replaced by "again", then ^19$
 * replaced by "last", then ^99$ replaced by "credit"; required.
 */
function readKind(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readKind(text, report)));
}

/** [0-9]{6} */
const collectorSortCodeShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;!');
const collectorSortCodeShapePatternClasses = collectorSortCodeShapePattern.classes;
const collectorSortCodeShapePatternRows = collectorSortCodeShapePattern.rows;
const collectorSortCodeShapePatternEnds = collectorSortCodeShapePattern.ends;

/** collectorSortCode: STRING; required, matching [0-9]{6}. */
function readCollectorSortCode(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = collectorSortCodeShapePatternRows[row + (collectorSortCodeShapePatternClasses[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
    row = collectorSortCodeShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (collectorSortCodeShapePatternEnds[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** collectorSortCode, where its bytes are not of the usual form, or not clean. */
function readCollectorSortCodeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCollectorSortCode(text, report)));
}

/** [0-9]{8} */
const collectorAccountShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');
const collectorAccountShapePatternClasses = collectorAccountShapePattern.classes;
const collectorAccountShapePatternRows = collectorAccountShapePattern.rows;
const collectorAccountShapePatternEnds = collectorAccountShapePattern.ends;

/** collectorAccount: STRING; required, matching [0-9]{8}. */
function readCollectorAccount(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = collectorAccountShapePatternRows[row + (collectorAccountShapePatternClasses[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
    row = collectorAccountShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (collectorAccountShapePatternEnds[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** collectorAccount, where its bytes are not of the usual form, or not clean. */
function readCollectorAccountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCollectorAccount(text, report)));
}

/** collector: STRING; required. */
function readCollector(at: number, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end);
  end += place - from;
  byte = input[place] as number;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    points = cells.codePoints;
    cellEnd = cells.end;
  } else if (seen > 127) {
    cells.isAscii = false;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** collector, where its bytes are not of the usual form, or not clean. */
function readCollectorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCollector(text, report)));
}

/** amount: DECIMAL with digits only, the last 2 are decimals; required, at least 0.01, at most 10000.00. */
function readAmount(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/** [A-Z0-9 .&/-]+ */
const referenceCharactersPattern = createByteMatcher('w 5 6-c 7-p', ',1:2;!,1:2');
const referenceCharactersPatternEnds = referenceCharactersPattern.ends;

/** reference: STRING; converted to upper case; required, matching [A-Z0-9 .&/-]+, at least 6 characters. */
function readReference(at: number, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end);
  end += place - from;
  byte = input[place] as number;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) return -1;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (toUpperAscii(output, length + 1, end)) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (referenceCharactersPatternEnds[referenceCharactersPattern.run(output, length + 1, end)] !== 1) return -1;
  if (points < 6) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** reference, where its bytes are not of the usual form, or not clean. */
function readReferenceCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readReference(text, report)));
}

/** processedOn: DATE; converted from yyDDD to yyyy-MM-dd; from 2020-01-01 to 2039-12-31. */
function readProcessedOn(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readProcessedOn(text, report)));
}

/** Whether one of 01, 17, 18, 19, 99 stands there. */
function isRecord(bytes: Uint8Array, from: number): boolean {
  return (
    bytes[from] === 48 && bytes[from + 1] === 49 ||
    bytes[from] === 49 && bytes[from + 1] === 55 ||
    bytes[from] === 49 && bytes[from + 1] === 56 ||
    bytes[from] === 49 && bytes[from + 1] === 57 ||
    bytes[from] === 57 && bytes[from + 1] === 57
  );
}

/** A record whose columns are known. */
function recordOfFields(start: number, from: number): number {
  const { offsets } = columns;
  if (columns.characters < 101 || columns.characters > 106 || columns.end - start > maxRecordBytes) return -1;
  if (columns.characters < 17 || !isRecord(input, start + (offsets[3] as number))) return -1;
  let length = from;
  let end = 0;
  let at = start;
  let to = start;
  let kept = 0;
  // {"sortCode":
  outputView.setInt32(length, 0x6f73227b, true);
  outputView.setInt32(length + 4, 0x6f437472, true);
  outputView.setInt32(length + 8, 0x3a226564, true);
  length += 12;
  sortCodeKey.from = length;
  at = start + (offsets[0] as number);
  to = skipTrailingPadding(input, at, start + (offsets[1] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readSortCode(at, length);
  if (end < 0) end = readSortCodeCarefully(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  sortCodeKey.to = length;
  // ,"account":
  outputView.setInt32(length, 0x6361222c, true);
  outputView.setInt32(length + 4, 0x6e756f63, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  accountKey.from = length;
  at = start + (offsets[1] as number);
  to = skipTrailingPadding(input, at, start + (offsets[2] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readAccount(at, length);
  if (end < 0) end = readAccountCarefully(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  accountKey.to = length;
  // ,"accountName":
  outputView.setInt32(length, 0x6361222c, true);
  outputView.setInt32(length + 4, 0x6e756f63, true);
  outputView.setInt32(length + 8, 0x6d614e74, true);
  outputView.setInt32(length + 12, 0x003a2265, true);
  length += 15;
  at = start + (offsets[10] as number);
  to = skipTrailingPadding(input, at, start + (offsets[11] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readAccountName(at, length);
  if (end < 0) end = readAccountNameCarefully(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"kind":
  outputView.setInt32(length, 0x696b222c, true);
  outputView.setInt32(length + 4, 0x3a22646e, true);
  length += 8;
  at = start + (offsets[3] as number);
  to = skipTrailingPadding(input, at, start + (offsets[4] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readKind(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"collectorSortCode":
  outputView.setInt32(length, 0x6f63222c, true);
  outputView.setInt32(length + 4, 0x63656c6c, true);
  outputView.setInt32(length + 8, 0x53726f74, true);
  outputView.setInt32(length + 12, 0x4374726f, true);
  outputView.setInt32(length + 16, 0x2265646f, true);
  outputView.setInt32(length + 20, 0x0000003a, true);
  length += 21;
  at = start + (offsets[4] as number);
  to = skipTrailingPadding(input, at, start + (offsets[5] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readCollectorSortCode(at, length);
  if (end < 0) end = readCollectorSortCodeCarefully(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"collectorAccount":
  outputView.setInt32(length, 0x6f63222c, true);
  outputView.setInt32(length + 4, 0x63656c6c, true);
  outputView.setInt32(length + 8, 0x41726f74, true);
  outputView.setInt32(length + 12, 0x756f6363, true);
  outputView.setInt32(length + 16, 0x3a22746e, true);
  length += 20;
  at = start + (offsets[5] as number);
  to = skipTrailingPadding(input, at, start + (offsets[6] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readCollectorAccount(at, length);
  if (end < 0) end = readCollectorAccountCarefully(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"collector":
  outputView.setInt32(length, 0x6f63222c, true);
  outputView.setInt32(length + 4, 0x63656c6c, true);
  outputView.setInt32(length + 8, 0x22726f74, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  at = start + (offsets[8] as number);
  to = skipTrailingPadding(input, at, start + (offsets[9] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readCollector(at, length);
  if (end < 0) end = readCollectorCarefully(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  at = start + (offsets[7] as number);
  to = start + (offsets[8] as number);
  at = skipLeadingPadding(input, at, to - 1, 48);
  kept = input[to] as number;
  input[to] = 0;
  end = readAmount(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"reference":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x65726566, true);
  outputView.setInt32(length + 8, 0x2265636e, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  at = start + (offsets[9] as number);
  to = skipTrailingPadding(input, at, start + (offsets[10] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readReference(at, length);
  if (end < 0) end = readReferenceCarefully(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"processedOn":
  outputView.setInt32(length, 0x7270222c, true);
  outputView.setInt32(length + 4, 0x7365636f, true);
  outputView.setInt32(length + 8, 0x4f646573, true);
  outputView.setInt32(length + 12, 0x003a226e, true);
  length += 15;
  at = start + (offsets[11] as number);
  to = start + (offsets[12] as number);
  at = skipLeadingPadding(input, at, to, 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readProcessedOn(at, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  next = skipLineEnd(input, columns.end);
  output[length] = 0x7d;
  return length + 1;
}

/** A line: taken to be like those before it and all ASCII; where it is not, its characters are counted. */
function recordOfLine(start: number, from: number): number {
  if (columns.matchesPrevious(input, start)) {
    cells.isAscii = true;
    const length = recordOfFields(start, from);
    if (cells.isAscii) return length;
    report.begin();
  }
  return columns.locate(input, start) ? recordOfFields(start, from) : -1;
}

/** Where the values of the key stand in the output. */
const sortCodeKey = { from: 0, to: 0 };
const accountKey = { from: 0, to: 0 };

/**
 * The second reading of a record of direct-debits: from bytes to JSON; issues are told by the careful readers of the
 * fields.
 */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 32, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    return true;
  }

  function read(at: number, length: number): number {
    return recordOfLine(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [sortCodeKey, accountKey], keys, length);
  }
}
