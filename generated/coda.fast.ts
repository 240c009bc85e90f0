// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  CellReader,
  CopiedValue,
  RecordColumns,
  countUtf8CodePoints,
  createOutputValue,
  decodeText,
  fastBuffers,
  insertDecimalPoint,
  isPlainAscii,
  skipLeadingZeros,
  skipLineEnd,
  skipTrailingPadding,
  toJsonNumber,
  toJsonString,
  writeJson,
  writeNull,
  type FastChunk,
  type FastTypeReader,
  type FastTypes,
  type RecordReport,
} from 'specmill/kernel';

const input = fastBuffers.input;

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface MovementTextReaders {
  readMovementTextText(cell: string | undefined, record: RecordReport): string | null;
  readMovementTextSequence(source: unknown): string | null;
}

/** Creates the fast reader of the record type movementText. */
function createMovementTextReader(readers: MovementTextReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const MAX_ASCII = 127;

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader('\x00', '', '');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const PLAIN_BYTE = 0;
  const END_BYTE = 2;
  /** The offset after the cell that was copied last. */
  let cellEnd = 0;

  /** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
  const columns = new RecordColumns([0, 2, 10, 63], [0, 1, 1, 2], 0);

  /** The report of the current record, and the limit of the current chunk. */
  let report: RecordReport;
  let maxRecordBytes = 0;
  /** The offset of the next record. */
  let next = 0;
  let careful: MovementTextReaders;

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

  /** Copies text: STRING. */
  function copyMovementTextText(at: number, length: number): number {
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
    if (codePoints === 0) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies text with its careful reader. */
  function copyMovementTextTextCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readMovementTextText(text, report)));
  }

  /** The records around the current one, and the values that are copied from them. */
  let enclosing: Readonly<Record<string, unknown>> = {};
  const sequenceCopy = new CopiedValue();

  /** Stores the values that are copied from other records. */
  function copy(from: Readonly<Record<string, unknown>>): void {
    enclosing = from;
    sequenceCopy.set(toJsonString(careful.readMovementTextSequence(enclosing['movement'])));
  }

  /** Returns whether the bytes at an offset are "22". */
  function isRecord(bytes: Uint8Array, from: number): boolean {
    return bytes[from] === 50 && bytes[from + 1] === 50;
  }

  /** Copies a record whose positions are known. */
  function appendLocatedRecord(start: number, from: number): number {
    const { offsets } = columns;
    if (columns.characters < 11 || columns.end - start > maxRecordBytes) return -1;
    if (columns.characters < 2 || !isRecord(input, start + (offsets[0] as number))) return -1;
    let length = from;
    let end = 0;
    let at = start;
    let to = start;
    let overwritten = 0;
    // {"text":
    outputView.setInt32(length, 0x6574227b, true);
    outputView.setInt32(length + 4, 0x3a227478, true);
    length += 8;
    at = start + (offsets[2] as number);
    to = skipTrailingPadding(input, at, start + (offsets[3] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyMovementTextText(at, length);
    if (end < 0) end = copyMovementTextTextCarefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    // ,"sequence":
    outputView.setInt32(length, 0x6573222c, true);
    outputView.setInt32(length + 4, 0x6e657571, true);
    outputView.setInt32(length + 8, 0x3a226563, true);
    length += 12;
    end = sequenceCopy.write(output, length);
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

  /** Creates the fast reader. */
  function fastReader(readers: MovementTextReaders): FastTypeReader {
    careful = readers;
    return { minRecordLimit: 0, begin, read, next: () => next, writeKey: null, copy, places: {}, values };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function values(): unknown {
      return {};
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface CounterpartyReaders {
  readCounterpartyAccount(cell: string | undefined, record: RecordReport): string | null;
  readCounterpartyName(cell: string | undefined, record: RecordReport): string | null;
  readCounterpartySequence(source: unknown): string | null;
}

/** Creates the fast reader of the record type counterparty. */
function createCounterpartyReader(readers: CounterpartyReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const MAX_ASCII = 127;

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader('\x00', '', '');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const PLAIN_BYTE = 0;
  const END_BYTE = 2;
  /** The offset after the cell that was copied last. */
  let cellEnd = 0;

  /** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
  const columns = new RecordColumns([0, 2, 10, 47, 82], [0, 1, 1, 2], 0);

  /** The report of the current record, and the limit of the current chunk. */
  let report: RecordReport;
  let maxRecordBytes = 0;
  /** The offset of the next record. */
  let next = 0;
  let careful: CounterpartyReaders;

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

  /** Copies account: STRING, sensitive. */
  function copyCounterpartyAccount(at: number, length: number): number {
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
    if (codePoints === 0) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies account with its careful reader. */
  function copyCounterpartyAccountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readCounterpartyAccount(text, report)));
  }

  /** Copies name: STRING, sensitive. The code is that of account. */
  const copyCounterpartyName = copyCounterpartyAccount;

  /** Copies name with its careful reader. */
  function copyCounterpartyNameCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readCounterpartyName(text, report)));
  }

  /** The records around the current one, and the values that are copied from them. */
  let enclosing: Readonly<Record<string, unknown>> = {};
  const sequenceCopy = new CopiedValue();

  /** Stores the values that are copied from other records. */
  function copy(from: Readonly<Record<string, unknown>>): void {
    enclosing = from;
    sequenceCopy.set(toJsonString(careful.readCounterpartySequence(enclosing['movement'])));
  }

  /** Returns whether the bytes at an offset are "23". */
  function isRecord(bytes: Uint8Array, from: number): boolean {
    return bytes[from] === 50 && bytes[from + 1] === 51;
  }

  /** Copies a record whose positions are known. */
  function appendLocatedRecord(start: number, from: number): number {
    const { offsets } = columns;
    if (columns.characters < 48 || columns.end - start > maxRecordBytes) return -1;
    if (columns.characters < 2 || !isRecord(input, start + (offsets[0] as number))) return -1;
    let length = from;
    let end = 0;
    let at = start;
    let to = start;
    let overwritten = 0;
    // {"account":
    outputView.setInt32(length, 0x6361227b, true);
    outputView.setInt32(length + 4, 0x6e756f63, true);
    outputView.setInt32(length + 8, 0x003a2274, true);
    length += 11;
    at = start + (offsets[2] as number);
    to = skipTrailingPadding(input, at, start + (offsets[3] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyCounterpartyAccount(at, length);
    if (end < 0) end = copyCounterpartyAccountCarefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    // ,"name":
    outputView.setInt32(length, 0x616e222c, true);
    outputView.setInt32(length + 4, 0x3a22656d, true);
    length += 8;
    at = start + (offsets[3] as number);
    to = skipTrailingPadding(input, at, start + (offsets[4] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyCounterpartyName(at, length);
    if (end < 0) end = copyCounterpartyNameCarefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    // ,"sequence":
    outputView.setInt32(length, 0x6573222c, true);
    outputView.setInt32(length + 4, 0x6e657571, true);
    outputView.setInt32(length + 8, 0x3a226563, true);
    length += 12;
    end = sequenceCopy.write(output, length);
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

  /** Creates the fast reader. */
  function fastReader(readers: CounterpartyReaders): FastTypeReader {
    careful = readers;
    return { minRecordLimit: 0, begin, read, next: () => next, writeKey: null, copy, places: {}, values };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function values(): unknown {
      return {};
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface InformationReaders {
  readInformationText(cell: string | undefined, record: RecordReport): string | null;
  readInformationSequence(source: unknown): string | null;
}

/** Creates the fast reader of the record type information. */
function createInformationReader(readers: InformationReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const MAX_ASCII = 127;

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader('\x00', '', '');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const PLAIN_BYTE = 0;
  const END_BYTE = 2;
  /** The offset after the cell that was copied last. */
  let cellEnd = 0;

  /** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
  const columns = new RecordColumns([0, 2, 40, 113], [0, 1, 1, 2], 0);

  /** The report of the current record, and the limit of the current chunk. */
  let report: RecordReport;
  let maxRecordBytes = 0;
  /** The offset of the next record. */
  let next = 0;
  let careful: InformationReaders;

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

  /** Copies text: STRING. */
  function copyInformationText(at: number, length: number): number {
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
    if (codePoints === 0) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies text with its careful reader. */
  function copyInformationTextCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readInformationText(text, report)));
  }

  /** The records around the current one, and the values that are copied from them. */
  let enclosing: Readonly<Record<string, unknown>> = {};
  const sequenceCopy = new CopiedValue();

  /** Stores the values that are copied from other records. */
  function copy(from: Readonly<Record<string, unknown>>): void {
    enclosing = from;
    sequenceCopy.set(toJsonString(careful.readInformationSequence(enclosing['movement'])));
  }

  /** Returns whether the bytes at an offset are "31". */
  function isRecord(bytes: Uint8Array, from: number): boolean {
    return bytes[from] === 51 && bytes[from + 1] === 49;
  }

  /** Copies a record whose positions are known. */
  function appendLocatedRecord(start: number, from: number): number {
    const { offsets } = columns;
    if (columns.characters < 41 || columns.end - start > maxRecordBytes) return -1;
    if (columns.characters < 2 || !isRecord(input, start + (offsets[0] as number))) return -1;
    let length = from;
    let end = 0;
    let at = start;
    let to = start;
    let overwritten = 0;
    // {"text":
    outputView.setInt32(length, 0x6574227b, true);
    outputView.setInt32(length + 4, 0x3a227478, true);
    length += 8;
    at = start + (offsets[2] as number);
    to = skipTrailingPadding(input, at, start + (offsets[3] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyInformationText(at, length);
    if (end < 0) end = copyInformationTextCarefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    // ,"sequence":
    outputView.setInt32(length, 0x6573222c, true);
    outputView.setInt32(length + 4, 0x6e657571, true);
    outputView.setInt32(length + 8, 0x3a226563, true);
    length += 12;
    end = sequenceCopy.write(output, length);
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

  /** Creates the fast reader. */
  function fastReader(readers: InformationReaders): FastTypeReader {
    careful = readers;
    return { minRecordLimit: 0, begin, read, next: () => next, writeKey: null, copy, places: {}, values };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function values(): unknown {
      return {};
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface MoreInformationReaders {
  readMoreInformationText(cell: string | undefined, record: RecordReport): string | null;
  readMoreInformationSequence(source: unknown): string | null;
}

/** Creates the fast reader of the record type moreInformation. */
function createMoreInformationReader(readers: MoreInformationReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const MAX_ASCII = 127;

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader('\x00', '', '');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const PLAIN_BYTE = 0;
  const END_BYTE = 2;
  /** The offset after the cell that was copied last. */
  let cellEnd = 0;

  /** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
  const columns = new RecordColumns([0, 2, 10, 100], [0, 1, 1, 2], 0);

  /** The report of the current record, and the limit of the current chunk. */
  let report: RecordReport;
  let maxRecordBytes = 0;
  /** The offset of the next record. */
  let next = 0;
  let careful: MoreInformationReaders;

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

  /** Copies text: STRING. */
  function copyMoreInformationText(at: number, length: number): number {
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
    if (codePoints === 0) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies text with its careful reader. */
  function copyMoreInformationTextCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readMoreInformationText(text, report)));
  }

  /** The records around the current one, and the values that are copied from them. */
  let enclosing: Readonly<Record<string, unknown>> = {};
  const sequenceCopy = new CopiedValue();

  /** Stores the values that are copied from other records. */
  function copy(from: Readonly<Record<string, unknown>>): void {
    enclosing = from;
    sequenceCopy.set(toJsonString(careful.readMoreInformationSequence(enclosing['movement'])));
  }

  /** Returns whether the bytes at an offset are "32" or "33". */
  function isRecord(bytes: Uint8Array, from: number): boolean {
    return (bytes[from] === 51 && bytes[from + 1] === 50) || (bytes[from] === 51 && bytes[from + 1] === 51);
  }

  /** Copies a record whose positions are known. */
  function appendLocatedRecord(start: number, from: number): number {
    const { offsets } = columns;
    if (columns.characters < 11 || columns.end - start > maxRecordBytes) return -1;
    if (columns.characters < 2 || !isRecord(input, start + (offsets[0] as number))) return -1;
    let length = from;
    let end = 0;
    let at = start;
    let to = start;
    let overwritten = 0;
    // {"text":
    outputView.setInt32(length, 0x6574227b, true);
    outputView.setInt32(length + 4, 0x3a227478, true);
    length += 8;
    at = start + (offsets[2] as number);
    to = skipTrailingPadding(input, at, start + (offsets[3] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyMoreInformationText(at, length);
    if (end < 0) end = copyMoreInformationTextCarefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    // ,"sequence":
    outputView.setInt32(length, 0x6573222c, true);
    outputView.setInt32(length + 4, 0x6e657571, true);
    outputView.setInt32(length + 8, 0x3a226563, true);
    length += 12;
    end = sequenceCopy.write(output, length);
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

  /** Creates the fast reader. */
  function fastReader(readers: MoreInformationReaders): FastTypeReader {
    careful = readers;
    return { minRecordLimit: 0, begin, read, next: () => next, writeKey: null, copy, places: {}, values };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function values(): unknown {
      return {};
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface NewBalanceReaders {
  readNewBalanceSign(cell: string | undefined, record: RecordReport): string | null;
  readNewBalanceBalance(cell: string | undefined, record: RecordReport): string | null;
}

/** Creates the fast reader of the record type newBalance. */
function createNewBalanceReader(readers: NewBalanceReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const ZERO = 48; // 0
  const MINUS = 45; // -
  const MAX_ASCII = 127;

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader('\x00', '', '');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const PLAIN_BYTE = 0;
  const END_BYTE = 2;
  /** The offset after the cell that was copied last. */
  let cellEnd = 0;

  /** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
  const columns = new RecordColumns([0, 1, 41, 42, 57], [0, 1, 1, 2], 0);

  /** The report of the current record, and the limit of the current chunk. */
  let report: RecordReport;
  let maxRecordBytes = 0;
  /** The offset of the next record. */
  let next = 0;
  let careful: NewBalanceReaders;

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

  /** Copies sign: STRING. */
  function copyNewBalanceSign(at: number, length: number): number {
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
    if (codePoints === 0) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies sign with its careful reader. */
  function copyNewBalanceSignCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readNewBalanceSign(text, report)));
  }

  /** Copies balance: DECIMAL with digits only, the last 3 are decimals. */
  function copyNewBalanceBalance(at: number, length: number): number {
    let cursor = at;
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
    while ((byte ^ ZERO) <= 9) {
      output[end++] = byte;
      byte = input[++cursor] as number;
    }
    const digits = cursor - first;
    while (byte === SPACE) byte = input[++cursor] as number;
    if (digits === 0 || BARE[byte] !== END_BYTE) {
      if (BARE[input[at] as number] !== END_BYTE) return -1;
      cellEnd = at;
      return writeNull(output, length);
    }
    cellEnd = cursor;
    end = insertDecimalPoint(output, end - digits, end, 3);
    return end;
  }

  /** Copies balance with its careful reader. */
  function copyNewBalanceBalanceCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonNumber(careful.readNewBalanceBalance(text, report)));
  }

  /** Returns whether the bytes at an offset are "8". */
  function isRecord(bytes: Uint8Array, from: number): boolean {
    return bytes[from] === 56;
  }

  /** Copies a record whose positions are known. */
  function appendLocatedRecord(start: number, from: number): number {
    const { offsets } = columns;
    if (columns.characters < 43 || columns.end - start > maxRecordBytes) return -1;
    if (columns.characters < 1 || !isRecord(input, start + (offsets[0] as number))) return -1;
    let length = from;
    let end = 0;
    let at = start;
    let to = start;
    let overwritten = 0;
    // {"sign":
    outputView.setInt32(length, 0x6973227b, true);
    outputView.setInt32(length + 4, 0x3a226e67, true);
    length += 8;
    at = start + (offsets[2] as number);
    to = skipTrailingPadding(input, at, start + (offsets[3] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyNewBalanceSign(at, length);
    if (end < 0) end = copyNewBalanceSignCarefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    // ,"balance":
    outputView.setInt32(length, 0x6162222c, true);
    outputView.setInt32(length + 4, 0x636e616c, true);
    outputView.setInt32(length + 8, 0x003a2265, true);
    length += 11;
    at = start + (offsets[3] as number);
    to = skipTrailingPadding(input, at, start + (offsets[4] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyNewBalanceBalance(at, length);
    if (end < 0) end = copyNewBalanceBalanceCarefully(at, length);
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

  /** Creates the fast reader. */
  function fastReader(readers: NewBalanceReaders): FastTypeReader {
    careful = readers;
    return { minRecordLimit: 0, begin, read, next: () => next, writeKey: null, copy: null, places: {}, values };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function values(): unknown {
      return {};
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface FreeMessageReaders {
  readFreeMessageText(cell: string | undefined, record: RecordReport): string | null;
}

/** Creates the fast reader of the record type freeMessage. */
function createFreeMessageReader(readers: FreeMessageReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const MAX_ASCII = 127;

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader('\x00', '', '');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const PLAIN_BYTE = 0;
  const END_BYTE = 2;
  /** The offset after the cell that was copied last. */
  let cellEnd = 0;

  /** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
  const columns = new RecordColumns([0, 1, 32, 112], [0, 1, 1, 2], 0);

  /** The report of the current record, and the limit of the current chunk. */
  let report: RecordReport;
  let maxRecordBytes = 0;
  /** The offset of the next record. */
  let next = 0;
  let careful: FreeMessageReaders;

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

  /** Copies text: STRING. */
  function copyFreeMessageText(at: number, length: number): number {
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
    if (codePoints === 0) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies text with its careful reader. */
  function copyFreeMessageTextCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonString(careful.readFreeMessageText(text, report)));
  }

  /** Returns whether the bytes at an offset are "4". */
  function isRecord(bytes: Uint8Array, from: number): boolean {
    return bytes[from] === 52;
  }

  /** Copies a record whose positions are known. */
  function appendLocatedRecord(start: number, from: number): number {
    const { offsets } = columns;
    if (columns.characters < 33 || columns.end - start > maxRecordBytes) return -1;
    if (columns.characters < 1 || !isRecord(input, start + (offsets[0] as number))) return -1;
    let length = from;
    let end = 0;
    let at = start;
    let to = start;
    let overwritten = 0;
    // {"text":
    outputView.setInt32(length, 0x6574227b, true);
    outputView.setInt32(length + 4, 0x3a227478, true);
    length += 8;
    at = start + (offsets[2] as number);
    to = skipTrailingPadding(input, at, start + (offsets[3] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyFreeMessageText(at, length);
    if (end < 0) end = copyFreeMessageTextCarefully(at, length);
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

  /** Creates the fast reader. */
  function fastReader(readers: FreeMessageReaders): FastTypeReader {
    careful = readers;
    return { minRecordLimit: 0, begin, read, next: () => next, writeKey: null, copy: null, places: {}, values };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function values(): unknown {
      return {};
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface TrailerReaders {
  readTrailerRecords2(cell: string | undefined, record: RecordReport): string | null;
  readTrailerDebits(cell: string | undefined, record: RecordReport): string | null;
  readTrailerCredits(cell: string | undefined, record: RecordReport): string | null;
}

/** Creates the fast reader of the record type trailer. */
function createTrailerReader(readers: TrailerReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const ZERO = 48; // 0
  const MINUS = 45; // -

  /** Reads cells with quotes, escapes or special characters inside, and finds cells. */
  const cells = new CellReader('\x00', '', '');
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const END_BYTE = 2;
  /** The offset after the cell that was copied last. */
  let cellEnd = 0;

  /** The positions at which fields begin and end, in characters from 0, and the gaps between fields. */
  const columns = new RecordColumns([0, 1, 16, 22, 37, 52], [0, 1, 1, 2], 0);

  /** The report of the current record, and the limit of the current chunk. */
  let report: RecordReport;
  let maxRecordBytes = 0;
  /** The offset of the next record. */
  let next = 0;
  let careful: TrailerReaders;

  /** Copies records: INTEGER. */
  function copyTrailerRecords2(at: number, length: number): number {
    let cursor = at;
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
    while ((byte ^ ZERO) <= 9) {
      output[end++] = byte;
      byte = input[++cursor] as number;
    }
    const digits = cursor - first;
    while (byte === SPACE) byte = input[++cursor] as number;
    if (digits === 0 || BARE[byte] !== END_BYTE) {
      if (BARE[input[at] as number] !== END_BYTE) return -1;
      cellEnd = at;
      return writeNull(output, length);
    }
    cellEnd = cursor;
    return end;
  }

  /** Copies records with its careful reader. */
  function copyTrailerRecords2Carefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonNumber(careful.readTrailerRecords2(text, report)));
  }

  /** Copies debits: DECIMAL with digits only, the last 3 are decimals. */
  function copyTrailerDebits(at: number, length: number): number {
    let cursor = at;
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
    while ((byte ^ ZERO) <= 9) {
      output[end++] = byte;
      byte = input[++cursor] as number;
    }
    const digits = cursor - first;
    while (byte === SPACE) byte = input[++cursor] as number;
    if (digits === 0 || BARE[byte] !== END_BYTE) {
      if (BARE[input[at] as number] !== END_BYTE) return -1;
      cellEnd = at;
      return writeNull(output, length);
    }
    cellEnd = cursor;
    end = insertDecimalPoint(output, end - digits, end, 3);
    return end;
  }

  /** Copies debits with its careful reader. */
  function copyTrailerDebitsCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonNumber(careful.readTrailerDebits(text, report)));
  }

  /** Copies credits: DECIMAL with digits only, the last 3 are decimals. The code is that of debits. */
  const copyTrailerCredits = copyTrailerDebits;

  /** Copies credits with its careful reader. */
  function copyTrailerCreditsCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    cellEnd = cells.end;
    return writeJson(output, length, toJsonNumber(careful.readTrailerCredits(text, report)));
  }

  /** The values in the output that rules need together. */
  const records2Place = createOutputValue();
  const debitsPlace = createOutputValue();
  const creditsPlace = createOutputValue();

  /** Returns whether the bytes at an offset are "9". */
  function isRecord(bytes: Uint8Array, from: number): boolean {
    return bytes[from] === 57;
  }

  /** Copies a record whose positions are known. */
  function appendLocatedRecord(start: number, from: number): number {
    const { offsets } = columns;
    if (columns.characters < 38 || columns.end - start > maxRecordBytes) return -1;
    if (columns.characters < 1 || !isRecord(input, start + (offsets[0] as number))) return -1;
    let length = from;
    let end = 0;
    let at = start;
    let to = start;
    let overwritten = 0;
    // {"records":
    outputView.setInt32(length, 0x6572227b, true);
    outputView.setInt32(length + 4, 0x64726f63, true);
    outputView.setInt32(length + 8, 0x003a2273, true);
    length += 11;
    records2Place.from = length;
    at = start + (offsets[2] as number);
    to = skipTrailingPadding(input, at, start + (offsets[3] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyTrailerRecords2(at, length);
    if (end < 0) end = copyTrailerRecords2Carefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    records2Place.to = length;
    // ,"debits":
    outputView.setInt32(length, 0x6564222c, true);
    outputView.setInt32(length + 4, 0x73746962, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    debitsPlace.from = length;
    at = start + (offsets[3] as number);
    to = skipTrailingPadding(input, at, start + (offsets[4] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyTrailerDebits(at, length);
    if (end < 0) end = copyTrailerDebitsCarefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    debitsPlace.to = length;
    // ,"credits":
    outputView.setInt32(length, 0x7263222c, true);
    outputView.setInt32(length + 4, 0x74696465, true);
    outputView.setInt32(length + 8, 0x003a2273, true);
    length += 11;
    creditsPlace.from = length;
    at = start + (offsets[4] as number);
    to = skipTrailingPadding(input, at, start + (offsets[5] as number), SPACE);
    overwritten = input[to] as number;
    input[to] = 0; // ends the cell
    end = copyTrailerCredits(at, length);
    if (end < 0) end = copyTrailerCreditsCarefully(at, length);
    input[to] = overwritten;
    if (cellEnd !== to) return -1;
    if (end < 0) return -1;
    length = end;
    creditsPlace.to = length;
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

  /** Creates the fast reader. */
  function fastReader(readers: TrailerReaders): FastTypeReader {
    careful = readers;
    return {
      minRecordLimit: 0,
      begin,
      read,
      next: () => next,
      writeKey: null,
      copy: null,
      places: { records2: records2Place, debits: debitsPlace, credits: creditsPlace },
      values,
    };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      maxRecordBytes = piece.maxRecordBytes;
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function values(): unknown {
      return {
        records2: decodeText(records2Place),
        debits: decodeText(debitsPlace),
        credits: decodeText(creditsPlace),
      };
    }
  }

  return fastReader(readers);
}

/** Returns the type that the bytes at an offset select, or -1. */
function selectType1(bytes: Uint8Array, from: number): number {
  if (bytes[from] === 48) return 0; // header
  if (bytes[from] === 49) return 1; // oldBalance
  if (bytes[from] === 56) return 7; // newBalance
  if (bytes[from] === 52) return 8; // freeMessage
  if (bytes[from] === 57) return 9; // trailer
  return -1;
}

/** Returns the type that the bytes at an offset select, or -1. */
function selectType2(bytes: Uint8Array, from: number): number {
  if (bytes[from] === 50 && bytes[from + 1] === 49) return 2; // movement
  if (bytes[from] === 50 && bytes[from + 1] === 50) return 3; // movementText
  if (bytes[from] === 50 && bytes[from + 1] === 51) return 4; // counterparty
  if (bytes[from] === 51 && bytes[from + 1] === 49) return 5; // information
  if ((bytes[from] === 51 && bytes[from + 1] === 50) || (bytes[from] === 51 && bytes[from + 1] === 51)) return 6; // moreInformation
  return -1;
}

/** Returns the type of the record at an offset. Returns -1 if the careful reader must find it. */
function findType(at: number): number {
  const type1 = selectType1(input, at);
  if (type1 >= 0) return type1;
  if (!isPlainAscii(input, at, at + 1)) return -1;
  const type2 = selectType2(input, at);
  if (type2 >= 0) return type2;
  return -1;
}

/** The careful readers of the types that have a fast reader. */
export interface CarefulTypes {
  movementText: MovementTextReaders;
  counterparty: CounterpartyReaders;
  information: InformationReaders;
  moreInformation: MoreInformationReaders;
  newBalance: NewBalanceReaders;
  freeMessage: FreeMessageReaders;
  trailer: TrailerReaders;
}

/** Creates the fast readers of coda. */
export function fastTypes(readers: CarefulTypes): FastTypes {
  const readerMovementText = createMovementTextReader(readers.movementText);
  const readerCounterparty = createCounterpartyReader(readers.counterparty);
  const readerInformation = createInformationReader(readers.information);
  const readerMoreInformation = createMoreInformationReader(readers.moreInformation);
  const readerNewBalance = createNewBalanceReader(readers.newBalance);
  const readerFreeMessage = createFreeMessageReader(readers.freeMessage);
  const readerTrailer = createTrailerReader(readers.trailer);
  return {
    findType,
    read,
    next,
    types: [
      null,
      null,
      null,
      readerMovementText,
      readerCounterparty,
      readerInformation,
      readerMoreInformation,
      readerNewBalance,
      readerFreeMessage,
      readerTrailer,
    ],
  };

  function read(type: number, at: number, length: number): number {
    switch (type) {
      case 3:
        return readerMovementText.read(at, length);
      case 4:
        return readerCounterparty.read(at, length);
      case 5:
        return readerInformation.read(at, length);
      case 6:
        return readerMoreInformation.read(at, length);
      case 7:
        return readerNewBalance.read(at, length);
      case 8:
        return readerFreeMessage.read(at, length);
      case 9:
        return readerTrailer.read(at, length);
      default:
        return -1;
    }
  }

  function next(type: number): number {
    switch (type) {
      case 3:
        return readerMovementText.next();
      case 4:
        return readerCounterparty.next();
      case 5:
        return readerInformation.next();
      case 6:
        return readerMoreInformation.next();
      case 7:
        return readerNewBalance.next();
      case 8:
        return readerFreeMessage.next();
      case 9:
        return readerTrailer.next();
      default:
        return 0;
    }
  }
}
