// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  CopiedValue,
  XmlCellReader,
  XmlDocumentFinder,
  countUtf8CodePoints,
  createOutputValue,
  decodeText,
  fastBuffers,
  isValidDate,
  parseFourDigitBytes,
  parseTwoDigitBytes,
  skipLeadingZeros,
  toJsonNumber,
  toJsonString,
  writeJson,
  writeKeyTexts,
  writeNull,
  type FastChunk,
  type FastTypeReader,
  type FastTypes,
  type RecordReport,
} from 'specmill/kernel';

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface EntryReaders {
  readEntryIban(source: unknown): string | null;
  readEntryStatement(source: unknown): string | null;
  readEntryReference(cell: string | undefined, record: RecordReport): string | null;
  readEntryAmount(cell: string | undefined, record: RecordReport): string | null;
  readEntryCurrency(cell: string | undefined, record: RecordReport): string | null;
  readEntryDirection(cell: string | undefined, record: RecordReport): string | null;
  readEntryBooked(cell: string | undefined, record: RecordReport): string | null;
  readEntryInformation(cell: string | undefined, record: RecordReport): string | null;
}

/** Creates the fast reader of the record type entry. */
function createEntryReader(readers: EntryReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const ZERO = 48; // 0
  const MINUS = 45; // -
  const POINT = 46; // .
  const MAX_ASCII = 127;

  /** Reads values that contain references or other markup. */
  const cells = new XmlCellReader();
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const PLAIN_BYTE = 0;
  const END_BYTE = 2;

  /** Finds the values of a record between its tags. Stores the offsets of each field's value. */
  const finder = documents.part(1);
  const { from: starts, to: ends } = finder;

  /** The report of the current record. */
  let report: RecordReport;
  /** The offset of the next record. */
  let next = 0;
  let careful: EntryReaders;

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
      const special3 = (four ^ 0x26262626) - 0x01010101; // &
      const special4 = (four ^ 0x3c3c3c3c) - 0x01010101; // <
      const controls = four - 0x20202020;
      const marks = (special1 | special2 | special3 | special4 | controls | four) & 0x80808080;
      if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
    }
  }

  /** Returns whether the bytes from `from` to `to` are "NOTPROVIDED". */
  function isNull(bytes: Uint8Array, from: number, to: number): boolean {
    switch (to - from) {
      case 11:
        return (
          bytes[from] === 78 &&
          bytes[from + 1] === 79 &&
          bytes[from + 2] === 84 &&
          bytes[from + 3] === 80 &&
          bytes[from + 4] === 82 &&
          bytes[from + 5] === 79 &&
          bytes[from + 6] === 86 &&
          bytes[from + 7] === 73 &&
          bytes[from + 8] === 68 &&
          bytes[from + 9] === 69 &&
          bytes[from + 10] === 68
        ); // "NOTPROVIDED"
      default:
        return false;
    }
  }

  /** Returns whether the bytes from `from` to `to` are "CRDT" or "DBIT". */
  function matchesEntryDirectionKnownDirection(bytes: Uint8Array, from: number, to: number): boolean {
    switch (to - from) {
      case 4:
        switch (
          ((bytes[from] as number) << 24) |
          ((bytes[from + 1] as number) << 16) |
          ((bytes[from + 2] as number) << 8) |
          (bytes[from + 3] as number)
        ) {
          case 1129464916:
            return true; // "CRDT"
          case 1145194836:
            return true; // "DBIT"
          default:
            return false;
        }
      default:
        return false;
    }
  }

  /** Copies reference: STRING. */
  function copyEntryReference(at: number, length: number): number {
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
    if (BARE[byte] !== END_BYTE) {
      end = cells.copy(input, at, output, length);
      if (end < 0) return -1;
      codePoints = cells.codePoints;
    } else if (seen > MAX_ASCII) {
      codePoints = countUtf8CodePoints(input, from, from + codePoints);
      if (codePoints < 0) return -1;
    }
    if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies reference with its careful reader. */
  function copyEntryReferenceCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readEntryReference(text, report)));
  }

  /** Copies amount: DECIMAL; required (FATAL). */
  function copyEntryAmount(at: number, length: number): number {
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
    if (byte === POINT) {
      output[end++] = POINT;
      byte = input[++cursor] as number;
      const fraction = cursor;
      while ((byte ^ ZERO) <= 9) {
        output[end++] = byte;
        byte = input[++cursor] as number;
      }
      if (cursor === fraction) return -1;
    }
    while (byte === SPACE) byte = input[++cursor] as number;
    if (digits === 0 || BARE[byte] !== END_BYTE) return -1;
    return end;
  }

  /** Copies amount with its careful reader. */
  function copyEntryAmountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonNumber(careful.readEntryAmount(text, report)));
  }

  /** Copies currency: STRING; required (FATAL). */
  function copyEntryCurrency(at: number, length: number): number {
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
    if (BARE[byte] !== END_BYTE) {
      end = cells.copy(input, at, output, length);
      if (end < 0) return -1;
      codePoints = cells.codePoints;
    } else if (seen > MAX_ASCII) {
      codePoints = countUtf8CodePoints(input, from, from + codePoints);
      if (codePoints < 0) return -1;
    }
    if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies currency with its careful reader. */
  function copyEntryCurrencyCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readEntryCurrency(text, report)));
  }

  /** Copies direction: STRING; required (FATAL), one of CRDT, DBIT (FATAL). */
  function copyEntryDirection(at: number, length: number): number {
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
    if (BARE[byte] !== END_BYTE) {
      end = cells.copy(input, at, output, length);
      if (end < 0) return -1;
      codePoints = cells.codePoints;
    } else if (seen > MAX_ASCII) {
      codePoints = countUtf8CodePoints(input, from, from + codePoints);
      if (codePoints < 0) return -1;
    }
    if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
    if (!matchesEntryDirectionKnownDirection(output, length + 1, end)) return -1;
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies direction with its careful reader. */
  function copyEntryDirectionCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readEntryDirection(text, report)));
  }

  /** Copies booked: DATE. */
  function copyEntryBooked(at: number, length: number): number {
    let cursor = at;
    let byte = input[cursor] as number;
    while (byte === SPACE) byte = input[++cursor] as number;
    const from = cursor;
    const year = parseFourDigitBytes(input, from);
    const month = parseTwoDigitBytes(input, from + 5);
    const day = parseTwoDigitBytes(input, from + 8);
    byte = input[(cursor += 10)] as number;
    while (byte === SPACE) byte = input[++cursor] as number;
    if (
      !isValidDate(year, month, day) ||
      input[from + 4] !== MINUS ||
      input[from + 7] !== MINUS ||
      BARE[byte] !== END_BYTE
    ) {
      if (BARE[input[at] as number] !== END_BYTE) return -1;
      return writeNull(output, length);
    }
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

  /** Copies booked with its careful reader. */
  function copyEntryBookedCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readEntryBooked(text, report)));
  }

  /** Copies information: STRING. The code is that of reference. */
  const copyEntryInformation = copyEntryReference;

  /** Copies information with its careful reader. */
  function copyEntryInformationCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readEntryInformation(text, report)));
  }

  /** The records around the current one, and the values that are copied from them. */
  let enclosing: Readonly<Record<string, unknown>> = {};
  const ibanCopy = new CopiedValue();

  const statementCopy = new CopiedValue();

  /** Stores the values that are copied from other records. */
  function copy(from: Readonly<Record<string, unknown>>): void {
    enclosing = from;
    ibanCopy.set(toJsonString(careful.readEntryIban(enclosing['statement'])));

    statementCopy.set(toJsonString(careful.readEntryStatement(enclosing['statement'])));
  }

  /** The values in the output that rules need together. */
  const amountPlace = createOutputValue();

  /** Copies an element that is a record. */
  function appendRecord(start: number, from: number): number {
    const recordEnd = finder.find(start);
    if (recordEnd < 0) return -1;
    let length = from;
    let end = 0;
    let to = 0;

    // {"iban":
    outputView.setInt32(length, 0x6269227b, true);
    outputView.setInt32(length + 4, 0x3a226e61, true);
    length += 8;
    ibanKey.from = length;
    end = ibanCopy.write(output, length);
    if (end < 0) return -1;
    length = end;
    ibanKey.to = length;
    // ,"statement":
    outputView.setInt32(length, 0x7473222c, true);
    outputView.setInt32(length + 4, 0x6d657461, true);
    outputView.setInt32(length + 8, 0x22746e65, true);
    outputView.setInt32(length + 12, 0x0000003a, true);
    length += 13;
    end = statementCopy.write(output, length);
    if (end < 0) return -1;
    length = end;
    // ,"reference":
    outputView.setInt32(length, 0x6572222c, true);
    outputView.setInt32(length + 4, 0x65726566, true);
    outputView.setInt32(length + 8, 0x2265636e, true);
    outputView.setInt32(length + 12, 0x0000003a, true);
    length += 13;
    referenceKey.from = length;
    to = ends[2] as number;
    input[to] = 0; // ends the value
    end = copyEntryReference(starts[2] as number, length);
    if (end < 0) end = copyEntryReferenceCarefully(starts[2] as number, length);
    if (end < 0) return -1;
    length = end;
    referenceKey.to = length;
    // ,"amount":
    outputView.setInt32(length, 0x6d61222c, true);
    outputView.setInt32(length + 4, 0x746e756f, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    amountPlace.from = length;
    to = ends[3] as number;
    input[to] = 0; // ends the value
    end = copyEntryAmount(starts[3] as number, length);
    if (end < 0) end = copyEntryAmountCarefully(starts[3] as number, length);
    if (end < 0) return -1;
    length = end;
    amountPlace.to = length;
    // ,"currency":
    outputView.setInt32(length, 0x7563222c, true);
    outputView.setInt32(length + 4, 0x6e657272, true);
    outputView.setInt32(length + 8, 0x3a227963, true);
    length += 12;
    to = ends[4] as number;
    input[to] = 0; // ends the value
    end = copyEntryCurrency(starts[4] as number, length);
    if (end < 0) end = copyEntryCurrencyCarefully(starts[4] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"direction":
    outputView.setInt32(length, 0x6964222c, true);
    outputView.setInt32(length + 4, 0x74636572, true);
    outputView.setInt32(length + 8, 0x226e6f69, true);
    outputView.setInt32(length + 12, 0x0000003a, true);
    length += 13;
    to = ends[5] as number;
    input[to] = 0; // ends the value
    end = copyEntryDirection(starts[5] as number, length);
    if (end < 0) end = copyEntryDirectionCarefully(starts[5] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"booked":
    outputView.setInt32(length, 0x6f62222c, true);
    outputView.setInt32(length + 4, 0x64656b6f, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    to = ends[6] as number;
    input[to] = 0; // ends the value
    end = copyEntryBooked(starts[6] as number, length);
    if (end < 0) end = copyEntryBookedCarefully(starts[6] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"information":
    outputView.setInt32(length, 0x6e69222c, true);
    outputView.setInt32(length + 4, 0x6d726f66, true);
    outputView.setInt32(length + 8, 0x6f697461, true);
    outputView.setInt32(length + 12, 0x003a226e, true);
    length += 15;
    to = ends[7] as number;
    input[to] = 0; // ends the value
    end = copyEntryInformation(starts[7] as number, length);
    if (end < 0) end = copyEntryInformationCarefully(starts[7] as number, length);
    if (end < 0) return -1;
    length = end;
    next = recordEnd;
    output[length] = CLOSING_BRACE;
    return length + 1;
  }

  /** The positions of the key's values in the output. */
  const ibanKey = { from: 0, to: 0 };
  const referenceKey = { from: 0, to: 0 };

  /** Creates the fast reader. */
  function fastReader(readers: EntryReaders): FastTypeReader {
    careful = readers;
    return {
      minRecordLimit: 10,
      begin,
      read,
      next: () => next,
      writeKey,
      copy,
      places: { amount: amountPlace },
      values,
    };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      finder.begin(piece);
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function writeKey(keys: Uint8Array, length: number): number {
      return writeKeyTexts(output, [ibanKey, referenceKey], keys, length);
    }

    function values(): unknown {
      return { amount: decodeText(amountPlace) };
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface TransactionReaders {
  readTransactionEndToEndId(cell: string | undefined, record: RecordReport): string | null;
  readTransactionAmount(cell: string | undefined, record: RecordReport): string | null;
  readTransactionDebtor(cell: string | undefined, record: RecordReport): string | null;
  readTransactionCreditor(cell: string | undefined, record: RecordReport): string | null;
  readTransactionPurpose(cell: string | undefined, record: RecordReport): string | null;
}

/** Creates the fast reader of the record type transaction. */
function createTransactionReader(readers: TransactionReaders): FastTypeReader {
  /** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
  const input = fastBuffers.input;
  const output = fastBuffers.output;
  const outputView = fastBuffers.outputView;

  const QUOTE = 34; // "
  const CLOSING_BRACE = 125; // }
  const SPACE = 32;
  const ZERO = 48; // 0
  const MINUS = 45; // -
  const POINT = 46; // .
  const MAX_ASCII = 127;

  /** Reads values that contain references or other markup. */
  const cells = new XmlCellReader();
  /**
   * The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell.
   */
  const BARE = cells.bare;
  const PLAIN_BYTE = 0;
  const END_BYTE = 2;

  /** Finds the values of a record between its tags. Stores the offsets of each field's value. */
  const finder = documents.part(2);
  const { from: starts, to: ends } = finder;

  /** The report of the current record. */
  let report: RecordReport;
  /** The offset of the next record. */
  let next = 0;
  let careful: TransactionReaders;

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
      const special3 = (four ^ 0x26262626) - 0x01010101; // &
      const special4 = (four ^ 0x3c3c3c3c) - 0x01010101; // <
      const controls = four - 0x20202020;
      const marks = (special1 | special2 | special3 | special4 | controls | four) & 0x80808080;
      if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
    }
  }

  /** Returns whether the bytes from `from` to `to` are "NOTPROVIDED". */
  function isNull(bytes: Uint8Array, from: number, to: number): boolean {
    switch (to - from) {
      case 11:
        return (
          bytes[from] === 78 &&
          bytes[from + 1] === 79 &&
          bytes[from + 2] === 84 &&
          bytes[from + 3] === 80 &&
          bytes[from + 4] === 82 &&
          bytes[from + 5] === 79 &&
          bytes[from + 6] === 86 &&
          bytes[from + 7] === 73 &&
          bytes[from + 8] === 68 &&
          bytes[from + 9] === 69 &&
          bytes[from + 10] === 68
        ); // "NOTPROVIDED"
      default:
        return false;
    }
  }

  /** Copies endToEndId: STRING. */
  function copyTransactionEndToEndId(at: number, length: number): number {
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
    if (BARE[byte] !== END_BYTE) {
      end = cells.copy(input, at, output, length);
      if (end < 0) return -1;
      codePoints = cells.codePoints;
    } else if (seen > MAX_ASCII) {
      codePoints = countUtf8CodePoints(input, from, from + codePoints);
      if (codePoints < 0) return -1;
    }
    if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies endToEndId with its careful reader. */
  function copyTransactionEndToEndIdCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readTransactionEndToEndId(text, report)));
  }

  /** Copies amount: DECIMAL; required (FATAL). */
  function copyTransactionAmount(at: number, length: number): number {
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
    if (byte === POINT) {
      output[end++] = POINT;
      byte = input[++cursor] as number;
      const fraction = cursor;
      while ((byte ^ ZERO) <= 9) {
        output[end++] = byte;
        byte = input[++cursor] as number;
      }
      if (cursor === fraction) return -1;
    }
    while (byte === SPACE) byte = input[++cursor] as number;
    if (digits === 0 || BARE[byte] !== END_BYTE) return -1;
    return end;
  }

  /** Copies amount with its careful reader. */
  function copyTransactionAmountCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonNumber(careful.readTransactionAmount(text, report)));
  }

  /** Copies debtor: STRING, sensitive. The code is that of endToEndId. */
  const copyTransactionDebtor = copyTransactionEndToEndId;

  /** Copies debtor with its careful reader. */
  function copyTransactionDebtorCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readTransactionDebtor(text, report)));
  }

  /** Copies creditor: STRING, sensitive. The code is that of endToEndId. */
  const copyTransactionCreditor = copyTransactionEndToEndId;

  /** Copies creditor with its careful reader. */
  function copyTransactionCreditorCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readTransactionCreditor(text, report)));
  }

  /** Copies purpose: STRING. The code is that of endToEndId. */
  const copyTransactionPurpose = copyTransactionEndToEndId;

  /** Copies purpose with its careful reader. */
  function copyTransactionPurposeCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readTransactionPurpose(text, report)));
  }

  /** The values in the output that rules need together. */
  const amountPlace = createOutputValue();

  /** Copies an element that is a record. */
  function appendRecord(start: number, from: number): number {
    const recordEnd = finder.find(start);
    if (recordEnd < 0) return -1;
    let length = from;
    let end = 0;
    let to = 0;

    // {"endToEndId":
    outputView.setInt32(length, 0x6e65227b, true);
    outputView.setInt32(length + 4, 0x456f5464, true);
    outputView.setInt32(length + 8, 0x6449646e, true);
    outputView.setInt32(length + 12, 0x00003a22, true);
    length += 14;
    to = ends[0] as number;
    input[to] = 0; // ends the value
    end = copyTransactionEndToEndId(starts[0] as number, length);
    if (end < 0) end = copyTransactionEndToEndIdCarefully(starts[0] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"amount":
    outputView.setInt32(length, 0x6d61222c, true);
    outputView.setInt32(length + 4, 0x746e756f, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    amountPlace.from = length;
    amountPlace.units = NaN;
    to = ends[1] as number;
    input[to] = 0; // ends the value
    end = copyTransactionAmount(starts[1] as number, length);
    if (end < 0) end = copyTransactionAmountCarefully(starts[1] as number, length);
    if (end < 0) return -1;
    length = end;
    amountPlace.to = length;
    // ,"debtor":
    outputView.setInt32(length, 0x6564222c, true);
    outputView.setInt32(length + 4, 0x726f7462, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    to = ends[2] as number;
    input[to] = 0; // ends the value
    end = copyTransactionDebtor(starts[2] as number, length);
    if (end < 0) end = copyTransactionDebtorCarefully(starts[2] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"creditor":
    outputView.setInt32(length, 0x7263222c, true);
    outputView.setInt32(length + 4, 0x74696465, true);
    outputView.setInt32(length + 8, 0x3a22726f, true);
    length += 12;
    to = ends[3] as number;
    input[to] = 0; // ends the value
    end = copyTransactionCreditor(starts[3] as number, length);
    if (end < 0) end = copyTransactionCreditorCarefully(starts[3] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"purpose":
    outputView.setInt32(length, 0x7570222c, true);
    outputView.setInt32(length + 4, 0x736f7072, true);
    outputView.setInt32(length + 8, 0x003a2265, true);
    length += 11;
    to = ends[4] as number;
    input[to] = 0; // ends the value
    end = copyTransactionPurpose(starts[4] as number, length);
    if (end < 0) end = copyTransactionPurposeCarefully(starts[4] as number, length);
    if (end < 0) return -1;
    length = end;
    next = recordEnd;
    output[length] = CLOSING_BRACE;
    return length + 1;
  }

  /** Creates the fast reader. */
  function fastReader(readers: TransactionReaders): FastTypeReader {
    careful = readers;
    return {
      minRecordLimit: 0,
      begin,
      read,
      next: () => next,
      writeKey: null,
      copy: null,
      places: { amount: amountPlace },
      values,
    };

    function begin(to: RecordReport, piece: FastChunk): boolean {
      report = to;
      finder.begin(piece);
      return true;
    }

    function read(at: number, length: number): number {
      return appendRecord(at, length);
    }

    function values(): unknown {
      return { amount: decodeText(amountPlace) };
    }
  }

  return fastReader(readers);
}

/** Finds the records of a document between its tags. */
const documents = new XmlDocumentFinder([
  { fields: 2, parent: -1 }, // statement
  { fields: 8, parent: 0 }, // entry
  { fields: 5, parent: 1 }, // transaction
]);

/** Returns the type of the record at an offset. Returns -1 if the careful reader must find it. */
function findType(at: number): number {
  return documents.findType(at);
}

/** The careful readers of the types that have a fast reader. */
export interface CarefulTypes {
  entry: EntryReaders;
  transaction: TransactionReaders;
}

/** Creates the fast readers of statements. */
export function fastTypes(readers: CarefulTypes): FastTypes {
  const readerEntry = createEntryReader(readers.entry);
  const readerTransaction = createTransactionReader(readers.transaction);
  return { findType, read, next, endsDocuments: true, types: [null, readerEntry, readerTransaction] };

  function read(type: number, at: number, length: number): number {
    switch (type) {
      case 1:
        return readerEntry.read(at, length);
      case 2:
        return readerTransaction.read(at, length);
      default:
        return -1;
    }
  }

  function next(type: number): number {
    switch (type) {
      case 1:
        return readerEntry.next();
      case 2:
        return readerTransaction.next();
      default:
        return 0;
    }
  }
}
