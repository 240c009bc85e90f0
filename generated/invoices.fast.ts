// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
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
  writeKeyText,
  writeNull,
  type FastChunk,
  type FastTypeReader,
  type FastTypes,
  type RecordReport,
} from 'specmill/kernel';

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface InvoiceReaders {
  readInvoiceNumber2(cell: string | undefined, record: RecordReport): string | null;
  readInvoiceIssued(cell: string | undefined, record: RecordReport): string | null;
  readInvoiceCurrency(cell: string | undefined, record: RecordReport): string | null;
  readInvoiceSupplier(cell: string | undefined, record: RecordReport): string | null;
  readInvoiceCustomer(cell: string | undefined, record: RecordReport): string | null;
  readInvoiceTax(cell: string | undefined, record: RecordReport): string | null;
  readInvoiceNet(cell: string | undefined, record: RecordReport): string | null;
  readInvoicePayable(cell: string | undefined, record: RecordReport): string | null;
}

/** Creates the fast reader of the record type invoice. */
function createInvoiceReader(readers: InvoiceReaders): FastTypeReader {
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
  const finder = documents.part(0);
  const { from: starts, to: ends } = finder;

  /** The report of the current record. */
  let report: RecordReport;
  /** The offset of the next record. */
  let next = 0;
  let careful: InvoiceReaders;

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

  /** Copies number: STRING; required (FATAL). */
  function copyInvoiceNumber2(at: number, length: number): number {
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
    if (codePoints === 0) return -1;
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies number with its careful reader. */
  function copyInvoiceNumber2Carefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readInvoiceNumber2(text, report)));
  }

  /** Copies issued: DATE; required (FATAL). */
  function copyInvoiceIssued(at: number, length: number): number {
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
    )
      return -1;
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

  /** Copies issued with its careful reader. */
  function copyInvoiceIssuedCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readInvoiceIssued(text, report)));
  }

  /** Copies currency: STRING; required (FATAL). The code is that of number. */
  const copyInvoiceCurrency = copyInvoiceNumber2;

  /** Copies currency with its careful reader. */
  function copyInvoiceCurrencyCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readInvoiceCurrency(text, report)));
  }

  /** Copies supplier: STRING. */
  function copyInvoiceSupplier(at: number, length: number): number {
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
    if (codePoints === 0) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies supplier with its careful reader. */
  function copyInvoiceSupplierCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readInvoiceSupplier(text, report)));
  }

  /** Copies customer: STRING. The code is that of supplier. */
  const copyInvoiceCustomer = copyInvoiceSupplier;

  /** Copies customer with its careful reader. */
  function copyInvoiceCustomerCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readInvoiceCustomer(text, report)));
  }

  /** Copies tax: DECIMAL. */
  function copyInvoiceTax(at: number, length: number): number {
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
    if (digits === 0 || BARE[byte] !== END_BYTE) {
      if (BARE[input[at] as number] !== END_BYTE) return -1;
      return writeNull(output, length);
    }
    return end;
  }

  /** Copies tax with its careful reader. */
  function copyInvoiceTaxCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonNumber(careful.readInvoiceTax(text, report)));
  }

  /** Copies net: DECIMAL; required (FATAL). */
  function copyInvoiceNet(at: number, length: number): number {
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

  /** Copies net with its careful reader. */
  function copyInvoiceNetCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonNumber(careful.readInvoiceNet(text, report)));
  }

  /** Copies payable: DECIMAL; required (FATAL). The code is that of net. */
  const copyInvoicePayable = copyInvoiceNet;

  /** Copies payable with its careful reader. */
  function copyInvoicePayableCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonNumber(careful.readInvoicePayable(text, report)));
  }

  /** The values in the output that rules need together. */
  const netPlace = createOutputValue();

  /** Copies an element that is a record. */
  function appendRecord(start: number, from: number): number {
    const recordEnd = finder.find(start);
    if (recordEnd < 0) return -1;
    let length = from;
    let end = 0;
    let to = 0;

    // {"number":
    outputView.setInt32(length, 0x756e227b, true);
    outputView.setInt32(length + 4, 0x7265626d, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    number2Key.from = length;
    to = ends[0] as number;
    input[to] = 0; // ends the value
    end = copyInvoiceNumber2(starts[0] as number, length);
    if (end < 0) end = copyInvoiceNumber2Carefully(starts[0] as number, length);
    if (end < 0) return -1;
    length = end;
    number2Key.to = length;
    // ,"issued":
    outputView.setInt32(length, 0x7369222c, true);
    outputView.setInt32(length + 4, 0x64657573, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    to = ends[1] as number;
    input[to] = 0; // ends the value
    end = copyInvoiceIssued(starts[1] as number, length);
    if (end < 0) end = copyInvoiceIssuedCarefully(starts[1] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"currency":
    outputView.setInt32(length, 0x7563222c, true);
    outputView.setInt32(length + 4, 0x6e657272, true);
    outputView.setInt32(length + 8, 0x3a227963, true);
    length += 12;
    to = ends[2] as number;
    input[to] = 0; // ends the value
    end = copyInvoiceCurrency(starts[2] as number, length);
    if (end < 0) end = copyInvoiceCurrencyCarefully(starts[2] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"supplier":
    outputView.setInt32(length, 0x7573222c, true);
    outputView.setInt32(length + 4, 0x696c7070, true);
    outputView.setInt32(length + 8, 0x3a227265, true);
    length += 12;
    to = ends[3] as number;
    input[to] = 0; // ends the value
    end = copyInvoiceSupplier(starts[3] as number, length);
    if (end < 0) end = copyInvoiceSupplierCarefully(starts[3] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"customer":
    outputView.setInt32(length, 0x7563222c, true);
    outputView.setInt32(length + 4, 0x6d6f7473, true);
    outputView.setInt32(length + 8, 0x3a227265, true);
    length += 12;
    to = ends[4] as number;
    input[to] = 0; // ends the value
    end = copyInvoiceCustomer(starts[4] as number, length);
    if (end < 0) end = copyInvoiceCustomerCarefully(starts[4] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"tax":
    outputView.setInt32(length, 0x6174222c, true);
    outputView.setInt32(length + 4, 0x003a2278, true);
    length += 7;
    to = ends[5] as number;
    input[to] = 0; // ends the value
    end = copyInvoiceTax(starts[5] as number, length);
    if (end < 0) end = copyInvoiceTaxCarefully(starts[5] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"net":
    outputView.setInt32(length, 0x656e222c, true);
    outputView.setInt32(length + 4, 0x003a2274, true);
    length += 7;
    netPlace.from = length;
    to = ends[6] as number;
    input[to] = 0; // ends the value
    end = copyInvoiceNet(starts[6] as number, length);
    if (end < 0) end = copyInvoiceNetCarefully(starts[6] as number, length);
    if (end < 0) return -1;
    length = end;
    netPlace.to = length;
    // ,"payable":
    outputView.setInt32(length, 0x6170222c, true);
    outputView.setInt32(length + 4, 0x6c626179, true);
    outputView.setInt32(length + 8, 0x003a2265, true);
    length += 11;
    to = ends[7] as number;
    input[to] = 0; // ends the value
    end = copyInvoicePayable(starts[7] as number, length);
    if (end < 0) end = copyInvoicePayableCarefully(starts[7] as number, length);
    if (end < 0) return -1;
    length = end;
    next = recordEnd;
    output[length] = CLOSING_BRACE;
    return length + 1;
  }

  /** The positions of the key's values in the output. */
  const number2Key = { from: 0, to: 0 };

  /** Creates the fast reader. */
  function fastReader(readers: InvoiceReaders): FastTypeReader {
    careful = readers;
    return {
      minRecordLimit: 10,
      begin,
      read,
      next: () => next,
      writeKey,
      copy: null,
      places: { net: netPlace },
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
      return writeKeyText(output, number2Key, keys, length);
    }

    function values(): unknown {
      return { net: decodeText(netPlace) };
    }
  }

  return fastReader(readers);
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface LineReaders {
  readLineNumber2(cell: string | undefined, record: RecordReport): string | null;
  readLineItem(cell: string | undefined, record: RecordReport): string | null;
  readLineQuantity(cell: string | undefined, record: RecordReport): string | null;
  readLineUnit(cell: string | undefined, record: RecordReport): string | null;
  readLineNet(cell: string | undefined, record: RecordReport): string | null;
  readLinePrice(cell: string | undefined, record: RecordReport): string | null;
}

/** Creates the fast reader of the record type line. */
function createLineReader(readers: LineReaders): FastTypeReader {
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
  let careful: LineReaders;

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

  /** Copies number: STRING; required (FATAL). */
  function copyLineNumber2(at: number, length: number): number {
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
    if (codePoints === 0) return -1;
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies number with its careful reader. */
  function copyLineNumber2Carefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readLineNumber2(text, report)));
  }

  /** Copies item: STRING; required (FATAL). The code is that of number. */
  const copyLineItem = copyLineNumber2;

  /** Copies item with its careful reader. */
  function copyLineItemCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readLineItem(text, report)));
  }

  /** Copies quantity: DECIMAL; required (FATAL). */
  function copyLineQuantity(at: number, length: number): number {
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

  /** Copies quantity with its careful reader. */
  function copyLineQuantityCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonNumber(careful.readLineQuantity(text, report)));
  }

  /** Copies unit: STRING. */
  function copyLineUnit(at: number, length: number): number {
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
    if (codePoints === 0) return writeNull(output, length);
    output[length] = QUOTE;
    output[end] = QUOTE;
    return end + 1;
  }

  /** Copies unit with its careful reader. */
  function copyLineUnitCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonString(careful.readLineUnit(text, report)));
  }

  /** Copies net: DECIMAL; required (FATAL). The code is that of quantity. */
  const copyLineNet = copyLineQuantity;

  /** Copies net with its careful reader. */
  function copyLineNetCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonNumber(careful.readLineNet(text, report)));
  }

  /** Copies price: DECIMAL. */
  function copyLinePrice(at: number, length: number): number {
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
    if (digits === 0 || BARE[byte] !== END_BYTE) {
      if (BARE[input[at] as number] !== END_BYTE) return -1;
      return writeNull(output, length);
    }
    return end;
  }

  /** Copies price with its careful reader. */
  function copyLinePriceCarefully(at: number, length: number): number {
    const text = cells.text(input, at);
    if (text === null) return -1;
    return writeJson(output, length, toJsonNumber(careful.readLinePrice(text, report)));
  }

  /** The values in the output that rules need together. */
  const netPlace = createOutputValue();

  /** Copies an element that is a record. */
  function appendRecord(start: number, from: number): number {
    const recordEnd = finder.find(start);
    if (recordEnd < 0) return -1;
    let length = from;
    let end = 0;
    let to = 0;

    // {"number":
    outputView.setInt32(length, 0x756e227b, true);
    outputView.setInt32(length + 4, 0x7265626d, true);
    outputView.setInt32(length + 8, 0x00003a22, true);
    length += 10;
    to = ends[0] as number;
    input[to] = 0; // ends the value
    end = copyLineNumber2(starts[0] as number, length);
    if (end < 0) end = copyLineNumber2Carefully(starts[0] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"item":
    outputView.setInt32(length, 0x7469222c, true);
    outputView.setInt32(length + 4, 0x3a226d65, true);
    length += 8;
    to = ends[1] as number;
    input[to] = 0; // ends the value
    end = copyLineItem(starts[1] as number, length);
    if (end < 0) end = copyLineItemCarefully(starts[1] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"quantity":
    outputView.setInt32(length, 0x7571222c, true);
    outputView.setInt32(length + 4, 0x69746e61, true);
    outputView.setInt32(length + 8, 0x3a227974, true);
    length += 12;
    to = ends[2] as number;
    input[to] = 0; // ends the value
    end = copyLineQuantity(starts[2] as number, length);
    if (end < 0) end = copyLineQuantityCarefully(starts[2] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"unit":
    outputView.setInt32(length, 0x6e75222c, true);
    outputView.setInt32(length + 4, 0x3a227469, true);
    length += 8;
    to = ends[3] as number;
    input[to] = 0; // ends the value
    end = copyLineUnit(starts[3] as number, length);
    if (end < 0) end = copyLineUnitCarefully(starts[3] as number, length);
    if (end < 0) return -1;
    length = end;
    // ,"net":
    outputView.setInt32(length, 0x656e222c, true);
    outputView.setInt32(length + 4, 0x003a2274, true);
    length += 7;
    netPlace.from = length;
    netPlace.units = NaN;
    to = ends[4] as number;
    input[to] = 0; // ends the value
    end = copyLineNet(starts[4] as number, length);
    if (end < 0) end = copyLineNetCarefully(starts[4] as number, length);
    if (end < 0) return -1;
    length = end;
    netPlace.to = length;
    // ,"price":
    outputView.setInt32(length, 0x7270222c, true);
    outputView.setInt32(length + 4, 0x22656369, true);
    outputView.setInt32(length + 8, 0x0000003a, true);
    length += 9;
    to = ends[5] as number;
    input[to] = 0; // ends the value
    end = copyLinePrice(starts[5] as number, length);
    if (end < 0) end = copyLinePriceCarefully(starts[5] as number, length);
    if (end < 0) return -1;
    length = end;
    next = recordEnd;
    output[length] = CLOSING_BRACE;
    return length + 1;
  }

  /** Creates the fast reader. */
  function fastReader(readers: LineReaders): FastTypeReader {
    careful = readers;
    return {
      minRecordLimit: 0,
      begin,
      read,
      next: () => next,
      writeKey: null,
      copy: null,
      places: { net: netPlace },
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
      return { net: decodeText(netPlace) };
    }
  }

  return fastReader(readers);
}

/** Finds the records of a document between its tags. */
const documents = new XmlDocumentFinder([
  { fields: 8, parent: -1 }, // invoice
  { fields: 6, parent: 0 }, // line
]);

/** Returns the type of the record at an offset. Returns -1 if the careful reader must find it. */
function findType(at: number): number {
  return documents.findType(at);
}

/** The careful readers of the types that have a fast reader. */
export interface CarefulTypes {
  invoice: InvoiceReaders;
  line: LineReaders;
}

/** Creates the fast readers of invoices. */
export function fastTypes(readers: CarefulTypes): FastTypes {
  const readerInvoice = createInvoiceReader(readers.invoice);
  const readerLine = createLineReader(readers.line);
  return { findType, read, next, endsDocuments: true, types: [readerInvoice, readerLine] };

  function read(type: number, at: number, length: number): number {
    switch (type) {
      case 0:
        return readerInvoice.read(at, length);
      case 1:
        return readerLine.read(at, length);
      default:
        return -1;
    }
  }

  function next(type: number): number {
    switch (type) {
      case 0:
        return readerInvoice.next();
      case 1:
        return readerLine.next();
      default:
        return 0;
    }
  }
}
