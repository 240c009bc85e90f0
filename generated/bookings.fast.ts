// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  CellReader,
  CopiedValue,
  POWERS_OF_TEN,
  countUtf8CodePoints,
  createByteMatcher,
  createOutputValue,
  decodeText,
  fastBuffers,
  skipLeadingZeros,
  toJsonNumber,
  toJsonString,
  writeJson,
  writeKeyTexts,
  writeNull,
  type FastChunk,
  type FastTypeReader,
  type FastTypes,
  type Header,
  type RecordReport,
  type TypedLayout,
} from 'specmill/kernel';

const input = fastBuffers.input;

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface HeadingsReaders {
  readHeadingsAmount(cell: string | undefined, record: RecordReport): string | null;
  readHeadingsSide(cell: string | undefined, record: RecordReport): string | null;
  readHeadingsAccount(cell: string | undefined, record: RecordReport): string | null;
  readHeadingsContraAccount(cell: string | undefined, record: RecordReport): string | null;
  readHeadingsDay(cell: string | undefined, record: RecordReport): string | null;
  readHeadingsDocument(cell: string | undefined, record: RecordReport): string | null;
  readHeadingsText(cell: string | undefined, record: RecordReport): string | null;
}

/** Creates the fast reader of the record type headings. */
function createHeadingsReader(readers: HeadingsReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const DELIMITER = 59; // ;
  const CELL_QUOTE = 34; // "
  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const LF = 10;
  const CR = 13;
  const MAX_ASCII = 127;

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader(';', '"', '"');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
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
  let careful: HeadingsReaders;

  const inputView = fastBuffers.inputView;

  /**
   * Copies bytes that JSON does not escape, four at a time. Returns the offset of the first other byte: a control
   * character, a special character, the byte that `ending` repeats or a byte beyond ASCII. Up to three more bytes may
   * be written.
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

  /** Copies amount: STRING. */
  function copyHeadingsAmount(at: number, length: number): number {
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
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies amount with its careful reader. */
  function copyHeadingsAmountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readHeadingsAmount(text, report)));
  }

  /** Copies side: STRING. The code is that of amount. */
  const copyHeadingsSide = copyHeadingsAmount;

  /** Copies side with its careful reader. */
  function copyHeadingsSideCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readHeadingsSide(text, report)));
  }

  /** Copies account: STRING. The code is that of amount. */
  const copyHeadingsAccount = copyHeadingsAmount;

  /** Copies account with its careful reader. */
  function copyHeadingsAccountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readHeadingsAccount(text, report)));
  }

  /** Copies contraAccount: STRING. The code is that of amount. */
  const copyHeadingsContraAccount = copyHeadingsAmount;

  /** Copies contraAccount with its careful reader. */
  function copyHeadingsContraAccountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readHeadingsContraAccount(text, report)));
  }

  /** Copies day: STRING. The code is that of amount. */
  const copyHeadingsDay = copyHeadingsAmount;

  /** Copies day with its careful reader. */
  function copyHeadingsDayCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readHeadingsDay(text, report)));
  }

  /** Copies document: STRING. The code is that of amount. */
  const copyHeadingsDocument = copyHeadingsAmount;

  /** Copies document with its careful reader. */
  function copyHeadingsDocumentCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readHeadingsDocument(text, report)));
  }

  /** Copies text: STRING. The code is that of amount. */
  const copyHeadingsText = copyHeadingsAmount;

  /** Copies text with its careful reader. */
  function copyHeadingsTextCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readHeadingsText(text, report)));
  }

  /** The index of the column that marks a line as a record. */
  let recordType = 0;

  /** Returns the offset at which the cell ends that marks a line as a record, or -1 for another value. */
  function findTypeEnd(bytes: Uint8Array, from: number): number {
    if (
      bytes[from] === 85 &&
      bytes[from + 1] === 109 &&
      bytes[from + 2] === 115 &&
      bytes[from + 3] === 97 &&
      bytes[from + 4] === 116 &&
      bytes[from + 5] === 122 &&
      BARE[bytes[from + 6] as number] === END_BYTE
    )
      return from + 6; // "Umsatz"
    return -1;
  }

  /** The column index of each field. A column that the file lacks has the index after the last one. */
  const columns = new Int32Array(7);
  /** The offset of each cell of a record. */
  let starts = new Int32Array(0);
  let header: Header | null = null;
  let width = 0;
  let isInOrder = false;
  /** The number of columns before those of the fields. */
  let leading = 0;

  /** Stores the columns of the fields. */
  function useHeader(layout: Header): void {
    const { at } = layout;
    header = layout;
    width = layout.width;
    starts = new Int32Array(width + 1);
    columns[0] = Math.min(at.amount ?? width, width);
    columns[1] = Math.min(at.side ?? width, width);
    columns[2] = Math.min(at.account ?? width, width);
    columns[3] = Math.min(at.contraAccount ?? width, width);
    columns[4] = Math.min(at.day ?? width, width);
    columns[5] = Math.min(at.document ?? width, width);
    columns[6] = Math.min(at.text ?? width, width);
    recordType = layout.recordType;
    leading = columns[0] as number;
    isInOrder =
      recordType < width && width === leading + 7 && columns.every((column, index) => column === leading + index);
  }

  /**
   * Copies amount, side, account, contraAccount, day, document, text of a record whose columns are in the order of the
   * fields.
   */
  function appendMembersInOrder1(start: number, from: number): number {
    let at = start;
    let length = from;
    let end = 0;
    // {"amount":
    outputView.setInt32(length, 0x6d61227b, true);
    outputView.setInt32(length + 4, 0x746e756f, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    end = copyHeadingsAmount(at, length);
    if (end < 0) end = copyHeadingsAmountCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"side":
    outputView.setInt32(length, 0x6973222c, true);
    outputView.setInt32(length + 4, 0x3a226564, true);
    length += 8;
    end = copyHeadingsSide(at, length);
    if (end < 0) end = copyHeadingsSideCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"account":
    outputView.setInt32(length, 0x6361222c, true);
    outputView.setInt32(length + 4, 0x6e756f63, true);
    outputView.setInt32(length + 8, 0x003a2274, true);
    length += 11;
    end = copyHeadingsAccount(at, length);
    if (end < 0) end = copyHeadingsAccountCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"contraAccount":
    outputView.setInt32(length, 0x6f63222c, true);
    outputView.setInt32(length + 4, 0x6172746e, true);
    outputView.setInt32(length + 8, 0x6f636341, true);
    outputView.setInt32(length + 12, 0x22746e75, true);
    outputView.setInt32(length + 16, 0x0000003a, true);
    length += 17;
    end = copyHeadingsContraAccount(at, length);
    if (end < 0) end = copyHeadingsContraAccountCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"day":
    outputView.setInt32(length, 0x6164222c, true);
    outputView.setInt32(length + 4, 0x003a2279, true);
    length += 7;
    end = copyHeadingsDay(at, length);
    if (end < 0) end = copyHeadingsDayCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"document":
    outputView.setInt32(length, 0x6f64222c, true);
    outputView.setInt32(length + 4, 0x656d7563, true);
    outputView.setInt32(length + 8, 0x3a22746e, true);
    length += 12;
    end = copyHeadingsDocument(at, length);
    if (end < 0) end = copyHeadingsDocumentCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"text":
    outputView.setInt32(length, 0x6574222c, true);
    outputView.setInt32(length + 4, 0x3a227478, true);
    length += 8;
    end = copyHeadingsText(at, length);
    if (end < 0) end = copyHeadingsTextCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    return length;
  }

  /** Copies a record whose columns are in the order of the fields, after any others. */
  function appendRecordInOrder(start: number, from: number): number {
    const typeAt = recordType === 0 ? start : cells.find(input, start, recordType);
    const typeEnd = typeAt < 0 ? -1 : findTypeEnd(input, typeAt);
    if (typeEnd < 0) return -1;
    let first = start;
    if (leading === recordType + 1) first = input[typeEnd] === DELIMITER ? typeEnd + 1 : -1;
    else if (leading > 0) first = cells.find(input, start, leading);
    if (first < 0) return -1;
    let length = appendMembersInOrder1(first, from);

    return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
  }

  /** Copies amount, side, account, contraAccount, day, document, text of a record whose cells were found. */
  function appendIndexedMembers1(from: number): number {
    let length = from;
    let end = 0;
    // {"amount":
    outputView.setInt32(length, 0x6d61227b, true);
    outputView.setInt32(length + 4, 0x746e756f, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    end = copyHeadingsAmount(starts[columns[0] as number] as number, length);
    if (end < 0) end = copyHeadingsAmountCarefully(starts[columns[0] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"side":
    outputView.setInt32(length, 0x6973222c, true);
    outputView.setInt32(length + 4, 0x3a226564, true);
    length += 8;
    end = copyHeadingsSide(starts[columns[1] as number] as number, length);
    if (end < 0) end = copyHeadingsSideCarefully(starts[columns[1] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"account":
    outputView.setInt32(length, 0x6361222c, true);
    outputView.setInt32(length + 4, 0x6e756f63, true);
    outputView.setInt32(length + 8, 0x003a2274, true);
    length += 11;
    end = copyHeadingsAccount(starts[columns[2] as number] as number, length);
    if (end < 0) end = copyHeadingsAccountCarefully(starts[columns[2] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"contraAccount":
    outputView.setInt32(length, 0x6f63222c, true);
    outputView.setInt32(length + 4, 0x6172746e, true);
    outputView.setInt32(length + 8, 0x6f636341, true);
    outputView.setInt32(length + 12, 0x22746e75, true);
    outputView.setInt32(length + 16, 0x0000003a, true);
    length += 17;
    end = copyHeadingsContraAccount(starts[columns[3] as number] as number, length);
    if (end < 0) end = copyHeadingsContraAccountCarefully(starts[columns[3] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"day":
    outputView.setInt32(length, 0x6164222c, true);
    outputView.setInt32(length + 4, 0x003a2279, true);
    length += 7;
    end = copyHeadingsDay(starts[columns[4] as number] as number, length);
    if (end < 0) end = copyHeadingsDayCarefully(starts[columns[4] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"document":
    outputView.setInt32(length, 0x6f64222c, true);
    outputView.setInt32(length + 4, 0x656d7563, true);
    outputView.setInt32(length + 8, 0x3a22746e, true);
    length += 12;
    end = copyHeadingsDocument(starts[columns[5] as number] as number, length);
    if (end < 0) end = copyHeadingsDocumentCarefully(starts[columns[5] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"text":
    outputView.setInt32(length, 0x6574222c, true);
    outputView.setInt32(length + 4, 0x3a227478, true);
    length += 8;
    end = copyHeadingsText(starts[columns[6] as number] as number, length);
    if (end < 0) end = copyHeadingsTextCarefully(starts[columns[6] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    return length;
  }

  /** Copies a record with columns in any order: finds its cells first. */
  function appendIndexedRecord(start: number, from: number): number {
    if (!cells.index(input, start, starts, width)) return -1;
    if (recordType >= width || findTypeEnd(input, starts[recordType] as number) < 0) return -1;
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
    output[length] = CLOSING_BRACE;
    return length + 1;
  }

  /** Returns whether a line is no record, and skips it. */
  function skipOther(start: number): boolean {
    if (recordType >= width) return false;
    const typeAt = recordType === 0 ? start : cells.find(input, start, recordType);
    if (typeAt < 0 || findTypeEnd(input, typeAt) >= 0) return false;
    const type = input[typeAt] as number;
    if (type <= SPACE || type > MAX_ASCII || type === QUOTE) return false;
    return finish(start, cells.findLineEnd(input, start));
  }

  /** Creates the fast reader. */
  function fastReader(readers: HeadingsReaders): FastTypeReader {
    careful = readers;
    return {
      minRecordLimit: 0,
      begin,
      read,
      next: () => next,
      skipOther,
      writeKey: null,
      copy: null,
      places: {},
      values,
    };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      // The record source of CSV files provides this layout.
      if (piece.layout !== header) useHeader(piece.layout as Header);
      return width > 1;
    }

    function read(at: number, length: number): number {
      return isInOrder ? appendRecordInOrder(at, length) : appendIndexedRecord(at, length);
    }

    function values(): unknown {
      return {};
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface BookingReaders {
  readBookingAmount(cell: string | undefined, record: RecordReport): string | null;
  readBookingSide(cell: string | undefined, record: RecordReport): string | null;
  readBookingAccount(cell: string | undefined, record: RecordReport): string | null;
  readBookingContraAccount(cell: string | undefined, record: RecordReport): string | null;
  readBookingDay(cell: string | undefined, record: RecordReport): string | null;
  readBookingDocument(cell: string | undefined, record: RecordReport): string | null;
  readBookingText(cell: string | undefined, record: RecordReport): string | null;
  readBookingConsultant(source: unknown): string | null;
  readBookingClient(source: unknown): string | null;
  readBookingYearStart(source: unknown): string | null;
}

/** Creates the fast reader of the record type booking. */
function createBookingReader(readers: BookingReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const DELIMITER = 59; // ;
  const CELL_QUOTE = 34; // "
  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const ZERO = 48; // 0
  const MINUS = 45; // -
  const POINT = 46; // .
  const COMMA = 44; // ,
  const LF = 10;
  const CR = 13;
  const MAX_ASCII = 127;

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader(';', '"', '"');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
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
  let careful: BookingReaders;

  const inputView = fastBuffers.inputView;

  /**
   * Copies bytes that JSON does not escape, four at a time. Returns the offset of the first other byte: a control
   * character, a special character, the byte that `ending` repeats or a byte beyond ASCII. Up to three more bytes may
   * be written.
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

  /** Returns whether the bytes from `from` to `to` are "S" or "H". */
  function matchesBookingSideKnown(bytes: Uint8Array, from: number, to: number): boolean {
    switch (to - from) {
      case 1:
        switch (bytes[from] as number) {
          case 83:
            return true; // "S"
          case 72:
            return true; // "H"
          default:
            return false;
        }
      default:
        return false;
    }
  }

  /** Matches \d{4,9}. */
  const bookingAccountDigitsMatcher = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;!,1:6;!,1:7;!,1:8;!,1:9;!,1:a;!');
  const bookingAccountDigitsClasses = bookingAccountDigitsMatcher.classes;
  const bookingAccountDigitsRows = bookingAccountDigitsMatcher.rows;
  const bookingAccountDigitsEnds = bookingAccountDigitsMatcher.ends;

  /** Matches [0-3]\d[01]\d. */
  const bookingDayDigitsMatcher = createByteMatcher('1c-1/1e-1/1g-5', ',1-2:2;3,0:0;,1:4;5,0:0;!');
  const bookingDayDigitsClasses = bookingDayDigitsMatcher.classes;
  const bookingDayDigitsRows = bookingDayDigitsMatcher.rows;
  const bookingDayDigitsEnds = bookingDayDigitsMatcher.ends;

  /** Copies amount: DECIMAL with decimal separator ","; required (FATAL), at least 0.01 (ERROR). */
  function copyBookingAmount(at: number, length: number): number {
    const isQuoted = input[at] === CELL_QUOTE;
    let cursor = isQuoted ? at + 1 : at;
    let byte = input[cursor] as number;
    while (byte === SPACE) byte = input[++cursor] as number;
    let end = length;
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
    if (byte === COMMA) {
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
    if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== END_BYTE) return -1;
    cellEnd = cursor;
    // Numbers are compared in units of 10^-4.
    value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
    if (value < 100) return -1; // 0.01
    return end;
  }

  /** Copies amount with its careful reader. */
  function copyBookingAmountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonNumber(careful.readBookingAmount(text, report)));
  }

  /** Copies side: STRING; required (FATAL), one of S, H (ERROR). */
  function copyBookingSide(at: number, length: number): number {
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
    if (!matchesBookingSideKnown(output, length + 1, end)) return -1;
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies side with its careful reader. */
  function copyBookingSideCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readBookingSide(text, report)));
  }

  /** Copies account: STRING; required (FATAL), matching \d{4,9} (ERROR). */
  function copyBookingAccount(at: number, length: number): number {
    let row = 2;
    const isQuoted = input[at] === CELL_QUOTE;
    const kinds = isQuoted ? QUOTED : BARE;
    const from = isQuoted ? at + 1 : at;
    let byte = input[from] as number;
    let cursor = from;
    let end = length + 1;
    let seen = 0;
    while (kinds[byte] === PLAIN_BYTE) {
      output[end++] = byte;
      seen |= byte;
      row = bookingAccountDigitsRows[row + (bookingAccountDigitsClasses[byte] as number)] as number;
      byte = input[++cursor] as number;
    }
    let codePoints = cursor - from;
    if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
    cellEnd = cursor;
    if (BARE[byte] !== END_BYTE) return -1;
    if (seen > MAX_ASCII) {
      codePoints = countUtf8CodePoints(input, from, from + codePoints);
      if (codePoints < 0) return -1;
      row = bookingAccountDigitsMatcher.run(input, from, from + end - length - 1);
    }
    if (codePoints === 0) return -1;
    if (bookingAccountDigitsEnds[row] !== 1) return -1;
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies account with its careful reader. */
  function copyBookingAccountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readBookingAccount(text, report)));
  }

  /** Copies contraAccount: STRING; required (FATAL). */
  function copyBookingContraAccount(at: number, length: number): number {
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
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies contraAccount with its careful reader. */
  function copyBookingContraAccountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readBookingContraAccount(text, report)));
  }

  /** Copies day: STRING; required (FATAL), matching [0-3]\d[01]\d (ERROR). */
  function copyBookingDay(at: number, length: number): number {
    let row = 4;
    const isQuoted = input[at] === CELL_QUOTE;
    const kinds = isQuoted ? QUOTED : BARE;
    const from = isQuoted ? at + 1 : at;
    let byte = input[from] as number;
    let cursor = from;
    let end = length + 1;
    let seen = 0;
    while (kinds[byte] === PLAIN_BYTE) {
      output[end++] = byte;
      seen |= byte;
      row = bookingDayDigitsRows[row + (bookingDayDigitsClasses[byte] as number)] as number;
      byte = input[++cursor] as number;
    }
    let codePoints = cursor - from;
    if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
    cellEnd = cursor;
    if (BARE[byte] !== END_BYTE) return -1;
    if (seen > MAX_ASCII) {
      codePoints = countUtf8CodePoints(input, from, from + codePoints);
      if (codePoints < 0) return -1;
      row = bookingDayDigitsMatcher.run(input, from, from + end - length - 1);
    }
    if (codePoints === 0) return -1;
    if (bookingDayDigitsEnds[row] !== 1) return -1;
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies day with its careful reader. */
  function copyBookingDayCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readBookingDay(text, report)));
  }

  /** Copies document: STRING. */
  function copyBookingDocument(at: number, length: number): number {
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
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies document with its careful reader. */
  function copyBookingDocumentCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readBookingDocument(text, report)));
  }

  /** Copies text: STRING. The code is that of document. */
  const copyBookingText = copyBookingDocument;

  /** Copies text with its careful reader. */
  function copyBookingTextCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readBookingText(text, report)));
  }

  /** The records around the current one, and the values that are copied from them. */
  let enclosing: Readonly<Record<string, unknown>> = {};
  const consultantCopy = new CopiedValue();

  const clientCopy = new CopiedValue();

  const yearStartCopy = new CopiedValue();

  /** Stores the values that are copied from other records. */
  function copy(from: Readonly<Record<string, unknown>>): void {
    enclosing = from;
    consultantCopy.set(toJsonNumber(careful.readBookingConsultant(enclosing['batch'])));

    clientCopy.set(toJsonNumber(careful.readBookingClient(enclosing['batch'])));

    yearStartCopy.set(toJsonString(careful.readBookingYearStart(enclosing['batch'])));
  }

  /** The values in the output that rules need together. */
  const amountPlace = createOutputValue();
  const sidePlace = createOutputValue();
  const accountPlace = createOutputValue();
  const documentPlace = createOutputValue();

  /** The column index of each field. A column that the file lacks has the index after the last one. */
  const columns = new Int32Array(7);
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
    columns[0] = Math.min(at.amount ?? width, width);
    columns[1] = Math.min(at.side ?? width, width);
    columns[2] = Math.min(at.account ?? width, width);
    columns[3] = Math.min(at.contraAccount ?? width, width);
    columns[4] = Math.min(at.day ?? width, width);
    columns[5] = Math.min(at.document ?? width, width);
    columns[6] = Math.min(at.text ?? width, width);
    isInOrder = width === 7 && columns.every((column, index) => column === index);
  }

  /**
   * Copies amount, side, account, contraAccount, day, document, text, consultant, client, yearStart of a record whose
   * columns are in the order of the fields.
   */
  function appendMembersInOrder1(start: number, from: number): number {
    let at = start;
    let length = from;
    let end = 0;
    // {"amount":
    outputView.setInt32(length, 0x6d61227b, true);
    outputView.setInt32(length + 4, 0x746e756f, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    amountPlace.from = length;
    amountPlace.units = NaN;
    end = copyBookingAmount(at, length);
    if (end < 0) end = copyBookingAmountCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    amountPlace.to = length;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"side":
    outputView.setInt32(length, 0x6973222c, true);
    outputView.setInt32(length + 4, 0x3a226564, true);
    length += 8;
    sidePlace.from = length;
    end = copyBookingSide(at, length);
    if (end < 0) end = copyBookingSideCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    sidePlace.to = length;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"account":
    outputView.setInt32(length, 0x6361222c, true);
    outputView.setInt32(length + 4, 0x6e756f63, true);
    outputView.setInt32(length + 8, 0x003a2274, true);
    length += 11;
    accountPlace.from = length;
    end = copyBookingAccount(at, length);
    if (end < 0) end = copyBookingAccountCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    accountPlace.to = length;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"contraAccount":
    outputView.setInt32(length, 0x6f63222c, true);
    outputView.setInt32(length + 4, 0x6172746e, true);
    outputView.setInt32(length + 8, 0x6f636341, true);
    outputView.setInt32(length + 12, 0x22746e75, true);
    outputView.setInt32(length + 16, 0x0000003a, true);
    length += 17;
    end = copyBookingContraAccount(at, length);
    if (end < 0) end = copyBookingContraAccountCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"day":
    outputView.setInt32(length, 0x6164222c, true);
    outputView.setInt32(length + 4, 0x003a2279, true);
    length += 7;
    end = copyBookingDay(at, length);
    if (end < 0) end = copyBookingDayCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"document":
    outputView.setInt32(length, 0x6f64222c, true);
    outputView.setInt32(length + 4, 0x656d7563, true);
    outputView.setInt32(length + 8, 0x3a22746e, true);
    length += 12;
    documentKey.from = length;
    documentPlace.from = length;
    end = copyBookingDocument(at, length);
    if (end < 0) end = copyBookingDocumentCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    documentKey.to = length;
    documentPlace.to = length;
    if (input[cellEnd] !== DELIMITER) return -1;
    at = cellEnd + 1;
    // ,"text":
    outputView.setInt32(length, 0x6574222c, true);
    outputView.setInt32(length + 4, 0x3a227478, true);
    length += 8;
    end = copyBookingText(at, length);
    if (end < 0) end = copyBookingTextCarefully(at, length);
    if (end < 0) return -1;
    length = end;
    // ,"consultant":
    outputView.setInt32(length, 0x6f63222c, true);
    outputView.setInt32(length + 4, 0x6c75736e, true);
    outputView.setInt32(length + 8, 0x746e6174, true);
    outputView.setInt32(length + 12, 0x00003a22, true);
    length += 14;
    end = consultantCopy.write(output, length);
    if (end < 0) return -1;
    length = end;
    // ,"client":
    outputView.setInt32(length, 0x6c63222c, true);
    outputView.setInt32(length + 4, 0x746e6569, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    clientKey.from = length;
    end = clientCopy.write(output, length);
    if (end < 0) return -1;
    length = end;
    clientKey.to = length;
    // ,"yearStart":
    outputView.setInt32(length, 0x6579222c, true);
    outputView.setInt32(length + 4, 0x74537261, true);
    outputView.setInt32(length + 8, 0x22747261, true);
    outputView.setInt32(length + 12, 0x0000003a, true);
    length += 13;
    end = yearStartCopy.write(output, length);
    if (end < 0) return -1;
    length = end;
    return length;
  }

  /** Copies a record whose columns are in the order of the fields. */
  function appendRecordInOrder(start: number, from: number): number {
    let length = appendMembersInOrder1(start, from);

    return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
  }

  /**
   * Copies amount, side, account, contraAccount, day, document, text, consultant, client, yearStart of a record whose
   * cells were found.
   */
  function appendIndexedMembers1(from: number): number {
    let length = from;
    let end = 0;
    // {"amount":
    outputView.setInt32(length, 0x6d61227b, true);
    outputView.setInt32(length + 4, 0x746e756f, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    amountPlace.from = length;
    amountPlace.units = NaN;
    end = copyBookingAmount(starts[columns[0] as number] as number, length);
    if (end < 0) end = copyBookingAmountCarefully(starts[columns[0] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    amountPlace.to = length;
    // ,"side":
    outputView.setInt32(length, 0x6973222c, true);
    outputView.setInt32(length + 4, 0x3a226564, true);
    length += 8;
    sidePlace.from = length;
    end = copyBookingSide(starts[columns[1] as number] as number, length);
    if (end < 0) end = copyBookingSideCarefully(starts[columns[1] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    sidePlace.to = length;
    // ,"account":
    outputView.setInt32(length, 0x6361222c, true);
    outputView.setInt32(length + 4, 0x6e756f63, true);
    outputView.setInt32(length + 8, 0x003a2274, true);
    length += 11;
    accountPlace.from = length;
    end = copyBookingAccount(starts[columns[2] as number] as number, length);
    if (end < 0) end = copyBookingAccountCarefully(starts[columns[2] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    accountPlace.to = length;
    // ,"contraAccount":
    outputView.setInt32(length, 0x6f63222c, true);
    outputView.setInt32(length + 4, 0x6172746e, true);
    outputView.setInt32(length + 8, 0x6f636341, true);
    outputView.setInt32(length + 12, 0x22746e75, true);
    outputView.setInt32(length + 16, 0x0000003a, true);
    length += 17;
    end = copyBookingContraAccount(starts[columns[3] as number] as number, length);
    if (end < 0) end = copyBookingContraAccountCarefully(starts[columns[3] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"day":
    outputView.setInt32(length, 0x6164222c, true);
    outputView.setInt32(length + 4, 0x003a2279, true);
    length += 7;
    end = copyBookingDay(starts[columns[4] as number] as number, length);
    if (end < 0) end = copyBookingDayCarefully(starts[columns[4] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"document":
    outputView.setInt32(length, 0x6f64222c, true);
    outputView.setInt32(length + 4, 0x656d7563, true);
    outputView.setInt32(length + 8, 0x3a22746e, true);
    length += 12;
    documentKey.from = length;
    documentPlace.from = length;
    end = copyBookingDocument(starts[columns[5] as number] as number, length);
    if (end < 0) end = copyBookingDocumentCarefully(starts[columns[5] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    documentKey.to = length;
    documentPlace.to = length;
    // ,"text":
    outputView.setInt32(length, 0x6574222c, true);
    outputView.setInt32(length + 4, 0x3a227478, true);
    length += 8;
    end = copyBookingText(starts[columns[6] as number] as number, length);
    if (end < 0) end = copyBookingTextCarefully(starts[columns[6] as number] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"consultant":
    outputView.setInt32(length, 0x6f63222c, true);
    outputView.setInt32(length + 4, 0x6c75736e, true);
    outputView.setInt32(length + 8, 0x746e6174, true);
    outputView.setInt32(length + 12, 0x00003a22, true);
    length += 14;
    end = consultantCopy.write(output, length);
    if (end < 0) return -1;
    length = end;
    // ,"client":
    outputView.setInt32(length, 0x6c63222c, true);
    outputView.setInt32(length + 4, 0x746e6569, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    clientKey.from = length;
    end = clientCopy.write(output, length);
    if (end < 0) return -1;
    length = end;
    clientKey.to = length;
    // ,"yearStart":
    outputView.setInt32(length, 0x6579222c, true);
    outputView.setInt32(length + 4, 0x74537261, true);
    outputView.setInt32(length + 8, 0x22747261, true);
    outputView.setInt32(length + 12, 0x0000003a, true);
    length += 13;
    end = yearStartCopy.write(output, length);
    if (end < 0) return -1;
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
    output[length] = CLOSING_BRACE;
    return length + 1;
  }

  /** The positions of the key's values in the output. */
  const clientKey = { from: 0, to: 0 };
  const documentKey = { from: 0, to: 0 };

  /** Creates the fast reader. */
  function fastReader(readers: BookingReaders): FastTypeReader {
    careful = readers;
    return {
      minRecordLimit: 0,
      begin,
      read,
      next: () => next,
      writeKey,
      copy,
      places: { amount: amountPlace, side: sidePlace, account: accountPlace, document: documentPlace },
      values,
    };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      // The record source of CSV files provides this layout.
      if (piece.layout !== header) useHeader(piece.layout as Header);
      return width > 1;
    }

    function read(at: number, length: number): number {
      return isInOrder ? appendRecordInOrder(at, length) : appendIndexedRecord(at, length);
    }

    function writeKey(keys: Uint8Array, length: number): number {
      return writeKeyTexts(output, [clientKey, documentKey], keys, length);
    }

    function values(): unknown {
      return {
        amount: decodeText(amountPlace),
        side: decodeText(sidePlace),
        account: decodeText(accountPlace),
        document: decodeText(documentPlace),
      };
    }
  }

  return fastReader(readers);
}

const finder = new CellReader(';', '"', '"');
/** The kind of each byte in a cell without quotes: 2 ends the cell. */
const KINDS = finder.bare;

/** Returns the type that the cell at an offset selects, or -1. */
function selectType(bytes: Uint8Array, from: number): number {
  if (
    bytes[from] === 69 &&
    bytes[from + 1] === 88 &&
    bytes[from + 2] === 84 &&
    bytes[from + 3] === 70 &&
    KINDS[bytes[from + 4] as number] === 2
  )
    return 0; // batch
  if (
    bytes[from] === 68 &&
    bytes[from + 1] === 84 &&
    bytes[from + 2] === 86 &&
    bytes[from + 3] === 70 &&
    KINDS[bytes[from + 4] as number] === 2
  )
    return 0; // batch
  if (
    bytes[from] === 85 &&
    bytes[from + 1] === 109 &&
    bytes[from + 2] === 115 &&
    bytes[from + 3] === 97 &&
    bytes[from + 4] === 116 &&
    bytes[from + 5] === 122 &&
    KINDS[bytes[from + 6] as number] === 2
  )
    return 1; // headings
  const first = bytes[from] as number;
  if (first <= 32 || first > 127 || first === 34) return -1;
  return 2;
}

/** Returns the type of the record at an offset. Returns -1 if the careful reader must find it. */
function findType(at: number, layout: unknown): number {
  // The record source of CSV files provides this layout.
  const { column } = layout as TypedLayout;
  const from = column === 0 ? at : finder.find(input, at, column);
  return from < 0 ? -1 : selectType(input, from);
}

/** The careful readers of the types that have a fast reader. */
export interface CarefulTypes {
  headings: HeadingsReaders;
  booking: BookingReaders;
}

/** Creates the fast readers of bookings. */
export function fastTypes(readers: CarefulTypes): FastTypes {
  const readerHeadings = createHeadingsReader(readers.headings);
  const readerBooking = createBookingReader(readers.booking);
  return { findType, read, next, types: [null, readerHeadings, readerBooking] };

  function read(type: number, at: number, length: number): number {
    switch (type) {
      case 1:
        return readerHeadings.read(at, length);
      case 2:
        return readerBooking.read(at, length);
      default:
        return -1;
    }
  }

  function next(type: number): number {
    switch (type) {
      case 1:
        return readerHeadings.next();
      case 2:
        return readerBooking.next();
      default:
        return 0;
    }
  }
}
