// Compiled by Specmill from a spec: change the spec, not this file.
import {
  CsvCells,
  RecordColumns,
  beforePadding,
  behindLineEnd,
  behindPadding,
  codePointsOf,
  createByteMatcher,
  hasOtherBlank,
  jsonDigits,
  jsonText,
  padLeftBytes,
  toUpperAscii,
  writeKeyTexts,
  writeText,
  type FastReader,
  type FastStretch,
  type RecordReport,
} from 'specmill/kernel';

const cells = new CsvCells('\x00', '', '');
/** What each byte is in a cell: 0 stands in JSON as it is, 2 ends the cell. */
const BARE = cells.bare;
/** Where the cell ended that was read last. */
let cellEnd = 0;
/** Where fields begin and end, in characters, and between which of these places none stands. */
const columns = new RecordColumns([0, 6, 14, 15, 17, 23, 31, 35, 46, 64, 82, 100, 106], [2, 3, 6, 7], 0);
/** Of the stretch that is being read. */
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

/** Whether one of 00000 stands there. */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 5: return bytes[from] === 48 && bytes[from + 1] === 48 && bytes[from + 2] === 48 && bytes[from + 3] === 48 && bytes[from + 4] === 48;
    default: return false;
  }
}

/** [0-9]{6} */
const sortCodeShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;!');

/** sortCode: STRING; required, matching [0-9]{6}. */
function readSortCode(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const { classes, rows, ends } = sortCodeShapePattern;
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = rows[row + (classes[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    points = codePointsOf(input, from, from + points);
    if (points < 0) return -1;
    row = sortCodeShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (ends[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** sortCode, where its bytes are not of the usual form, or not clean. */
function readSortCodeCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readSortCode(text, report)));
}

/** [0-9]{8} */
const accountShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/** account: STRING, sensitive; trimmed, then padded on the left with "0" to 8; required, matching [0-9]{8}. */
function readAccount(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let from = at;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
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
    if (hasOtherBlank(input, from, from + points)) return -1;
    points = codePointsOf(input, from, from + points);
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
  if (accountShapePattern.ends[accountShapePattern.run(output, length + 1, end)] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** account, where its bytes are not of the usual form, or not clean. */
function readAccountCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readAccount(text, report)));
}

/** [A-Z0-9 .&/-]+ */
const accountNameNameCharactersPattern = createByteMatcher('w 5 6-c 7-p', ',1:2;!,1:2');

/** accountName: STRING, sensitive; required, matching [A-Z0-9 .&/-]+. */
function readAccountName(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const { classes, rows, ends } = accountNameNameCharactersPattern;
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = rows[row + (classes[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    points = codePointsOf(input, from, from + points);
    if (points < 0) return -1;
    row = accountNameNameCharactersPattern.run(input, from, from + end - length - 1);
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (ends[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** accountName, where its bytes are not of the usual form, or not clean. */
function readAccountNameCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readAccountName(text, report)));
}

/** kind: STRING; ^01$ replaced by "first", then ^17$ replaced by "regular", then ^18$ replaced by "again", then ^19$ replaced by "last", then ^99$ replaced by "credit"; required. */
function readKind(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readKind(text, report)));
}

/** [0-9]{6} */
const collectorSortCodeShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;!');

/** collectorSortCode: STRING; required, matching [0-9]{6}. */
function readCollectorSortCode(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const { classes, rows, ends } = collectorSortCodeShapePattern;
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = rows[row + (classes[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    points = codePointsOf(input, from, from + points);
    if (points < 0) return -1;
    row = collectorSortCodeShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (ends[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** collectorSortCode, where its bytes are not of the usual form, or not clean. */
function readCollectorSortCodeCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readCollectorSortCode(text, report)));
}

/** [0-9]{8} */
const collectorAccountShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/** collectorAccount: STRING; required, matching [0-9]{8}. */
function readCollectorAccount(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const { classes, rows, ends } = collectorAccountShapePattern;
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = rows[row + (classes[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    cells.isAscii = false;
    points = codePointsOf(input, from, from + points);
    if (points < 0) return -1;
    row = collectorAccountShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (ends[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** collectorAccount, where its bytes are not of the usual form, or not clean. */
function readCollectorAccountCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readCollectorAccount(text, report)));
}

/** collector: STRING; required. */
function readCollector(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
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
    points = codePointsOf(input, from, from + points);
    if (points < 0) return -1;
  }
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** collector, where its bytes are not of the usual form, or not clean. */
function readCollectorCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readCollector(text, report)));
}

/** amount: DECIMAL of digits, of which the last 2 are decimals; required, at least 0.01, at most 10000.00. */
function readAmount(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonDigits(careful.readAmount(text, report)));
}

/** [A-Z0-9 .&/-]+ */
const referenceCharactersPattern = createByteMatcher('w 5 6-c 7-p', ',1:2;!,1:2');

/** reference: STRING; in upper case; required, matching [A-Z0-9 .&/-]+, at least 6 characters. */
function readReference(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
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
  if (referenceCharactersPattern.ends[referenceCharactersPattern.run(output, length + 1, end)] !== 1) return -1;
  if (points < 6) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** reference, where its bytes are not of the usual form, or not clean. */
function readReferenceCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readReference(text, report)));
}

/** processedOn: DATE; yyDDD turned into yyyy-MM-dd; from 2020-01-01 to 2039-12-31. */
function readProcessedOn(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeText(output, length, jsonText(careful.readProcessedOn(text, report)));
}

/** Whether one of 01, 17, 18, 19, 99 stands there. */
function isRecord(bytes: Uint8Array, from: number): boolean {
  return bytes[from] === 48 && bytes[from + 1] === 49 || bytes[from] === 49 && bytes[from + 1] === 55 || bytes[from] === 49 && bytes[from + 1] === 56 || bytes[from] === 49 && bytes[from + 1] === 57 || bytes[from] === 57 && bytes[from + 1] === 57;
}

/** A record whose columns are known. */
function recordOfFields(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  const { places } = columns;
  if (columns.characters < 101 || columns.characters > 106 || columns.end - start > maxRecordBytes) return -1;
  if (columns.characters < 17 || !isRecord(input, start + (places[3] as number))) return -1;
  let length = from;
  let end = 0;
  let at = start;
  let to = start;
  let kept = 0;
  // {"sortCode":
  output[length + 0] = 123; output[length + 1] = 34; output[length + 2] = 115; output[length + 3] = 111; output[length + 4] = 114; output[length + 5] = 116; output[length + 6] = 67; output[length + 7] = 111;
  output[length + 8] = 100; output[length + 9] = 101; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  sortCodeKey.from = length;
  at = start + (places[0] as number);
  to = beforePadding(input, at, start + (places[1] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readSortCode(input, at, output, length);
  if (end < 0) end = readSortCodeCarefully(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  sortCodeKey.to = length;
  // ,"account":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 99; output[length + 4] = 99; output[length + 5] = 111; output[length + 6] = 117; output[length + 7] = 110;
  output[length + 8] = 116; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  accountKey.from = length;
  at = start + (places[1] as number);
  to = beforePadding(input, at, start + (places[2] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readAccount(input, at, output, length);
  if (end < 0) end = readAccountCarefully(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  accountKey.to = length;
  // ,"accountName":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 99; output[length + 4] = 99; output[length + 5] = 111; output[length + 6] = 117; output[length + 7] = 110;
  output[length + 8] = 116; output[length + 9] = 78; output[length + 10] = 97; output[length + 11] = 109; output[length + 12] = 101; output[length + 13] = 34; output[length + 14] = 58;
  length += 15;
  at = start + (places[10] as number);
  to = beforePadding(input, at, start + (places[11] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readAccountName(input, at, output, length);
  if (end < 0) end = readAccountNameCarefully(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"kind":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 107; output[length + 3] = 105; output[length + 4] = 110; output[length + 5] = 100; output[length + 6] = 34; output[length + 7] = 58;
  length += 8;
  at = start + (places[3] as number);
  to = beforePadding(input, at, start + (places[4] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readKind(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"collectorSortCode":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 111; output[length + 4] = 108; output[length + 5] = 108; output[length + 6] = 101; output[length + 7] = 99;
  output[length + 8] = 116; output[length + 9] = 111; output[length + 10] = 114; output[length + 11] = 83; output[length + 12] = 111; output[length + 13] = 114; output[length + 14] = 116; output[length + 15] = 67;
  output[length + 16] = 111; output[length + 17] = 100; output[length + 18] = 101; output[length + 19] = 34; output[length + 20] = 58;
  length += 21;
  at = start + (places[4] as number);
  to = beforePadding(input, at, start + (places[5] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readCollectorSortCode(input, at, output, length);
  if (end < 0) end = readCollectorSortCodeCarefully(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"collectorAccount":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 111; output[length + 4] = 108; output[length + 5] = 108; output[length + 6] = 101; output[length + 7] = 99;
  output[length + 8] = 116; output[length + 9] = 111; output[length + 10] = 114; output[length + 11] = 65; output[length + 12] = 99; output[length + 13] = 99; output[length + 14] = 111; output[length + 15] = 117;
  output[length + 16] = 110; output[length + 17] = 116; output[length + 18] = 34; output[length + 19] = 58;
  length += 20;
  at = start + (places[5] as number);
  to = beforePadding(input, at, start + (places[6] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readCollectorAccount(input, at, output, length);
  if (end < 0) end = readCollectorAccountCarefully(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"collector":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 111; output[length + 4] = 108; output[length + 5] = 108; output[length + 6] = 101; output[length + 7] = 99;
  output[length + 8] = 116; output[length + 9] = 111; output[length + 10] = 114; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  at = start + (places[8] as number);
  to = beforePadding(input, at, start + (places[9] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readCollector(input, at, output, length);
  if (end < 0) end = readCollectorCarefully(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"amount":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 109; output[length + 4] = 111; output[length + 5] = 117; output[length + 6] = 110; output[length + 7] = 116;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  at = start + (places[7] as number);
  to = start + (places[8] as number);
  at = behindPadding(input, at, to - 1, 48);
  kept = input[to] as number;
  input[to] = 0;
  end = readAmount(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"reference":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 114; output[length + 3] = 101; output[length + 4] = 102; output[length + 5] = 101; output[length + 6] = 114; output[length + 7] = 101;
  output[length + 8] = 110; output[length + 9] = 99; output[length + 10] = 101; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  at = start + (places[9] as number);
  to = beforePadding(input, at, start + (places[10] as number), 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readReference(input, at, output, length);
  if (end < 0) end = readReferenceCarefully(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  // ,"processedOn":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 112; output[length + 3] = 114; output[length + 4] = 111; output[length + 5] = 99; output[length + 6] = 101; output[length + 7] = 115;
  output[length + 8] = 115; output[length + 9] = 101; output[length + 10] = 100; output[length + 11] = 79; output[length + 12] = 110; output[length + 13] = 34; output[length + 14] = 58;
  length += 15;
  at = start + (places[11] as number);
  to = start + (places[12] as number);
  at = behindPadding(input, at, to, 32);
  kept = input[to] as number;
  input[to] = 0;
  end = readProcessedOn(input, at, output, length);
  input[to] = kept;
  if (cellEnd !== to) return -1;
  if (end < 0) return -1;
  length = end;
  next = behindLineEnd(input, columns.end);
  output[length] = 0x7d;
  return length + 1;
}

/** A line: taken to be like those before it and all ASCII; where it is not, its characters are counted. */
function recordOfLine(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  if (columns.isLike(input, start)) {
    cells.isAscii = true;
    const length = recordOfFields(input, start, output, from);
    if (cells.isAscii) return length;
    report.begin();
  }
  return columns.find(input, start) ? recordOfFields(input, start, output, from) : -1;
}

/** Where the values of the key stand in the output. */
const sortCodeKey = { from: 0, to: 0 };
const accountKey = { from: 0, to: 0 };

/** The second reading of a record of direct-debits: from bytes to JSON; issues are told by the careful readers of the fields. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { leastRecordBytes: 32, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, stretch: FastStretch): boolean {
    report = to;
    maxRecordBytes = stretch.maxRecordBytes;
    return true;
  }

  function read(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    return recordOfLine(input, at, output, length);
  }

  function writeKey(output: Uint8Array, keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [sortCodeKey, accountKey], keys, length);
  }
}
