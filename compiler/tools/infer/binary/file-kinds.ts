/** The first characters of files in unsupported formats (read as Latin-1), each with a clause for the error message. */
const KINDS: readonly (readonly [begin: string, what: string])[] = [
  ['%PDF-', 'it is a PDF document. Ask the sender for the data as CSV or XML'],
  ['\x89PNG', 'it is a PNG image'],
  ['\xff\xd8\xff', 'it is a JPEG image'],
  ['GIF8', 'it is a GIF image'],
  ['SQLite format 3\0', 'it is a database of SQLite. Export a table as CSV'],
  ['PAR1', 'it is a Parquet file. Export it as CSV'],
  ['Obj\x01', 'it is an Avro file. Export it as CSV'],
  ['\xd0\xcf\x11\xe0', 'it is a binary document of Excel or Word. Save the sheet as CSV'],
  ['\x7fELF', 'it is a program'],
  ['{\\rtf', 'it is a document in RTF. Save it as text'],
  ['BZh', 'it is bzip2. Unpack it first'],
  ['\xfd7zXZ\0', 'it is xz. Unpack it first'],
  ['7z\xbc\xaf\x27\x1c', 'it is a 7z archive. Unpack it first'],
  ['Rar!\x1a\x07', 'it is a RAR archive. Unpack it first'],
];
/** Where the first block of a tar archive has its mark. */
const TAR = { at: 257, mark: 'ustar' };

/**
 * Recognises a file in an unsupported format by its first bytes. Returns a clause for the error message, such as "it is
 * a PNG image", or null if the format is unknown.
 */
export function nameFileKind(bytes: Uint8Array): string | null {
  const begin = String.fromCharCode(...bytes.subarray(0, 4096));
  if (begin.startsWith('PK\x03\x04'))
    return /\bxl\/|\[Content_Types\]/.test(begin)
      ? 'it is a workbook of Excel. Save the sheet as CSV'
      : 'it is a ZIP archive. Unpack it first';
  if (begin.startsWith(TAR.mark, TAR.at)) return 'it is a tar archive. Unpack it first';
  return KINDS.find(([first]) => begin.startsWith(first))?.[1] ?? null;
}

/** A workbook of Excel 2003 in XML. */
const SHEET = /<\?mso-application progid="Excel\.Sheet"|xmlns(?::\w+)?="urn:schemas-microsoft-com:office:spreadsheet"/;

/**
 * Recognises HTML and workbooks in XML. Returns a clause for the error message, such as "it is an HTML page", or null for any
 * other text.
 */
export function nameTextKind(text: string): string | null {
  if (text.includes('<') && SHEET.test(text.slice(0, 4096)))
    return 'it is a workbook of Excel in XML (SpreadsheetML 2003). Save the sheet as XLSX or CSV';
  return /^<(?:!doctype\s+html|html)[\s>]/i.test(beginOf(text)) ? 'it is an HTML page' : null;
}

/** Returns whether a text is probably JSON. */
export function looksLikeJson(text: string): boolean {
  return isJson(beginOf(text));
}

function beginOf(text: string): string {
  return text.replace(/^\ufeff?\s+|^\ufeff/, '');
}

/**
 * Whether a text is probably JSON. It must begin like an object or array. Then its first line or the whole text must be
 * valid JSON, or its beginning must be typical of JSON.
 */
function isJson(text: string): boolean {
  if (!/^(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})|\[\s*(?:[{["\]]|-?\d))/.test(text)) return false;
  const [line = ''] = text.split(/[\r\n]/, 1);
  return canParse(line) || canParse(text) || /^[[{]\s*(?:\r?\n|$)/.test(text) || /^\[?\{"[^"]*":/.test(text);
}

function canParse(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
