// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  ASIDE_START,
  ByteCodes,
  CellReader,
  countUtf8CodePoints,
  createOutputValue,
  decodeText,
  fastBuffers,
  hasRoomAfter,
  isValidDate,
  parseFourDigitBytes,
  parseTwoDigitBytes,
  toJsonNumber,
  toJsonString,
  writeJson,
  writeKeyText,
  writeNull,
  type FastChunk,
  type FastReader,
  type Header,
  type RecordReport,
} from 'specmill/kernel';

/** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;

const DELIMITER = 59; // ;
const CELL_QUOTE = 34; // "
const QUOTE = 34; // "
const CLOSING_BRACE = 125; // }
const SPACE = 32;
const MINUS = 45; // -
const LF = 10;
const CR = 13;
const MAX_ASCII = 127;

/** Reads cells with quotes, escapes or special characters inside, and finds cells. */
const cells = new CellReader(';', '"', '"');
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

/** The offset after the values that are not in the message, or not yet. */
let aside = 0;

/** The values of the fields that rules on several fields need. */
export interface RelatedValues {
  received: string | null;
  confirmed: string | null;
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface CarefulReaders {
  readId(cell: string | undefined, record: RecordReport): string | null;
  readAmount(cell: string | undefined, record: RecordReport): string | null;
  readFee(cell: string | undefined, record: RecordReport): string | null;
  readDay(cell: string | undefined, record: RecordReport): string | null;
  readTime(cell: string | undefined, record: RecordReport): string | null;
  computeReceived(values: { day: string | null; time: string | null }, record: RecordReport): string | null;
  readConfirmed(cell: string | undefined, record: RecordReport): string | null;
  computeTotal(values: { amount: string | null; fee: string | null }, record: RecordReport): string | null;
  readCutOff(cell: string | undefined, record: RecordReport): string | null;
  readChannel(cell: string | undefined, record: RecordReport): string | null;
  validateTogether(values: RelatedValues, record: RecordReport): void;
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

/** Replaces codes. */
const channelWordCodes = new ByteCodes([
  ['O', 'online'],
  ['B', 'branch'],
  ['T', 'telephone'],
]);

/** Copies id: STRING; required (FATAL), at most 35 characters (ERROR). */
function copyId(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (codePoints === 0) return -1;
  if (codePoints > 35) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies id with its careful reader. */
function copyIdCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readId(text, report)));
}

/**
 * Copies amount: DECIMAL with decimal separator ",", group separator SPACE, a sign after the digits and optional "EUR"
 * or "€"; required (FATAL), at least 0.01 (ERROR), at most 10000000 (WARNING). Read from text, which is slower: the
 * type DECIMAL with its settings.
 */
function copyAmount(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/**
 * Copies fee: DECIMAL with decimal separator "," and optional "EUR" or "€"; at least 0 (ERROR). Read from text, which
 * is slower: the type DECIMAL with its settings.
 */
function copyFee(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readFee(text, report)));
}

/** Copies day: DATE, not published; required (FATAL). */
function copyDay(at: number, length: number): number {
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
  )
    return -1;
  cellEnd = cursor;
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

/** Copies day with its careful reader. */
function copyDayCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readDay(text, report)));
}

/**
 * Copies time: TIME, not published; required (FATAL). Read from text, which is slower: the type TIME with its settings.
 */
function copyTime(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readTime(text, report)));
}

/**
 * Copies confirmed: TIMESTAMP in the format yyyy-MM-dd'T'HH:mm:ssXXX; satisfying confirmed >= received (WARNING). Read
 * from text, which is slower: the type TIMESTAMP with its settings.
 */
function copyConfirmed(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readConfirmed(text, report)));
}

/** Copies cutOff: TIME from 00:00 to 24:00. Read from text, which is slower: the type TIME with its settings. */
function copyCutOff(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCutOff(text, report)));
}

/** Copies channel: STRING; mapped ("O" to "online", "B" to "branch", "T" to "telephone"), other texts refused. */
function copyChannel(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (codePoints === 0) return writeNull(output, length);
  end = channelWordCodes.replace(output, length + 1, end);
  if (end < 0) return -1;
  if (channelWordCodes.isChanged) {
    codePoints = channelWordCodes.codePoints;
    report.corrected = true;
  }
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies channel with its careful reader. */
function copyChannelCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readChannel(text, report)));
}

/** The values in the output that rules need together. */
const amountPlace = createOutputValue();
const feePlace = createOutputValue();
const dayPlace = createOutputValue({ width: 10, year: 0, month: 5, day: 8 });
const timePlace = createOutputValue();
const receivedPlace = createOutputValue();
const confirmedPlace = createOutputValue();

/** Returns whether confirmed may break "order": it must satisfy confirmed >= received. */
function breaksConfirmedOrder(): boolean {
  return true;
}

/** Applies the rules that need the values of several fields. */
function checkTogether(): void {
  if (breaksConfirmedOrder()) {
    const values = {
      received: decodeText(receivedPlace),

      confirmed: decodeText(confirmedPlace),
    };
    careful.validateTogether(values, report);
  }
}

/**
 * Computes received: TIMESTAMP; the instant of day and time in Europe/Berlin. Computed from texts, which is slower. An
 * issue needs the careful reader of the record, which knows the order of issues.
 */
function copyReceived(length: number): number {
  const issues = report.issues.length;
  const value = careful.computeReceived({ day: decodeText(dayPlace), time: decodeText(timePlace) }, report);
  return report.issues.length > issues ? -1 : writeJson(output, length, toJsonString(value));
}

/**
 * Computes total: DECIMAL; amount + (fee, or 0 if null). Computed from texts, which is slower. An issue needs the
 * careful reader of the record, which knows the order of issues.
 */
function copyTotal(length: number): number {
  const issues = report.issues.length;
  const value = careful.computeTotal({ amount: decodeText(amountPlace), fee: decodeText(feePlace) }, report);
  return report.issues.length > issues ? -1 : writeJson(output, length, toJsonNumber(value));
}

/** The column index of each field. A column that the file lacks has the index after the last one. */
const columns = new Int32Array(8);
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
  columns[0] = Math.min(at.id ?? width, width);
  columns[1] = Math.min(at.amount ?? width, width);
  columns[2] = Math.min(at.fee ?? width, width);
  columns[3] = Math.min(at.day ?? width, width);
  columns[4] = Math.min(at.time ?? width, width);
  columns[5] = Math.min(at.confirmed ?? width, width);
  columns[6] = Math.min(at.cutOff ?? width, width);
  columns[7] = Math.min(at.channel ?? width, width);
  isInOrder = width === 8 && columns.every((column, index) => column === index);
}

/**
 * Copies id, amount, fee, day, time, received, confirmed, total, cutOff, channel of a record whose columns are in the
 * order of the fields.
 */
function appendMembersInOrder1(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // {"id":
  outputView.setInt32(length, 0x6469227b, true);
  outputView.setInt32(length + 4, 0x00003a22, true);
  length += 6;
  idKey.from = length;
  end = copyId(at, length);
  if (end < 0) end = copyIdCarefully(at, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  idKey.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  amountPlace.from = length;
  end = copyAmount(at, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  amountPlace.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"fee":
  outputView.setInt32(length, 0x6566222c, true);
  outputView.setInt32(length + 4, 0x003a2265, true);
  length += 7;
  feePlace.from = length;
  end = copyFee(at, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  feePlace.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  {
    const message = length;
    length = aside;
    end = copyDay(at, length);
    if (end < 0) end = copyDayCarefully(at, length);
    if (end < 0 || !hasRoomAfter(end)) return -1;
    dayPlace.from = aside;
    aside = dayPlace.to = end;
    length = message;
  }
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  {
    const message = length;
    length = aside;
    end = copyTime(at, length);
    if (end < 0 || !hasRoomAfter(end)) return -1;
    timePlace.from = aside;
    aside = timePlace.to = end;
    length = message;
  }
  // ,"received":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x76696563, true);
  outputView.setInt32(length + 8, 0x3a226465, true);
  length += 12;
  receivedPlace.from = length;
  end = copyReceived(length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  receivedPlace.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"confirmed":
  outputView.setInt32(length, 0x6f63222c, true);
  outputView.setInt32(length + 4, 0x7269666e, true);
  outputView.setInt32(length + 8, 0x2264656d, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  confirmedPlace.from = length;
  end = copyConfirmed(at, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  confirmedPlace.to = length;
  // ,"total":
  outputView.setInt32(length, 0x6f74222c, true);
  outputView.setInt32(length + 4, 0x226c6174, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyTotal(length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"cutOff":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x66664f74, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyCutOff(at, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"channel":
  outputView.setInt32(length, 0x6863222c, true);
  outputView.setInt32(length + 4, 0x656e6e61, true);
  outputView.setInt32(length + 8, 0x003a226c, true);
  length += 11;
  end = copyChannel(at, length);
  if (end < 0) end = copyChannelCarefully(at, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  return length;
}

/** Copies a record whose columns are in the order of the fields. */
function appendRecordInOrder(start: number, from: number): number {
  let length = appendMembersInOrder1(start, from);

  return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
}

/**
 * Copies id, amount, fee, day, time, received, confirmed, total, cutOff, channel of a record whose cells were found.
 */
function appendIndexedMembers1(from: number): number {
  let length = from;
  let end = 0;
  // {"id":
  outputView.setInt32(length, 0x6469227b, true);
  outputView.setInt32(length + 4, 0x00003a22, true);
  length += 6;
  idKey.from = length;
  end = copyId(starts[columns[0] as number] as number, length);
  if (end < 0) end = copyIdCarefully(starts[columns[0] as number] as number, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  idKey.to = length;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  amountPlace.from = length;
  end = copyAmount(starts[columns[1] as number] as number, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  amountPlace.to = length;
  // ,"fee":
  outputView.setInt32(length, 0x6566222c, true);
  outputView.setInt32(length + 4, 0x003a2265, true);
  length += 7;
  feePlace.from = length;
  end = copyFee(starts[columns[2] as number] as number, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  feePlace.to = length;
  {
    const message = length;
    length = aside;
    end = copyDay(starts[columns[3] as number] as number, length);
    if (end < 0) end = copyDayCarefully(starts[columns[3] as number] as number, length);
    if (end < 0 || !hasRoomAfter(end)) return -1;
    dayPlace.from = aside;
    aside = dayPlace.to = end;
    length = message;
  }
  {
    const message = length;
    length = aside;
    end = copyTime(starts[columns[4] as number] as number, length);
    if (end < 0 || !hasRoomAfter(end)) return -1;
    timePlace.from = aside;
    aside = timePlace.to = end;
    length = message;
  }
  // ,"received":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x76696563, true);
  outputView.setInt32(length + 8, 0x3a226465, true);
  length += 12;
  receivedPlace.from = length;
  end = copyReceived(length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  receivedPlace.to = length;
  // ,"confirmed":
  outputView.setInt32(length, 0x6f63222c, true);
  outputView.setInt32(length + 4, 0x7269666e, true);
  outputView.setInt32(length + 8, 0x2264656d, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  confirmedPlace.from = length;
  end = copyConfirmed(starts[columns[5] as number] as number, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  confirmedPlace.to = length;
  // ,"total":
  outputView.setInt32(length, 0x6f74222c, true);
  outputView.setInt32(length + 4, 0x226c6174, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyTotal(length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  // ,"cutOff":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x66664f74, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyCutOff(starts[columns[6] as number] as number, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  // ,"channel":
  outputView.setInt32(length, 0x6863222c, true);
  outputView.setInt32(length + 4, 0x656e6e61, true);
  outputView.setInt32(length + 8, 0x003a226c, true);
  length += 11;
  end = copyChannel(starts[columns[7] as number] as number, length);
  if (end < 0) end = copyChannelCarefully(starts[columns[7] as number] as number, length);
  if (end < 0 || !hasRoomAfter(end)) return -1;
  length = end;
  return length;
}

/** Copies a record with columns in any order: finds its cells first. */
function appendIndexedRecord(start: number, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
  let length = appendIndexedMembers1(from);
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
  if (report.hasInvalid) return -1;

  checkTogether();
  output[length] = CLOSING_BRACE;
  return length + 1;
}

/** The positions of the key's values in the output. */
const idKey = { from: 0, to: 0 };

/** Creates the fast reader of transfers. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 10, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    // The record source of CSV files provides this layout.
    if (piece.layout !== header) useHeader(piece.layout as Header);
    return width > 1;
  }

  function read(at: number, length: number): number {
    aside = ASIDE_START;
    return isInOrder ? appendRecordInOrder(at, length) : appendIndexedRecord(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyText(output, idKey, keys, length);
  }
}
