/** A fault put into an emitted fast reader. */
export interface Mutation {
  format: 'CSV' | 'FIXED_WIDTH' | 'XML';
  /** What a reader with this fault does wrong. */
  what: string;
  /** The function, or the beginning of the line, in which the text stands; else it is the first of the whole. */
  within: string;
  /** The text that is there, and what stands there instead; nothing: it is dropped. */
  find: string | RegExp;
  put?: string;
}

const csv = (what: string, within: string, find: string | RegExp, put = ''): Mutation => ({
  format: 'CSV',
  what,
  within,
  find,
  put,
});
const fixed = (what: string, within: string, find: string | RegExp, put = ''): Mutation => ({
  format: 'FIXED_WIDTH',
  what,
  within,
  find,
  put,
});
const xml = (what: string, within: string, find: string | RegExp, put = ''): Mutation => ({
  format: 'XML',
  what,
  within,
  find,
  put,
});

/** The fields are those of `odd-cells.ts`. */
export const mutations: readonly Mutation[] = [
  csv('malformed UTF-8 is let through', 'function copyF0(', 'seen > MAX_ASCII', 'seen > 255'),
  csv('a null value is taken for a text', 'function isNull(', /\n {4}case 4:\n.*/u),
  csv('blanks are dropped, and nobody is told', 'function copyF1(', 'if (isTrimmed) report.corrected = true;'),
  csv('blanks beyond ASCII stay', 'function copyF1(', /if \(hasNonSpaceBlankAtEdge\(.*\)\) return -1;/u),
  csv(
    'a field that is required may be empty',
    'function copyF1(',
    /if \(codePoints === 0 \|\| isNull\(output, length \+ 1, end\)\) return -1;/u,
  ),
  csv('one character too few', 'function copyF2(', 'codePoints < 2', 'codePoints < 1'),
  csv('one character too many', 'function copyF2(', 'codePoints > 5', 'codePoints > 6'),
  csv('bytes are counted for characters', 'function copyF2(', /codePoints = countUtf8CodePoints\(.*\);/u),
  csv('a pattern is not looked at', 'function copyF3(', /if \(f3\w*Ends.*return -1;/u),
  csv('an allowed list is not looked at', 'function copyF4(', /if \(!matchesF4\w*\(.*return -1;/u),
  csv('upper case that becomes lower is not told', 'function copyF4(', 'report.corrected = true'),
  csv('a text is padded by one too few', 'function copyF5(', '5 - codePoints', '4 - codePoints'),
  csv('a blank cell keeps its blanks where a default is due', 'function copyF6(', 'output[length + 1] === SPACE || '),
  csv('zeros stay before a number', 'function copyF8(', /if \(byte === ZERO\) byte = .*skipLeadingZeros.*/u),
  csv('no digit is a number', 'function copyF8(', 'digits === 0 || '),
  csv('a sign is forgotten', 'function copyF8(', /if \(isNegative\) value = -value;/u),
  csv('a lower bound is off by one', 'function copyF8(', 'value < -5', 'value < -6'),
  csv('an upper bound is off by a digit', 'function copyF8(', 'value > 99999999999999', 'value > 999999999999999'),
  csv('any number is allowed', 'function copyF10(', /if \(value !== 0 .*return -1;/u),
  csv('a point with no decimals', 'function copyF11(', /if \(decimals === 0\) return -1;/u),
  csv('a bound of decimals is off by one', 'function copyF11(', 'value < 50', 'value < 49'),
  csv('decimals are moved by one', 'function copyF11(', '4 - decimals', '3 - decimals'),
  csv(
    'the separator of the file goes into the message',
    'function copyF12(',
    'output[end++] = POINT;',
    'output[end++] = 39;',
  ),
  csv('a day that no month has', 'function copyF14(', /!isValidDate\(year, month, day\) \|\|/u),
  csv('the wrong character between year and month', 'function copyF14(', /input\[from \+ 4\] !== MINUS \|\|/u),
  csv('a date before the first one', 'function copyF14(', 'date < 19991231 || '),
  csv('a date behind today', 'function copyF14(', / \|\| date > f14\w*/u),
  csv('day and month change places', 'function copyF15(', 'input[from + 3]', 'input[from]'),
  csv('a date is turned round, and nobody is told', 'function copyF15(', 'report.corrected = true;'),
  csv(
    'a date that is as it was is told as turned round',
    'function copyF16(',
    /if \(\s*input\[from\] !== [\s\S]*?\)\s*report\.corrected/u,
    'report.corrected',
  ),
  csv('a word is longer than it is', 'function copyF18(', ' && input[cursor + 1] === 97'),
  csv('a key begins where the field before does', '', /\n.*f8Key\.from = length;/u),
  csv('a record goes on in the next line', '', /\n {2}if \(input\[cellEnd\] !== DELIMITER\) return -1;/u),
  csv('a record may be of any length', 'function finish(', / \|\| at - start > maxRecordBytes/u),
  csv('cells are taken from their neighbours', '', 'starts[columns[2]', 'starts[columns[1]'),
  fixed('lines that are too short', 'function appendLocatedRecord(', /columns\.characters < \d+ \|\| /u),
  fixed(
    'a record may be of any length',
    'function appendLocatedRecord(',
    / \|\| columns\.end - start > maxRecordBytes/u,
  ),
  fixed('what stands between fields is not looked at', 'const columns', /,\s*\[[\d,\s]+\],\s*0,?\s*\)/u, ', [], 0)'),
  fixed(
    'a field begins one character too early',
    'function appendLocatedRecord(',
    'at = start + (offsets[3] as number);',
    'at = start + (offsets[2] as number);',
  ),
  fixed(
    'characters beyond ASCII are counted as bytes',
    'function appendRecord(',
    'if (cells.isAscii) return length;',
    'return length;',
  ),
  fixed('zeros are taken for padding', 'function appendLocatedRecord(', ', SPACE);', ', ZERO);'),
  fixed(
    'a line end of two bytes is taken for two',
    'function appendLocatedRecord(',
    /next = skipLineEnd\(.*\);/u,
    'next = columns.end + 1;',
  ),
  fixed('the byte behind a field is not put back', 'function appendLocatedRecord(', /input\[to\] = overwritten;/gu),
  fixed('a cell may end before its field', 'function appendLocatedRecord(', /if \(cellEnd !== to\) return -1;/gu),
  fixed('a lower bound is off by one', 'function copyF8(', 'value < -5', 'value < -6'),
  fixed('a date before the first one', 'function copyF14(', 'date < 19991231 || '),
  xml(
    'what is before the records is prepared once',
    'function begin(',
    /if \(inherited !== prepared [\s\S]*?prepare\(\);/u,
    'if (prepared === null) prepare();',
  ),
  xml('what is wrong before the records is not told', 'function prepare(', 'report.issues.length === 0', 'true'),
  xml(
    'what was corrected before the records is not told',
    'function appendRecord(',
    'if (isCorrected) report.corrected = true;',
  ),
  xml('a value ends with the one behind it', 'function appendRecord(', 'ends[3]', 'ends[4]'),
  xml('a value is taken from its neighbour', 'function appendRecord(', /(starts|ends)\[10\]/gu, '$1[8]'),
  xml('the end of a value is not marked', 'function appendRecord(', /input\[to\] = 0;/gu),
  xml('malformed UTF-8 is let through', 'function copyF5(', 'seen > MAX_ASCII', 'seen > 255'),
  xml('a pattern is not looked at', 'function copyF13(', /if \(f13\w*Ends.*return -1;/u),
  xml(
    'blanks are dropped, and nobody is told',
    'function copyF12(',
    /if \(isBlankBefore \|\| isBlankAfter\) report\.corrected = true;/u,
  ),
];
