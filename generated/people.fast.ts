// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  CellReader,
  POWERS_OF_TEN,
  addYears,
  countUtf8CodePoints,
  createByteMatcher,
  fastBuffers,
  hasNonSpaceBlankAtEdge,
  isValidDate,
  parseFourDigitBytes,
  parseTwoDigitBytes,
  skipLeadingZeros,
  toDateNumber,
  toJsonBoolean,
  toJsonString,
  toLowerBytes,
  toUpperBytes,
  writeFalse,
  writeJson,
  writeKeyText,
  writeNull,
  writeTrue,
  type FastChunk,
  type FastReader,
  type Header,
  type RecordReport,
} from 'specmill/kernel';

/** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;

const DELIMITER = 44; // ,
const CELL_QUOTE = 34; // "
const QUOTE = 34; // "
const CLOSING_BRACE = 125; // }
const SPACE = 32;
const ZERO = 48; // 0
const MINUS = 45; // -
const POINT = 46; // .
const LF = 10;
const CR = 13;
const MAX_ASCII = 127;
const LOWER_CASE_BIT = 32;

/** Reads cells with quotes, escapes or special characters inside, and finds cells. */
const cells = new CellReader(',', '"', '"');
/** The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell. */
const BARE = cells.bare;
const PLAIN_BYTE = 0;
const END_BYTE = 2;
/** The same for a cell in quotes. */
const QUOTED = cells.quoted;
/** The offset after the cell that was copied last. */
let cellEnd = 0;

/** The report of the current record, and the limit of the current chunk. */
let report: RecordReport;
let maxRecordBytes = 0;
/** The offset of the next record. */
let next = 0;

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface CarefulReaders {
  readPersonId(cell: string | undefined, record: RecordReport): string | null;
  readLastName(cell: string | undefined, record: RecordReport): string | null;
  readFirstName(cell: string | undefined, record: RecordReport): string | null;
  readMiddleNames(cell: string | undefined, record: RecordReport): string | null;
  readBirthName(cell: string | undefined, record: RecordReport): string | null;
  readNickname(cell: string | undefined, record: RecordReport): string | null;
  readTitle(cell: string | undefined, record: RecordReport): string | null;
  readSex(cell: string | undefined, record: RecordReport): string | null;
  readBirthDate(cell: string | undefined, record: RecordReport): string | null;
  readBirthPlace(cell: string | undefined, record: RecordReport): string | null;
  readDeathDate(cell: string | undefined, record: RecordReport): string | null;
  readNationality(cell: string | undefined, record: RecordReport): string | null;
  readEmail(cell: string | undefined, record: RecordReport): string | null;
  readPhone(cell: string | undefined, record: RecordReport): string | null;
  readStreet(cell: string | undefined, record: RecordReport): string | null;
  readHouseNumber(cell: string | undefined, record: RecordReport): string | null;
  readPostcode(cell: string | undefined, record: RecordReport): string | null;
  readCity(cell: string | undefined, record: RecordReport): string | null;
  readCountry(cell: string | undefined, record: RecordReport): string | null;
  readOccupation(cell: string | undefined, record: RecordReport): string | null;
  readHeightCm(cell: string | undefined, record: RecordReport): string | null;
  readWeightKg(cell: string | undefined, record: RecordReport): string | null;
  readActive(cell: string | undefined, record: RecordReport): boolean | null;
  readJoinedOn(cell: string | undefined, record: RecordReport): string | null;
  readLeftOn(cell: string | undefined, record: RecordReport): string | null;
  readFee(cell: string | undefined, record: RecordReport): string | null;
  readLanguage(cell: string | undefined, record: RecordReport): string | null;
  readUpdatedOn(cell: string | undefined, record: RecordReport): string | null;
  readNote(cell: string | undefined, record: RecordReport): string | null;
}
let careful: CarefulReaders;

const inputView = fastBuffers.inputView;

/**
 * Copies bytes that JSON does not escape, four at a time. Returns the offset of the first other byte: a control
 * character, a special character, the byte that `ending` repeats or a byte beyond ASCII. Up to three more bytes may be
 * written.
 */
function appendPlain(from: number, to: number, ending: number): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // A subtraction sets the high bit of the first byte that is smaller than the subtracted one.
    const endings = (four ^ ending) - 0x01010101;
    const special1 = (four ^ 0x22222222) - 0x01010101; // "
    const special2 = (four ^ 0x5c5c5c5c) - 0x01010101; // \
    const controls = four - 0x20202020;
    const marks = (endings | special1 | special2 | controls | four) & 0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** Returns whether the bytes from `from` to `to` are "NULL", "n/a" or "?". */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 1:
      return bytes[from] === 63; // "?"
    case 3:
      return bytes[from] === 110 && bytes[from + 1] === 47 && bytes[from + 2] === 97; // "n/a"
    case 4:
      return bytes[from] === 78 && bytes[from + 1] === 85 && bytes[from + 2] === 76 && bytes[from + 3] === 76; // "NULL"
    default:
      return false;
  }
}

/** Matches [\p{L}\p{M}'’ .-]+. */
const lastNameLettersMatcher = createByteMatcher(
  'w 6 5-1 i-p 6-p 1b a 4 5-m 1-u 1-cp 4-b e-4 7 1 h-38 1-1 2-3 1 6 1-2 1 1-j 1-2a 1-3u 1-4s 1-11 2 ' +
    '6-14 8-18 1 1-1 1-1 1 8-q 4-3 t-a 5-1r e-2t 1-7 2-9 1-5 a-2 2 g-1m 2-2s o-17 4 2 2-19 i-r 4-a 5-n ' +
    '1-5 9-21 1-3k d-i 1-7 2-1 2-l 1-6 1 3-3 2-8 2-1 2-3 8 4-1 1-4 c-1 a 1 2-2 1-5 4-1 2-l 1-6 1-1 1-1 ' +
    '1-1 2 1-4 4-1 2-2 3 7-3 1 h-5 b-2 1-8 1-2 1-l 1-6 1-1 1-4 2-9 1-2 1-2 2 f-3 l-6 1-2 1-7 2-1 2-l 1-6 ' +
    '1-1 1-4 2-8 2-1 2-2 7-2 4-1 1-4 d g-1 1-5 3-2 1-3 3-1 1 1-1 3-1 3-2 3-b 4-4 3-2 1-3 2 6 14-c 1-2 ' +
    '1-m 1-f 2-8 1-2 1-3 7-1 1-2 2 2-3 s-3 1-7 1-2 1-m 1-9 1-4 2-8 1-2 1-3 7-1 6-1 1-3 d-2 c-c 1-2 1-1e ' +
    '1-2 1-4 5-3 7-4 m-5 1-2 1-h 3-n 1-8 1 2-6 3 4-5 1 1-7 i-1 d-1l 5-e 1e-1 1 1-4 1-n 1 1-m 2-4 1 1-6 ' +
    'd-3 w n-1 r 1 1 4-9 1-z 4-j 1-h 1-z 9 1l-1r g-1r a-3 2-11 1 5 2-16 1-98 1-3 2-6 1 1-3 2-14 1-3 2-w ' +
    '1-3 2-6 1 1-3 2-e 1-1k 1-3 2-1u 2-2 w-f g-2d 2-5 3-h7 2-g 1-p 5-22 6-7 7-l 9-l b-j c-c 1-2 1-1 c-2b ' +
    '3 4-1 19-2 1 g-2g 7-16 5-1x a-u 1-b 4-b k-t 2-4 b-17 4-p 1i-r 4-1q 1-s 2 13 8-u 1d-24 u-8 c-1b a-1l ' +
    'c-1j l-2 a-z 2-8 7-16 2-2 g-2 1-12 5-et 2-5 2-11 2-5 2-7 1 1 1 1-u 2-1g 1-6 1 3-2 1-6 3-3 2-5 4-c ' +
    '5-2 1-6 s 2f d g-c 1f-w h 4 2-9 1 3-4 6 1 1 1-3 1-a 2-3 5-4 4 1g-1 22j-6c 6-8 c-11 1 5 2-1j 7 f-n ' +
    '9-6 1-6 1-6 1-6 1-6 1-6 1-6 1-6 1-v 1b d1-1 z-5 1-4 5-1 4-2d 2-1 2-2 1-2h 1-3 5-16 1-2l h-v 1c-f ' +
    'e8-533 1s-h3g 1v-19 2-7g 3-f a-1 k-1e 1-9 1-2u a-1 11-8 2-2u 2-1r 5-1 1 1-4 o-1h 4 j-1f c-1x q-n 3 ' +
    '1-2 a-z 2-z c-s 3-1s e g-f a-4 1-1i 9-d i-m 3-20 o-2 2-f 2-4 a-5 2-5 2-5 9-6 1-6 1-16 1-d 6-3e 1-1 ' +
    'i-8mb c-m 4-1c 6is-a5 2-2x 12-6 c-4 5-b 1-c 1-4 1 1-1 1-1 1-2z x-a2 i-1r 2-1h 14-b 4-f g-f 1s-4 ' +
    '1-3q 10-p 6-p b-2g 3-5 2-5 2-5 2-2 z-b 1-p 1-i 1-1 1-e 2-d y-3e 76 3m-s 3-1c f v-v d-j 1-7 6-16 5-t ' +
    '2-z 4-7 1c-4d i-z 4-z 4-13 8-1f c-a 1-e 1-6 1-1 1-a 1-e 1-6 1-1 1v-8m 9-l a-7 o-5 1-15 1-8 1x-5 2 ' +
    '1-17 1-1 3 2-m a-m 9-u 1t-i 1-1 a-l a-p 1y-1j 6-1 1s-3 1-1 5-7 1-2 1-s 2-2 4 w-s 3-s z-7 1-t p-1h ' +
    'a-l a-i d-h 32-20 1j-1e d-1e d-13 9k-15 1-1 3-1 23-v a 8-w v-l 16-k r-m 9-1y 15-5 9-1n 7 d-o n-1g ' +
    'f-3 8-z 2 9-1w 4-3 1-1 a 1 z-h 1-10 6-3 1q-6 1 1-3 1-e 1-9 7-1m l-3 1-7 2-1 2-l 1-6 1-1 1-4 1-9 2-1 ' +
    '2-2 2 6 5-6 2-6 3-4 3v-22 j-3 u-1x 1 54-1h 2-8 n-5 y-1s 3 1n-1k 1z-q 2-e k-6 55-1m 2t-1r v-7 2 2-7 ' +
    '1-1 1-t 1-1 2-8 2k-7 2-19 2-7 1-1 r-1q 8 8-21 3 i-20 7b-8 1-18 1-8 1d-t 2-l 1-d 21-6 1-1 1-17 3 1-1 ' +
    '1-8 o-5 1-1 1-10 1-1 1-5 93-m 9-g 1-14 3-4 31 27-pl 6e-5f 218-2o f-tr g-l 33e-g6 6nt-fs 7-u h-26 ' +
    'h-t 2-4 b-1i 9-3 v-k 5-i j4-1r 3k-22 4-1k 7-g 1s-1 1-1 b-1 e-4qf 8-yd 16-8 6w7-3 1-6 1-1 1-82 f t-2 ' +
    '2 e-3 8-az 1s4-2y 5-c 3-8 7-9 3-1 3mp-19 2-m f2-4 3-5 8-7 2-6 u-3 44-2 cb-2c 1-1y 1-1 2 2-1 2-3 1-b ' +
    '1 1-6 1-1s 1-3 2-7 1-6 1-r 1-3 1-4 1 3-6 1-9f 2-o 1-o 1-u 1-o 1-u 1-o 1-u 1-o 1-u 1-o 1-7 fo-1i ' +
    '4-1d 8 e m-4 1-e uo-u 6-5 5x-6 1-g 2-6 1-1 1-4 5-1p x 34-18 3-d g 8x-u h-1b dc-v kw-6 1-3 1-1 1-e ' +
    '1-5g b-6 15-23 xg-3 1-q 1-1 1 2 1-9 1-3 1 1 6 4 1 1 1-2 1-1 1 2 1 1 1 1 1-1 1 2-3 1-6 1-3 1-3 1 1-9 ' +
    '1-g 5-2 1-4 1-g 3es-wyn w-37d 6-65 2-4g1 e-5rk 2e7-f1 15u-3t6 5-38f f9e8-6n',
  ',1:2;!,1:2',
);
const lastNameLettersEnds = lastNameLettersMatcher.ends;

/** Returns whether the bytes from `from` to `to` are "f", "m" or "x". */
function matchesSexKnown(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 1:
      switch (bytes[from] as number) {
        case 102:
          return true; // "f"
        case 109:
          return true; // "m"
        case 120:
          return true; // "x"
        default:
          return false;
      }
    default:
      return false;
  }
}

/** today as yyyyMMdd. */
let dateRangeTo = NaN;

/** Matches [A-Z]{2}. */
const codeMatcher = createByteMatcher('1t-p', ',1:2;,1:3;!');
const codeEnds = codeMatcher.ends;

/** Matches [^@\s]+@[^@\s]+\.[a-z]{2,}. */
const emailShapeMatcher = createByteMatcher(
  '9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy/1a/1s/2p-p',
  '2,1:0,3:0;2,1:0,3:3;4,1:0,3:0;4,1:0,2:5,3:0;,0:4,2:5,4:6;,0:4,2:5,4:7;!,0:4,2:5,4:7',
);
const emailShapeEnds = emailShapeMatcher.ends;

/** today as yyyyMMdd. */
let joinedOnRangeTo = NaN;

/** today+1y as yyyyMMdd. */
let leftOnRangeTo = NaN;

/** Returns whether the bytes from `from` to `to` are "de", "en", "fr", "pl", "tr", "uk", "ar" or "zh". */
function matchesLanguageKnownLanguages(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 2:
      switch (((bytes[from] as number) << 8) | (bytes[from + 1] as number)) {
        case 25701:
          return true; // "de"
        case 25966:
          return true; // "en"
        case 26226:
          return true; // "fr"
        case 28780:
          return true; // "pl"
        case 29810:
          return true; // "tr"
        case 30059:
          return true; // "uk"
        case 24946:
          return true; // "ar"
        case 31336:
          return true; // "zh"
        default:
          return false;
      }
    default:
      return false;
  }
}

/**
 * Copies personId: INTEGER; required (FATAL), at least 100000000000000000 (FATAL). Read from text, which is slower: the
 * rule MIN_VALUE.
 */
function copyPersonId(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readPersonId(text, report)));
}

/**
 * Copies lastName: STRING, sensitive; trimmed; required (FATAL), at most 80 characters (ERROR), matching [\p{L}\p{M}'’
 * .-]+ (WARNING).
 */
function copyLastName(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  output[length] = QUOTE;
  while (output[end - 1] === SPACE) end--;
  let codePoints = end - length - 1;
  let isTrimmed = cursor - textStart > codePoints;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    if (hasNonSpaceBlankAtEdge(input, from, from + codePoints)) return -1;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (isTrimmed) report.corrected = true;
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (codePoints > 80) return -1;
  if (lastNameLettersEnds[lastNameLettersMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies lastName with its careful reader. */
function copyLastNameCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readLastName(text, report)));
}

/** Copies firstName: STRING, sensitive; trimmed; at most 80 characters (ERROR). */
function copyFirstName(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  output[length] = QUOTE;
  while (output[end - 1] === SPACE) end--;
  let codePoints = end - length - 1;
  let isTrimmed = cursor - textStart > codePoints;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) {
    end = cells.copyTrimmed(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    isTrimmed = cells.isTrimmed;
    cellEnd = cells.end;
  } else if (seen > MAX_ASCII) {
    if (hasNonSpaceBlankAtEdge(input, from, from + codePoints)) return -1;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (isTrimmed) report.corrected = true;
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  if (codePoints > 80) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies firstName with its careful reader. */
function copyFirstNameCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readFirstName(text, report)));
}

/** Copies middleNames: STRING, sensitive. */
function copyMiddleNames(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    cellEnd = cells.end;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies middleNames with its careful reader. */
function copyMiddleNamesCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readMiddleNames(text, report)));
}

/** Copies birthName: STRING, sensitive. The code is that of middleNames. */
const copyBirthName = copyMiddleNames;

/** Copies birthName with its careful reader. */
function copyBirthNameCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBirthName(text, report)));
}

/** Copies nickname: STRING. The code is that of middleNames. */
const copyNickname = copyMiddleNames;

/** Copies nickname with its careful reader. */
function copyNicknameCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readNickname(text, report)));
}

/** Copies title: STRING. The code is that of middleNames. */
const copyTitle = copyMiddleNames;

/** Copies title with its careful reader. */
function copyTitleCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readTitle(text, report)));
}

/** Copies sex: STRING; converted to lower case; one of f, m, x (ERROR). */
function copySex(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  const converted = toLowerBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (!matchesSexKnown(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies sex with its careful reader. */
function copySexCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readSex(text, report)));
}

/** Copies birthDate: DATE, sensitive; from 1900-01-01 to today (ERROR). */
function copyBirthDate(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  const from = cursor;
  const year = parseFourDigitBytes(input, from);
  const month = parseTwoDigitBytes(input, from + 5);
  const day = parseTwoDigitBytes(input, from + 8);
  byte = input[(cursor += 10)] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  if (
    !isValidDate(year, month, day) ||
    input[from + 4] !== MINUS ||
    input[from + 7] !== MINUS ||
    BARE[byte] !== END_BYTE
  ) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  const date = year * 10000 + month * 100 + day;
  if (date < 19000101 || date > dateRangeTo) return -1; // 1900-01-01
  output[length] = QUOTE;
  output[length + 1] = input[from] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = MINUS;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = MINUS;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = QUOTE;
  return length + 12;
}

/** Copies birthDate with its careful reader. */
function copyBirthDateCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBirthDate(text, report)));
}

/** Copies birthPlace: STRING. The code is that of middleNames. */
const copyBirthPlace = copyMiddleNames;

/** Copies birthPlace with its careful reader. */
function copyBirthPlaceCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBirthPlace(text, report)));
}

/** Copies deathDate: DATE; from 1900-01-01 to today (ERROR). The code is that of birthDate. */
const copyDeathDate = copyBirthDate;

/** Copies deathDate with its careful reader. */
function copyDeathDateCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readDeathDate(text, report)));
}

/** Copies nationality: STRING; converted to upper case; matching [A-Z]{2} (WARNING). */
function copyNationality(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  const converted = toUpperBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (codeEnds[codeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies nationality with its careful reader. */
function copyNationalityCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readNationality(text, report)));
}

/**
 * Copies email: STRING, sensitive; trimmed, then converted to lower case; matching [^@\s]+@[^@\s]+\.[a-z]{2,}
 * (WARNING).
 */
function copyEmail(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  output[length] = QUOTE;
  while (output[end - 1] === SPACE) end--;
  let codePoints = end - length - 1;
  let isTrimmed = cursor - textStart > codePoints;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    if (hasNonSpaceBlankAtEdge(input, from, from + codePoints)) return -1;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (isTrimmed && (codePoints === 0 || isNull(output, length + 1, end))) return -1;
  if (isTrimmed) report.corrected = true;
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  const converted = toLowerBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (emailShapeEnds[emailShapeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies email with its careful reader. */
function copyEmailCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readEmail(text, report)));
}

/**
 * Copies phone: STRING, sensitive; \(0\) replaced by "", then [\s()/.-]+ replaced by ""; matching \+?[0-9]{6,15}
 * (WARNING). Read from text, which is slower: the correction REGEX_REPLACE.
 */
function copyPhone(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readPhone(text, report)));
}

/** Copies street: STRING, sensitive. The code is that of middleNames. */
const copyStreet = copyMiddleNames;

/** Copies street with its careful reader. */
function copyStreetCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readStreet(text, report)));
}

/** Copies houseNumber: STRING, sensitive. The code is that of middleNames. */
const copyHouseNumber = copyMiddleNames;

/** Copies houseNumber with its careful reader. */
function copyHouseNumberCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readHouseNumber(text, report)));
}

/** Copies postcode: STRING; at least 4 characters (WARNING). */
function copyPostcode(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    cellEnd = cells.end;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  if (codePoints < 4) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies postcode with its careful reader. */
function copyPostcodeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readPostcode(text, report)));
}

/** Copies city: STRING. The code is that of middleNames. */
const copyCity = copyMiddleNames;

/** Copies city with its careful reader. */
function copyCityCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCity(text, report)));
}

/** Copies country: STRING; converted to upper case, then "DE" if null; matching [A-Z]{2} (ERROR). */
function copyCountry(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (output[length + 1] === SPACE || seen > MAX_ASCII) return -1;
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  const converted = toUpperBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (codeEnds[codeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies country with its careful reader. */
function copyCountryCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCountry(text, report)));
}

/** Copies occupation: STRING. The code is that of middleNames. */
const copyOccupation = copyMiddleNames;

/** Copies occupation with its careful reader. */
function copyOccupationCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readOccupation(text, report)));
}

/** Copies heightCm: INTEGER; at least 40 (WARNING), at most 250 (WARNING). */
function copyHeightCm(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length + 1;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  let value = 0;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ ZERO);
    byte = input[++cursor] as number;
  }
  const digits = cursor - first;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 15 || BARE[byte] !== END_BYTE) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  if (isNegative) value = -value;
  if (value < 40) return -1;
  if (value > 250) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies heightCm with its careful reader. */
function copyHeightCmCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readHeightCm(text, report)));
}

/** Copies weightKg: DECIMAL; at least 1.5 (WARNING), at most 400 (WARNING). */
function copyWeightKg(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length + 1;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  let value = 0;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ ZERO);
    byte = input[++cursor] as number;
  }
  const digits = cursor - first;
  let decimals = 0;
  if (byte === POINT) {
    output[end++] = POINT;
    byte = input[++cursor] as number;
    const fraction = cursor;
    while ((byte ^ ZERO) <= 9) {
      output[end++] = byte;
      value = value * 10 + (byte ^ ZERO);
      byte = input[++cursor] as number;
    }
    decimals = cursor - fraction;
    if (decimals === 0) return -1;
  }
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== END_BYTE) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  // Numbers are compared in units of 10^-4.
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value < 15000) return -1; // 1.5
  if (value > 4000000) return -1; // 400
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies weightKg with its careful reader. */
function copyWeightKgCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readWeightKg(text, report)));
}

/** Copies active: BOOLEAN; "true" if null. */
function copyActive(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let width = 0;
  let isTrue = false;
  if (
    (byte | LOWER_CASE_BIT) === 102 &&
    ((input[cursor + 1] as number) | LOWER_CASE_BIT) === 97 &&
    ((input[cursor + 2] as number) | LOWER_CASE_BIT) === 108 &&
    ((input[cursor + 3] as number) | LOWER_CASE_BIT) === 115 &&
    ((input[cursor + 4] as number) | LOWER_CASE_BIT) === 101
  ) {
    // "false"
    width = 5;
  } else if (
    (byte | LOWER_CASE_BIT) === 116 &&
    ((input[cursor + 1] as number) | LOWER_CASE_BIT) === 114 &&
    ((input[cursor + 2] as number) | LOWER_CASE_BIT) === 117 &&
    ((input[cursor + 3] as number) | LOWER_CASE_BIT) === 101
  ) {
    // "true"
    width = 4;
    isTrue = true;
  }
  if (width === 0) return -1;
  byte = input[(cursor += width)] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  if (BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  return isTrue ? writeTrue(output, length) : writeFalse(output, length);
}

/** Copies active with its careful reader. */
function copyActiveCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonBoolean(careful.readActive(text, report)));
}

/**
 * Copies joinedOn: DATE; converted from yyyy-MM-dd, d.M.yyyy or d MMMM yyyy to yyyy-MM-dd; from 1949-05-23 to today
 * (ERROR).
 */
function copyJoinedOn(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  const from = cursor;
  const year = parseFourDigitBytes(input, from);
  const month = parseTwoDigitBytes(input, from + 5);
  const day = parseTwoDigitBytes(input, from + 8);
  byte = input[(cursor += 10)] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  if (
    !isValidDate(year, month, day) ||
    input[from + 4] !== MINUS ||
    input[from + 7] !== MINUS ||
    BARE[byte] !== END_BYTE
  ) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  const date = year * 10000 + month * 100 + day;
  if (date < 19490523 || date > joinedOnRangeTo) return -1; // 1949-05-23
  output[length] = QUOTE;
  output[length + 1] = input[from] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = MINUS;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = MINUS;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = QUOTE;
  return length + 12;
}

/** Copies joinedOn with its careful reader. */
function copyJoinedOnCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readJoinedOn(text, report)));
}

/** Copies leftOn: DATE; from 1949-05-23 to today+1y (ERROR). */
function copyLeftOn(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  const from = cursor;
  const year = parseFourDigitBytes(input, from);
  const month = parseTwoDigitBytes(input, from + 5);
  const day = parseTwoDigitBytes(input, from + 8);
  byte = input[(cursor += 10)] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  if (
    !isValidDate(year, month, day) ||
    input[from + 4] !== MINUS ||
    input[from + 7] !== MINUS ||
    BARE[byte] !== END_BYTE
  ) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  const date = year * 10000 + month * 100 + day;
  if (date < 19490523 || date > leftOnRangeTo) return -1; // 1949-05-23
  output[length] = QUOTE;
  output[length + 1] = input[from] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = MINUS;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = MINUS;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = QUOTE;
  return length + 12;
}

/** Copies leftOn with its careful reader. */
function copyLeftOnCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readLeftOn(text, report)));
}

/** Copies fee: DECIMAL; one of 0, 12, 24.5, 60 (ERROR). */
function copyFee(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length + 1;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  let value = 0;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ ZERO);
    byte = input[++cursor] as number;
  }
  const digits = cursor - first;
  let decimals = 0;
  if (byte === POINT) {
    output[end++] = POINT;
    byte = input[++cursor] as number;
    const fraction = cursor;
    while ((byte ^ ZERO) <= 9) {
      output[end++] = byte;
      value = value * 10 + (byte ^ ZERO);
      byte = input[++cursor] as number;
    }
    decimals = cursor - fraction;
    if (decimals === 0) return -1;
  }
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== END_BYTE) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  // Numbers are compared in units of 10^-4.
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value !== 0 && value !== 120000 && value !== 245000 && value !== 600000) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies fee with its careful reader. */
function copyFeeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readFee(text, report)));
}

/** Copies language: STRING; required (WARNING), may be null, one of de, en, fr, pl, tr, uk, ar, zh (ERROR). */
function copyLanguage(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    cellEnd = cells.end;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (!matchesLanguageKnownLanguages(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies language with its careful reader. */
function copyLanguageCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readLanguage(text, report)));
}

/**
 * Copies updatedOn: DATE; converted from yyyy-MM-dd'T'HH:mm:ss[XXX] to yyyy-MM-dd. Read from text, which is slower: the
 * correction COERCE_DATE.
 */
function copyUpdatedOn(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readUpdatedOn(text, report)));
}

/** Copies note: STRING; trimmed; at most 200 characters (WARNING). */
function copyNote(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x2c2c2c2c);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  output[length] = QUOTE;
  while (output[end - 1] === SPACE) end--;
  let codePoints = end - length - 1;
  let isTrimmed = cursor - textStart > codePoints;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) {
    end = cells.copyTrimmed(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    isTrimmed = cells.isTrimmed;
    cellEnd = cells.end;
  } else if (seen > MAX_ASCII) {
    if (hasNonSpaceBlankAtEdge(input, from, from + codePoints)) return -1;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (isTrimmed) report.corrected = true;
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  if (codePoints > 200) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies note with its careful reader. */
function copyNoteCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readNote(text, report)));
}

/** The column index of each field. A column that the file lacks has the index after the last one. */
const columns = new Int32Array(29);
/** The offset of each cell of a record. */
let starts = new Int32Array(0);
let header: Header | null = null;
let width = 0;
let isInOrder = false;

/** Stores the columns of the fields. */
function useHeader(layout: Header): void {
  const { at } = layout;
  header = layout;
  width = layout.width;
  starts = new Int32Array(width + 1);
  columns[0] = Math.min(at.personId ?? width, width);
  columns[1] = Math.min(at.lastName ?? width, width);
  columns[2] = Math.min(at.firstName ?? width, width);
  columns[3] = Math.min(at.middleNames ?? width, width);
  columns[4] = Math.min(at.birthName ?? width, width);
  columns[5] = Math.min(at.nickname ?? width, width);
  columns[6] = Math.min(at.title ?? width, width);
  columns[7] = Math.min(at.sex ?? width, width);
  columns[8] = Math.min(at.birthDate ?? width, width);
  columns[9] = Math.min(at.birthPlace ?? width, width);
  columns[10] = Math.min(at.deathDate ?? width, width);
  columns[11] = Math.min(at.nationality ?? width, width);
  columns[12] = Math.min(at.email ?? width, width);
  columns[13] = Math.min(at.phone ?? width, width);
  columns[14] = Math.min(at.street ?? width, width);
  columns[15] = Math.min(at.houseNumber ?? width, width);
  columns[16] = Math.min(at.postcode ?? width, width);
  columns[17] = Math.min(at.city ?? width, width);
  columns[18] = Math.min(at.country ?? width, width);
  columns[19] = Math.min(at.occupation ?? width, width);
  columns[20] = Math.min(at.heightCm ?? width, width);
  columns[21] = Math.min(at.weightKg ?? width, width);
  columns[22] = Math.min(at.active ?? width, width);
  columns[23] = Math.min(at.joinedOn ?? width, width);
  columns[24] = Math.min(at.leftOn ?? width, width);
  columns[25] = Math.min(at.fee ?? width, width);
  columns[26] = Math.min(at.language ?? width, width);
  columns[27] = Math.min(at.updatedOn ?? width, width);
  columns[28] = Math.min(at.note ?? width, width);
  isInOrder = width === 29 && columns.every((column, index) => column === index);
}

/**
 * Copies personId, lastName, firstName, middleNames, birthName, nickname, title, sex of a record whose columns are in
 * the order of the fields.
 */
function appendMembersInOrder1(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // {"personId":
  outputView.setInt32(length, 0x6570227b, true);
  outputView.setInt32(length + 4, 0x6e6f7372, true);
  outputView.setInt32(length + 8, 0x3a226449, true);
  length += 12;
  personIdKey.from = length;
  end = copyPersonId(at, length);
  if (end < 0) return -1;
  length = end;
  personIdKey.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"lastName":
  outputView.setInt32(length, 0x616c222c, true);
  outputView.setInt32(length + 4, 0x614e7473, true);
  outputView.setInt32(length + 8, 0x3a22656d, true);
  length += 12;
  end = copyLastName(at, length);
  if (end < 0) end = copyLastNameCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"firstName":
  outputView.setInt32(length, 0x6966222c, true);
  outputView.setInt32(length + 4, 0x4e747372, true);
  outputView.setInt32(length + 8, 0x22656d61, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyFirstName(at, length);
  if (end < 0) end = copyFirstNameCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"middleNames":
  outputView.setInt32(length, 0x696d222c, true);
  outputView.setInt32(length + 4, 0x656c6464, true);
  outputView.setInt32(length + 8, 0x656d614e, true);
  outputView.setInt32(length + 12, 0x003a2273, true);
  length += 15;
  end = copyMiddleNames(at, length);
  if (end < 0) end = copyMiddleNamesCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"birthName":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x4e687472, true);
  outputView.setInt32(length + 8, 0x22656d61, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyBirthName(at, length);
  if (end < 0) end = copyBirthNameCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"nickname":
  outputView.setInt32(length, 0x696e222c, true);
  outputView.setInt32(length + 4, 0x616e6b63, true);
  outputView.setInt32(length + 8, 0x3a22656d, true);
  length += 12;
  end = copyNickname(at, length);
  if (end < 0) end = copyNicknameCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"title":
  outputView.setInt32(length, 0x6974222c, true);
  outputView.setInt32(length + 4, 0x22656c74, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyTitle(at, length);
  if (end < 0) end = copyTitleCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"sex":
  outputView.setInt32(length, 0x6573222c, true);
  outputView.setInt32(length + 4, 0x003a2278, true);
  length += 7;
  end = copySex(at, length);
  if (end < 0) end = copySexCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/**
 * Copies birthDate, birthPlace, deathDate, nationality, email, phone, street, houseNumber of a record whose columns are
 * in the order of the fields.
 */
function appendMembersInOrder2(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // ,"birthDate":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x44687472, true);
  outputView.setInt32(length + 8, 0x22657461, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyBirthDate(at, length);
  if (end < 0) end = copyBirthDateCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"birthPlace":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x50687472, true);
  outputView.setInt32(length + 8, 0x6563616c, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = copyBirthPlace(at, length);
  if (end < 0) end = copyBirthPlaceCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"deathDate":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x44687461, true);
  outputView.setInt32(length + 8, 0x22657461, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyDeathDate(at, length);
  if (end < 0) end = copyDeathDateCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"nationality":
  outputView.setInt32(length, 0x616e222c, true);
  outputView.setInt32(length + 4, 0x6e6f6974, true);
  outputView.setInt32(length + 8, 0x74696c61, true);
  outputView.setInt32(length + 12, 0x003a2279, true);
  length += 15;
  end = copyNationality(at, length);
  if (end < 0) end = copyNationalityCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"email":
  outputView.setInt32(length, 0x6d65222c, true);
  outputView.setInt32(length + 4, 0x226c6961, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyEmail(at, length);
  if (end < 0) end = copyEmailCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"phone":
  outputView.setInt32(length, 0x6870222c, true);
  outputView.setInt32(length + 4, 0x22656e6f, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyPhone(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"street":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x74656572, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyStreet(at, length);
  if (end < 0) end = copyStreetCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"houseNumber":
  outputView.setInt32(length, 0x6f68222c, true);
  outputView.setInt32(length + 4, 0x4e657375, true);
  outputView.setInt32(length + 8, 0x65626d75, true);
  outputView.setInt32(length + 12, 0x003a2272, true);
  length += 15;
  end = copyHouseNumber(at, length);
  if (end < 0) end = copyHouseNumberCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/**
 * Copies postcode, city, country, occupation, heightCm, weightKg, active, joinedOn of a record whose columns are in the
 * order of the fields.
 */
function appendMembersInOrder3(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // ,"postcode":
  outputView.setInt32(length, 0x6f70222c, true);
  outputView.setInt32(length + 4, 0x6f637473, true);
  outputView.setInt32(length + 8, 0x3a226564, true);
  length += 12;
  end = copyPostcode(at, length);
  if (end < 0) end = copyPostcodeCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"city":
  outputView.setInt32(length, 0x6963222c, true);
  outputView.setInt32(length + 4, 0x3a227974, true);
  length += 8;
  end = copyCity(at, length);
  if (end < 0) end = copyCityCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"country":
  outputView.setInt32(length, 0x6f63222c, true);
  outputView.setInt32(length + 4, 0x72746e75, true);
  outputView.setInt32(length + 8, 0x003a2279, true);
  length += 11;
  end = copyCountry(at, length);
  if (end < 0) end = copyCountryCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"occupation":
  outputView.setInt32(length, 0x636f222c, true);
  outputView.setInt32(length + 4, 0x61707563, true);
  outputView.setInt32(length + 8, 0x6e6f6974, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = copyOccupation(at, length);
  if (end < 0) end = copyOccupationCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"heightCm":
  outputView.setInt32(length, 0x6568222c, true);
  outputView.setInt32(length + 4, 0x74686769, true);
  outputView.setInt32(length + 8, 0x3a226d43, true);
  length += 12;
  end = copyHeightCm(at, length);
  if (end < 0) end = copyHeightCmCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"weightKg":
  outputView.setInt32(length, 0x6577222c, true);
  outputView.setInt32(length + 4, 0x74686769, true);
  outputView.setInt32(length + 8, 0x3a22674b, true);
  length += 12;
  end = copyWeightKg(at, length);
  if (end < 0) end = copyWeightKgCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"active":
  outputView.setInt32(length, 0x6361222c, true);
  outputView.setInt32(length + 4, 0x65766974, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyActive(at, length);
  if (end < 0) end = copyActiveCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"joinedOn":
  outputView.setInt32(length, 0x6f6a222c, true);
  outputView.setInt32(length + 4, 0x64656e69, true);
  outputView.setInt32(length + 8, 0x3a226e4f, true);
  length += 12;
  end = copyJoinedOn(at, length);
  if (end < 0) end = copyJoinedOnCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies leftOn, fee, language, updatedOn, note of a record whose columns are in the order of the fields. */
function appendMembersInOrder4(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // ,"leftOn":
  outputView.setInt32(length, 0x656c222c, true);
  outputView.setInt32(length + 4, 0x6e4f7466, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyLeftOn(at, length);
  if (end < 0) end = copyLeftOnCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"fee":
  outputView.setInt32(length, 0x6566222c, true);
  outputView.setInt32(length + 4, 0x003a2265, true);
  length += 7;
  end = copyFee(at, length);
  if (end < 0) end = copyFeeCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"language":
  outputView.setInt32(length, 0x616c222c, true);
  outputView.setInt32(length + 4, 0x6175676e, true);
  outputView.setInt32(length + 8, 0x3a226567, true);
  length += 12;
  end = copyLanguage(at, length);
  if (end < 0) end = copyLanguageCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"updatedOn":
  outputView.setInt32(length, 0x7075222c, true);
  outputView.setInt32(length + 4, 0x65746164, true);
  outputView.setInt32(length + 8, 0x226e4f64, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyUpdatedOn(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"note":
  outputView.setInt32(length, 0x6f6e222c, true);
  outputView.setInt32(length + 4, 0x3a226574, true);
  length += 8;
  end = copyNote(at, length);
  if (end < 0) end = copyNoteCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies a record whose columns are in the order of the fields. */
function appendRecordInOrder(start: number, from: number): number {
  let length = appendMembersInOrder1(start, from);
  if (length < 0 || input[cellEnd] !== DELIMITER) return -1;
  length = appendMembersInOrder2(cellEnd + 1, length);
  if (length < 0 || input[cellEnd] !== DELIMITER) return -1;
  length = appendMembersInOrder3(cellEnd + 1, length);
  if (length < 0 || input[cellEnd] !== DELIMITER) return -1;
  length = appendMembersInOrder4(cellEnd + 1, length);
  return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
}

/**
 * Copies personId, lastName, firstName, middleNames, birthName, nickname, title, sex of a record whose cells were
 * found.
 */
function appendIndexedMembers1(from: number): number {
  let length = from;
  let end = 0;
  // {"personId":
  outputView.setInt32(length, 0x6570227b, true);
  outputView.setInt32(length + 4, 0x6e6f7372, true);
  outputView.setInt32(length + 8, 0x3a226449, true);
  length += 12;
  personIdKey.from = length;
  end = copyPersonId(starts[columns[0] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  personIdKey.to = length;
  // ,"lastName":
  outputView.setInt32(length, 0x616c222c, true);
  outputView.setInt32(length + 4, 0x614e7473, true);
  outputView.setInt32(length + 8, 0x3a22656d, true);
  length += 12;
  end = copyLastName(starts[columns[1] as number] as number, length);
  if (end < 0) end = copyLastNameCarefully(starts[columns[1] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"firstName":
  outputView.setInt32(length, 0x6966222c, true);
  outputView.setInt32(length + 4, 0x4e747372, true);
  outputView.setInt32(length + 8, 0x22656d61, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyFirstName(starts[columns[2] as number] as number, length);
  if (end < 0) end = copyFirstNameCarefully(starts[columns[2] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"middleNames":
  outputView.setInt32(length, 0x696d222c, true);
  outputView.setInt32(length + 4, 0x656c6464, true);
  outputView.setInt32(length + 8, 0x656d614e, true);
  outputView.setInt32(length + 12, 0x003a2273, true);
  length += 15;
  end = copyMiddleNames(starts[columns[3] as number] as number, length);
  if (end < 0) end = copyMiddleNamesCarefully(starts[columns[3] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"birthName":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x4e687472, true);
  outputView.setInt32(length + 8, 0x22656d61, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyBirthName(starts[columns[4] as number] as number, length);
  if (end < 0) end = copyBirthNameCarefully(starts[columns[4] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"nickname":
  outputView.setInt32(length, 0x696e222c, true);
  outputView.setInt32(length + 4, 0x616e6b63, true);
  outputView.setInt32(length + 8, 0x3a22656d, true);
  length += 12;
  end = copyNickname(starts[columns[5] as number] as number, length);
  if (end < 0) end = copyNicknameCarefully(starts[columns[5] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"title":
  outputView.setInt32(length, 0x6974222c, true);
  outputView.setInt32(length + 4, 0x22656c74, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyTitle(starts[columns[6] as number] as number, length);
  if (end < 0) end = copyTitleCarefully(starts[columns[6] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"sex":
  outputView.setInt32(length, 0x6573222c, true);
  outputView.setInt32(length + 4, 0x003a2278, true);
  length += 7;
  end = copySex(starts[columns[7] as number] as number, length);
  if (end < 0) end = copySexCarefully(starts[columns[7] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/**
 * Copies birthDate, birthPlace, deathDate, nationality, email, phone, street, houseNumber of a record whose cells were
 * found.
 */
function appendIndexedMembers2(from: number): number {
  let length = from;
  let end = 0;
  // ,"birthDate":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x44687472, true);
  outputView.setInt32(length + 8, 0x22657461, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyBirthDate(starts[columns[8] as number] as number, length);
  if (end < 0) end = copyBirthDateCarefully(starts[columns[8] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"birthPlace":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x50687472, true);
  outputView.setInt32(length + 8, 0x6563616c, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = copyBirthPlace(starts[columns[9] as number] as number, length);
  if (end < 0) end = copyBirthPlaceCarefully(starts[columns[9] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"deathDate":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x44687461, true);
  outputView.setInt32(length + 8, 0x22657461, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyDeathDate(starts[columns[10] as number] as number, length);
  if (end < 0) end = copyDeathDateCarefully(starts[columns[10] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"nationality":
  outputView.setInt32(length, 0x616e222c, true);
  outputView.setInt32(length + 4, 0x6e6f6974, true);
  outputView.setInt32(length + 8, 0x74696c61, true);
  outputView.setInt32(length + 12, 0x003a2279, true);
  length += 15;
  end = copyNationality(starts[columns[11] as number] as number, length);
  if (end < 0) end = copyNationalityCarefully(starts[columns[11] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"email":
  outputView.setInt32(length, 0x6d65222c, true);
  outputView.setInt32(length + 4, 0x226c6961, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyEmail(starts[columns[12] as number] as number, length);
  if (end < 0) end = copyEmailCarefully(starts[columns[12] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"phone":
  outputView.setInt32(length, 0x6870222c, true);
  outputView.setInt32(length + 4, 0x22656e6f, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyPhone(starts[columns[13] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"street":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x74656572, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyStreet(starts[columns[14] as number] as number, length);
  if (end < 0) end = copyStreetCarefully(starts[columns[14] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"houseNumber":
  outputView.setInt32(length, 0x6f68222c, true);
  outputView.setInt32(length + 4, 0x4e657375, true);
  outputView.setInt32(length + 8, 0x65626d75, true);
  outputView.setInt32(length + 12, 0x003a2272, true);
  length += 15;
  end = copyHouseNumber(starts[columns[15] as number] as number, length);
  if (end < 0) end = copyHouseNumberCarefully(starts[columns[15] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/**
 * Copies postcode, city, country, occupation, heightCm, weightKg, active, joinedOn of a record whose cells were found.
 */
function appendIndexedMembers3(from: number): number {
  let length = from;
  let end = 0;
  // ,"postcode":
  outputView.setInt32(length, 0x6f70222c, true);
  outputView.setInt32(length + 4, 0x6f637473, true);
  outputView.setInt32(length + 8, 0x3a226564, true);
  length += 12;
  end = copyPostcode(starts[columns[16] as number] as number, length);
  if (end < 0) end = copyPostcodeCarefully(starts[columns[16] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"city":
  outputView.setInt32(length, 0x6963222c, true);
  outputView.setInt32(length + 4, 0x3a227974, true);
  length += 8;
  end = copyCity(starts[columns[17] as number] as number, length);
  if (end < 0) end = copyCityCarefully(starts[columns[17] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"country":
  outputView.setInt32(length, 0x6f63222c, true);
  outputView.setInt32(length + 4, 0x72746e75, true);
  outputView.setInt32(length + 8, 0x003a2279, true);
  length += 11;
  end = copyCountry(starts[columns[18] as number] as number, length);
  if (end < 0) end = copyCountryCarefully(starts[columns[18] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"occupation":
  outputView.setInt32(length, 0x636f222c, true);
  outputView.setInt32(length + 4, 0x61707563, true);
  outputView.setInt32(length + 8, 0x6e6f6974, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = copyOccupation(starts[columns[19] as number] as number, length);
  if (end < 0) end = copyOccupationCarefully(starts[columns[19] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"heightCm":
  outputView.setInt32(length, 0x6568222c, true);
  outputView.setInt32(length + 4, 0x74686769, true);
  outputView.setInt32(length + 8, 0x3a226d43, true);
  length += 12;
  end = copyHeightCm(starts[columns[20] as number] as number, length);
  if (end < 0) end = copyHeightCmCarefully(starts[columns[20] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"weightKg":
  outputView.setInt32(length, 0x6577222c, true);
  outputView.setInt32(length + 4, 0x74686769, true);
  outputView.setInt32(length + 8, 0x3a22674b, true);
  length += 12;
  end = copyWeightKg(starts[columns[21] as number] as number, length);
  if (end < 0) end = copyWeightKgCarefully(starts[columns[21] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"active":
  outputView.setInt32(length, 0x6361222c, true);
  outputView.setInt32(length + 4, 0x65766974, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyActive(starts[columns[22] as number] as number, length);
  if (end < 0) end = copyActiveCarefully(starts[columns[22] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"joinedOn":
  outputView.setInt32(length, 0x6f6a222c, true);
  outputView.setInt32(length + 4, 0x64656e69, true);
  outputView.setInt32(length + 8, 0x3a226e4f, true);
  length += 12;
  end = copyJoinedOn(starts[columns[23] as number] as number, length);
  if (end < 0) end = copyJoinedOnCarefully(starts[columns[23] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies leftOn, fee, language, updatedOn, note of a record whose cells were found. */
function appendIndexedMembers4(from: number): number {
  let length = from;
  let end = 0;
  // ,"leftOn":
  outputView.setInt32(length, 0x656c222c, true);
  outputView.setInt32(length + 4, 0x6e4f7466, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyLeftOn(starts[columns[24] as number] as number, length);
  if (end < 0) end = copyLeftOnCarefully(starts[columns[24] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"fee":
  outputView.setInt32(length, 0x6566222c, true);
  outputView.setInt32(length + 4, 0x003a2265, true);
  length += 7;
  end = copyFee(starts[columns[25] as number] as number, length);
  if (end < 0) end = copyFeeCarefully(starts[columns[25] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"language":
  outputView.setInt32(length, 0x616c222c, true);
  outputView.setInt32(length + 4, 0x6175676e, true);
  outputView.setInt32(length + 8, 0x3a226567, true);
  length += 12;
  end = copyLanguage(starts[columns[26] as number] as number, length);
  if (end < 0) end = copyLanguageCarefully(starts[columns[26] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"updatedOn":
  outputView.setInt32(length, 0x7075222c, true);
  outputView.setInt32(length + 4, 0x65746164, true);
  outputView.setInt32(length + 8, 0x226e4f64, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyUpdatedOn(starts[columns[27] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"note":
  outputView.setInt32(length, 0x6f6e222c, true);
  outputView.setInt32(length + 4, 0x3a226574, true);
  length += 8;
  end = copyNote(starts[columns[28] as number] as number, length);
  if (end < 0) end = copyNoteCarefully(starts[columns[28] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies a record with columns in any order: finds its cells first. */
function appendIndexedRecord(start: number, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
  let length = appendIndexedMembers1(from);
  if (length >= 0) length = appendIndexedMembers2(length);
  if (length >= 0) length = appendIndexedMembers3(length);
  if (length >= 0) length = appendIndexedMembers4(length);
  return length >= 0 && finish(start, starts[width] as number) ? close(length) : -1;
}

/** Moves `next` after the line end at an offset. Returns false if there is none, or the record is too long. */
function finish(start: number, at: number): boolean {
  const byte = input[at];
  if ((byte !== LF && byte !== CR) || at - start > maxRecordBytes) return false;
  next = byte === CR && input[at + 1] === LF ? at + 2 : at + 1;
  return true;
}

/** Closes the JSON object. */
function close(length: number): number {
  output[length] = CLOSING_BRACE;
  return length + 1;
}

/** The positions of the key's values in the output. */
const personIdKey = { from: 0, to: 0 };

/** The day of the run, as days since 1970-01-01. */
let day = NaN;

/** Creates the fast reader of people. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 10, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    if (report.today !== day) {
      day = report.today;
      dateRangeTo = toDateNumber(day);
      dateRangeTo = toDateNumber(day);
      joinedOnRangeTo = toDateNumber(day);
      leftOnRangeTo = toDateNumber(addYears(day, 1));
    }
    // The record source of CSV files provides this layout.
    if (piece.layout !== header) useHeader(piece.layout as Header);
    return width > 1;
  }

  function read(at: number, length: number): number {
    return isInOrder ? appendRecordInOrder(at, length) : appendIndexedRecord(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyText(output, personIdKey, keys, length);
  }
}
