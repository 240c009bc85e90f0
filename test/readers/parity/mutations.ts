/** A fault put into an emitted fast reader. */
export interface Mutation {
  format: 'CSV' | 'FIXED_WIDTH' | 'XML';
  /** What a reader with this fault does wrong. */
  what: string;
  /** The function or start of a line that contains the text. Only its first occurrence counts. */
  within: string;
  /** The text to find and its replacement. Without a replacement the text is removed. */
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
  csv('malformed UTF-8 is accepted', 'function copyF0(', 'seen > MAX_ASCII', 'seen > 255'),
  csv('a null value is read as a text', 'function isNull(', /\n {4}case 4:\n.*/u),
  csv('trimmed blanks are not reported', 'function copyF1(', 'if (isTrimmed) report.corrected = true;'),
  csv('blanks beyond ASCII are not trimmed', 'function copyF1(', /if \(hasNonSpaceBlankAtEdge\(.*\)\) return -1;/u),
  csv(
    'a required field may be empty',
    'function copyF1(',
    /if \(codePoints === 0 \|\| isNull\(output, length \+ 1, end\)\) return -1;/u,
  ),
  csv('a text one character too short is accepted', 'function copyF2(', 'codePoints < 2', 'codePoints < 1'),
  csv('a text one character too long is accepted', 'function copyF2(', 'codePoints > 5', 'codePoints > 6'),
  csv('bytes are counted instead of characters', 'function copyF2(', /codePoints = countUtf8CodePoints\(.*\);/u),
  csv('a pattern is not checked', 'function copyF3(', /if \(f3\w*Ends.*return -1;/u),
  csv('allowed values are not checked', 'function copyF4(', /if \(!matchesF4\w*\(.*return -1;/u),
  csv('conversion to lower case is not reported', 'function copyF4(', 'report.corrected = true'),
  csv('a text is padded with one character too few', 'function copyF5(', '5 - codePoints', '4 - codePoints'),
  csv('a blank cell is not replaced by the default', 'function copyF6(', 'output[length + 1] === SPACE || '),
  csv('leading zeros are not removed', 'function copyF8(', /if \(byte === ZERO\) byte = .*skipLeadingZeros.*/u),
  csv('a number without digits is accepted', 'function copyF8(', 'digits === 0 || '),
  csv('a sign is ignored', 'function copyF8(', /if \(isNegative\) value = -value;/u),
  csv('a lower bound is off by one', 'function copyF8(', 'value < -5', 'value < -6'),
  csv('an upper bound has one digit too many', 'function copyF8(', 'value > 99999999999999', 'value > 999999999999999'),
  csv('allowed numbers are not checked', 'function copyF10(', /if \(value !== 0 .*return -1;/u),
  csv('a point without decimals is accepted', 'function copyF11(', /if \(decimals === 0\) return -1;/u),
  csv('a bound of a decimal is off by one', 'function copyF11(', 'value < 50', 'value < 49'),
  csv('the decimal point is off by one', 'function copyF11(', '4 - decimals', '3 - decimals'),
  csv(
    "the file's decimal separator is copied to the message",
    'function copyF12(',
    'output[end++] = POINT;',
    'output[end++] = 39;',
  ),
  csv('an impossible day is accepted', 'function copyF14(', /!isValidDate\(year, month, day\) \|\|/u),
  csv(
    'a wrong character between year and month is accepted',
    'function copyF14(',
    /input\[from \+ 4\] !== MINUS \|\|/u,
  ),
  csv('a date before the lower bound is accepted', 'function copyF14(', 'date < 19991231 || '),
  csv('a date after today is accepted', 'function copyF14(', / \|\| date > f14\w*/u),
  csv('day and month are swapped', 'function copyF15(', 'input[from + 3]', 'input[from]'),
  csv('a reformatted date is not reported', 'function copyF15(', 'report.corrected = true;'),
  csv(
    'an unchanged date is reported as reformatted',
    'function copyF16(',
    /if \(\s*input\[from\] !== [\s\S]*?\)\s*report\.corrected/u,
    'report.corrected',
  ),
  csv('the wrong end of a word is accepted', 'function copyF20(', ' && input[cursor + 1] === 97'),
  csv('a key begins at the previous field', '', /\n.*f8Key\.from = length;/u),
  csv('a record continues on the next line', '', /\n {2}if \(input\[cellEnd\] !== DELIMITER\) return -1;/u),
  csv('the length of a record is not checked', 'function finish(', / \|\| at - start > maxRecordBytes/u),
  csv('a cell is read from the neighbouring column', '', 'starts[columns[2]', 'starts[columns[1]'),
  fixed('a line that is too short is accepted', 'function appendLocatedRecord(', /columns\.characters < \d+ \|\| /u),
  fixed(
    'the length of a record is not checked',
    'function appendLocatedRecord(',
    / \|\| columns\.end - start > maxRecordBytes/u,
  ),
  fixed('bytes between fields are not checked', 'const columns', /,\s*\[[\d,\s]+\],\s*0,?\s*\)/u, ', [], 0)'),
  fixed(
    'a field begins at the previous field',
    'function appendLocatedRecord(',
    'at = start + (offsets[3] as number);',
    'at = start + (offsets[2] as number);',
  ),
  fixed(
    'bytes are counted as characters',
    'function appendRecord(',
    'if (cells.isAscii) return length;',
    'return length;',
  ),
  fixed('zeros are removed as padding', 'function appendLocatedRecord(', /, SPACE\);/gu, ', ZERO);'),
  fixed(
    'a line end of two bytes is read as two line ends',
    'function appendLocatedRecord(',
    /next = skipLineEnd\(.*\);/u,
    'next = columns.end + 1;',
  ),
  fixed('the byte after a field is not restored', 'function appendLocatedRecord(', /input\[to\] = overwritten;/gu),
  fixed(
    'a cell that ends before its field is accepted',
    'function appendLocatedRecord(',
    /if \(cellEnd !== to\) return -1;/gu,
  ),
  fixed('a lower bound is off by one', 'function copyF8(', 'value < -5', 'value < -6'),
  fixed('a date before the lower bound is accepted', 'function copyF14(', 'date < 19991231 || '),
  xml(
    'values before the records are read only once',
    'function begin(',
    /if \(inherited !== prepared [\s\S]*?prepare\(\);/u,
    'if (prepared === null) prepare();',
  ),
  xml('issues before the records are not reported', 'function prepare(', 'report.issues.length === 0', 'true'),
  xml(
    'corrections before the records are not reported',
    'function appendRecord(',
    'if (isCorrected) report.corrected = true;',
  ),
  xml('a value ends at the end of the next one', 'function appendRecord(', 'ends[3]', 'ends[4]'),
  xml('a value is read from the neighbouring element', 'function appendRecord(', /(starts|ends)\[10\]/gu, '$1[8]'),
  xml('the end of a value is not marked by a zero byte', 'function appendRecord(', /input\[to\] = 0;/gu),
  xml('malformed UTF-8 is accepted', 'function copyF5(', 'seen > MAX_ASCII', 'seen > 255'),
  xml('a pattern is not checked', 'function copyF13(', /if \(f13\w*Ends.*return -1;/u),
  xml(
    'trimmed blanks are not reported',
    'function copyF12(',
    /if \(isBlankBefore \|\| isBlankAfter\) report\.corrected = true;/u,
  ),
];
