// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

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
  toUpperBytes,
  writeJson,
  writeKeyTexts,
  type FastChunk,
  type FastReader,
  type RecordReport,
} from 'specmill/kernel';

/** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;

const QUOTE = 34; // "
const CLOSING_BRACE = 125; // }
const SPACE = 32;
const ZERO = 48; // 0
const MAX_ASCII = 127;

/** Reads cells with quotes, escapes or special characters inside, and finds cells. */
const cells = new CellReader('\x00', '', '');
/** The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell. */
const BARE = cells.bare;
const PLAIN_BYTE = 0;
const END_BYTE = 2;
/** The offset after the cell that was copied last. */
let cellEnd = 0;

/** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
const columns = new RecordColumns([0, 6, 14, 15, 17, 23, 31, 35, 46, 64, 82, 100, 106], [2, 3, 6, 7], 0);

/** The report of the current record, and the limit of the current chunk. */
let report: RecordReport;
let maxRecordBytes = 0;
/** The offset of the next record. */
let next = 0;

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
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

/**
 * Copies bytes that JSON does not escape, four at a time. Returns the offset of the first other byte: a control
 * character, a special character or a byte beyond ASCII. Up to three more bytes may be written.
 */
function appendPlain(from: number, to: number): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // A subtraction sets the high bit of the first byte that is smaller than the subtracted one.
    const special1 = (four ^ 0x22222222) - 0x01010101; // "
    const special2 = (four ^ 0x5c5c5c5c) - 0x01010101; // \
    const controls = four - 0x20202020;
    const marks = (special1 | special2 | controls | four) & 0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** Returns whether the bytes from `from` to `to` are "00000". */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 5:
      return (
        bytes[from] === 48 &&
        bytes[from + 1] === 48 &&
        bytes[from + 2] === 48 &&
        bytes[from + 3] === 48 &&
        bytes[from + 4] === 48
      ); // "00000"
    default:
      return false;
  }
}

/** Matches [0-9]{6}. */
const sortCodeShapeMatcher = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;!');
const sortCodeShapeClasses = sortCodeShapeMatcher.classes;
const sortCodeShapeRows = sortCodeShapeMatcher.rows;
const sortCodeShapeEnds = sortCodeShapeMatcher.ends;

/** Matches [0-9]{8}. */
const accountShapeMatcher = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');
const accountShapeEnds = accountShapeMatcher.ends;
const accountShapeClasses = accountShapeMatcher.classes;
const accountShapeRows = accountShapeMatcher.rows;

/** Matches [A-Z0-9 .&/-]+. */
const charactersMatcher = createByteMatcher('w 5 6-c 7-p', ',1:2;!,1:2');
const charactersClasses = charactersMatcher.classes;
const charactersRows = charactersMatcher.rows;
const charactersEnds = charactersMatcher.ends;

/** Copies sortCode: STRING; required (FATAL), matching [0-9]{6} (FATAL). */
function copySortCode(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    row = sortCodeShapeRows[row + (sortCodeShapeClasses[byte] as number)] as number;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    cells.isAscii = false;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
    row = sortCodeShapeMatcher.run(input, from, from + end - length - 1);
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (sortCodeShapeEnds[row] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies sortCode with its careful reader. */
function copySortCodeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readSortCode(text, report)));
}

/**
 * Copies account: STRING, sensitive; trimmed, then padded on the left with "0" to 8 characters; required (FATAL),
 * matching [0-9]{8} (FATAL).
 */
function copyAccount(at: number, length: number): number {
  let from = at;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end);
  end += cursor - from;
  byte = input[cursor] as number;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  output[length] = QUOTE;
  while (output[end - 1] === SPACE) end--;
  let codePoints = end - length - 1;
  let isTrimmed = cursor - at > codePoints;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    cells.isAscii = false;
    if (hasNonSpaceBlankAtEdge(input, from, from + codePoints)) return -1;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (isTrimmed && (codePoints === 0 || isNull(output, length + 1, end))) return -1;
  if (isTrimmed) report.corrected = true;
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (codePoints < 8) {
    end = padLeftBytes(output, { from: length + 1, to: end }, 8 - codePoints, ZERO);
    codePoints = 8;
    report.corrected = true;
  }
  if (isNull(output, length + 1, end)) return -1;
  if (accountShapeEnds[accountShapeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies account with its careful reader. */
function copyAccountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readAccount(text, report)));
}

/** Copies accountName: STRING, sensitive; required (FATAL), matching [A-Z0-9 .&/-]+ (WARNING). */
function copyAccountName(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    row = charactersRows[row + (charactersClasses[byte] as number)] as number;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    cells.isAscii = false;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
    row = charactersMatcher.run(input, from, from + end - length - 1);
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (charactersEnds[row] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies accountName with its careful reader. */
function copyAccountNameCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readAccountName(text, report)));
}

/**
 * Copies kind: STRING; ^01$ replaced by "first", then ^17$ replaced by "regular", then ^18$ replaced by "again", then
 * ^19$ replaced by "last", then ^99$ replaced by "credit"; required (FATAL). Read from text, which is slower: the
 * correction REGEX_REPLACE.
 */
function copyKind(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readKind(text, report)));
}

/** Copies collectorSortCode: STRING; required (FATAL), matching [0-9]{6} (ERROR). The code is that of sortCode. */
const copyCollectorSortCode = copySortCode;

/** Copies collectorSortCode with its careful reader. */
function copyCollectorSortCodeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCollectorSortCode(text, report)));
}

/** Copies collectorAccount: STRING; required (FATAL), matching [0-9]{8} (ERROR). */
function copyCollectorAccount(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    row = accountShapeRows[row + (accountShapeClasses[byte] as number)] as number;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    cells.isAscii = false;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
    row = accountShapeMatcher.run(input, from, from + end - length - 1);
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (accountShapeEnds[row] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies collectorAccount with its careful reader. */
function copyCollectorAccountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCollectorAccount(text, report)));
}

/** Copies collector: STRING; required (FATAL). */
function copyCollector(at: number, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end);
  end += cursor - from;
  byte = input[cursor] as number;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    cellEnd = cells.end;
  } else if (seen > MAX_ASCII) {
    cells.isAscii = false;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies collector with its careful reader. */
function copyCollectorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCollector(text, report)));
}

/**
 * Copies amount: DECIMAL with digits only, the last 2 are decimals; required (FATAL), at least 0.01 (ERROR), at most
 * 10000.00 (WARNING). Read from text, which is slower: the type DECIMAL with its settings.
 */
function copyAmount(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/**
 * Copies reference: STRING; converted to upper case; required (FATAL), matching [A-Z0-9 .&/-]+ (ERROR), at least 6
 * characters (WARNING).
 */
function copyReference(at: number, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end);
  end += cursor - from;
  byte = input[cursor] as number;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    cells.isAscii = false;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  const converted = toUpperBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (charactersEnds[charactersMatcher.run(output, length + 1, end)] !== 1) return -1;
  if (codePoints < 6) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies reference with its careful reader. */
function copyReferenceCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readReference(text, report)));
}

/**
 * Copies processedOn: DATE; converted from yyDDD to yyyy-MM-dd; from 2020-01-01 to 2039-12-31 (ERROR). Read from text,
 * which is slower: the type DATE with its settings.
 */
function copyProcessedOn(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readProcessedOn(text, report)));
}

/** Returns whether the bytes at an offset are "01" or "17" or "18" or "19" or "99". */
function isRecord(bytes: Uint8Array, from: number): boolean {
  return (
    (bytes[from] === 48 && bytes[from + 1] === 49) ||
    (bytes[from] === 49 && bytes[from + 1] === 55) ||
    (bytes[from] === 49 && bytes[from + 1] === 56) ||
    (bytes[from] === 49 && bytes[from + 1] === 57) ||
    (bytes[from] === 57 && bytes[from + 1] === 57)
  );
}

/** Copies a record whose positions are known. */
function appendLocatedRecord(start: number, from: number): number {
  const { offsets } = columns;
  if (columns.characters < 101 || columns.characters > 106 || columns.end - start > maxRecordBytes) return -1;
  if (columns.characters < 17 || !isRecord(input, start + (offsets[3] as number))) return -1;
  let length = from;
  let end = 0;
  let at = start;
  let to = start;
  let overwritten = 0;
  // {"sortCode":
  outputView.setInt32(length, 0x6f73227b, true);
  outputView.setInt32(length + 4, 0x6f437472, true);
  outputView.setInt32(length + 8, 0x3a226564, true);
  length += 12;
  sortCodeKey.from = length;
  at = start + (offsets[0] as number);
  to = skipTrailingPadding(input, at, start + (offsets[1] as number), SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copySortCode(at, length);
  if (end < 0) end = copySortCodeCarefully(at, length);
  input[to] = overwritten;
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
  to = skipTrailingPadding(input, at, start + (offsets[2] as number), SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyAccount(at, length);
  if (end < 0) end = copyAccountCarefully(at, length);
  input[to] = overwritten;
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
  to = skipTrailingPadding(input, at, start + (offsets[11] as number), SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyAccountName(at, length);
  if (end < 0) end = copyAccountNameCarefully(at, length);
  input[to] = overwritten;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"kind":
  outputView.setInt32(length, 0x696b222c, true);
  outputView.setInt32(length + 4, 0x3a22646e, true);
  length += 8;
  at = start + (offsets[3] as number);
  to = skipTrailingPadding(input, at, start + (offsets[4] as number), SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyKind(at, length);
  input[to] = overwritten;
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
  to = skipTrailingPadding(input, at, start + (offsets[5] as number), SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyCollectorSortCode(at, length);
  if (end < 0) end = copyCollectorSortCodeCarefully(at, length);
  input[to] = overwritten;
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
  to = skipTrailingPadding(input, at, start + (offsets[6] as number), SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyCollectorAccount(at, length);
  if (end < 0) end = copyCollectorAccountCarefully(at, length);
  input[to] = overwritten;
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
  to = skipTrailingPadding(input, at, start + (offsets[9] as number), SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyCollector(at, length);
  if (end < 0) end = copyCollectorCarefully(at, length);
  input[to] = overwritten;
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
  at = skipLeadingPadding(input, at, to - 1, ZERO);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyAmount(at, length);
  input[to] = overwritten;
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
  to = skipTrailingPadding(input, at, start + (offsets[10] as number), SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyReference(at, length);
  if (end < 0) end = copyReferenceCarefully(at, length);
  input[to] = overwritten;
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
  at = skipLeadingPadding(input, at, to, SPACE);
  overwritten = input[to] as number;
  input[to] = 0; // ends the cell
  end = copyProcessedOn(at, length);
  input[to] = overwritten;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  next = skipLineEnd(input, columns.end);
  output[length] = CLOSING_BRACE;
  return length + 1;
}

/** Copies a line. Tries ASCII with the length of the previous one first, and otherwise counts the characters. */
function appendRecord(start: number, from: number): number {
  if (columns.matchesPrevious(input, start)) {
    cells.isAscii = true;
    const length = appendLocatedRecord(start, from);
    if (cells.isAscii) return length;
    report.begin();
  }
  return columns.locate(input, start) ? appendLocatedRecord(start, from) : -1;
}

/** The positions of the key's values in the output. */
const sortCodeKey = { from: 0, to: 0 };
const accountKey = { from: 0, to: 0 };

/** Creates the fast reader of direct-debits. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 32, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    return true;
  }

  function read(at: number, length: number): number {
    return appendRecord(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [sortCodeKey, accountKey], keys, length);
  }
}
