/** Names that hurt where spec text becomes source text or object keys; none has blanks around it. */
export const names = [
  'a', 'b', 'id', 'amount', 'a b', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'length', '0', '1', '-1', '1e3', 'x"y', "x'y", 'x`y', '*/', '/*', '//', '${x}', '`${1}`',
  '\u2028', 'a\u2029b', '\\', '\\u0041', '</script>', '名前', 'é', 'e\u0301', '😀', 'class', 'await', 'null', 'true', 'value', 'issues', 'at', 'input', 'text', 'A', 'a-b', 'a.b', 'a;b', 'a,b', 'a\tb', 'a\nb', '#a', 'NaN', 'undefined', 'prototype', 'arguments', 'eval', 'record', 'field', 'x\u0000y', '%s', '{', '}', '[]',
];

/** Regexes without catastrophic backtracking, for whole values. */
export const valuePatterns = [
  '.*', '[\\s\\S]+', '[^;]*', '.{1,20}', '[A-Za-z0-9 ]+', '\\p{L}+', '\\d+', '-?\\d+(\\.\\d+)?', '\\w+', '^[a-z]+$', '\\S+', '[^\\x00-\\x1f]*', '(a|ab)(c|bcd)?.*', '(?:[a-z]|\\d)*', '[\\u{1F600}-\\u{1F64F}].?',
  '\\d{4}-\\d{2}-\\d{2}', '(?:x{2,5})+', '\\p{Lu}.*', '.+?', '[^]*', '(?:true|false)', '[\\p{L}\\p{N}_ -]{0,40}', 'a?b?c?.*', '[\\u0000-\\u{10FFFF}]*', '\\P{Lu}+', '[^\\d\\s]+', '\\u{78}+', '(?<year>[0-9]{4}).*', '[\\-\\.0-9]+', '\\t?.*',
];

/** Patterns and replacements of REGEX_REPLACE. */
export const replacements: readonly (readonly [string, string])[] = [
  ['\\s+', ''], ['[^0-9A-Za-z]', '_'], ['(\\d+)-(\\d+)', '$2/$1'], ['x*', '-'], ['(a|ab)(c|bcd)?', '<$1|$2>'], ['^\\s+', ''], ['\\s+$', ''], ['.', '$$'], ['\\p{Lu}', 'u'], ['[\\u{1F600}-\\u{1F64F}]', ''], ['(a)|(b)|c', '[$1$2]'],
  ['(?:(a)|b)+', '[$1]'], ['(a*)*', '$1.'], ['(?:a|b)*?c', ''], ['(\\w+)\\s(\\w+)', '$2 $1'], ['a{2,3}', '😀'], ['(?:)', '|'], ['$', '"'], ['^', '\\'], ['[,.]', ''], ['l+?', 'L'], ['(?<x>o)', '$1$1'], ['[^]', '\u2028'], ['0', ''], ['(l)(l)?(z)?', '$3$2$1'],
];

/** Java patterns for whole dates. */
export const datePatterns = ['yyyy-MM-dd', 'dd/MM/yyyy', 'dd.MM.yyyy', 'd.M.yyyy', 'yyyyMMdd', 'MM/dd/yy', 'dd MMM yyyy', "yyyy-MM-dd'T'HH:mm:ss", 'yyyy-MM-dd[ HH:mm[:ss]]', 'd MMMM uuuu', 'EEE, dd MMM yyyy', 'yyyy-DDD', 'yyyyDDD', 'dd/MM/yyyy hh:mm a', 'yyMMdd', "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", 'M/d/yyyy', 'EEEE d. MMMM y', "dd''MM''yyyy", 'yyyy-MM-dd HH:mm:ssZ'];

/** Texts of STRING fields. */
export const words = ['a', 'abc', 'Hello World', 'xx', 'ß', 'Σίσυφος', '😀x', 'ab', 'abcd', '__proto__', '0', 'NULL', 'line\nbreak', 'quo"te', 'é', 'İI', "it's", 'a,b;c|d\te', ' lead', 'x'.repeat(12), '12-34', 'D', '\u00a0', '2024-02-29', '\\', '1.50', 'ﬁ', '\ufeffb', 'null', '"', '""'];

/** Pieces of which hostile texts are made; `dialect` stands for a character of the spec, `bytes` for bytes as they are. */
export type Token = string | { dialect: 'delimiter' | 'quote' | 'escape' | 'comment' } | { bytes: readonly number[] };

export const tokens: readonly Token[] = [
  'x', ' ', '"', { dialect: 'delimiter' }, { dialect: 'quote' }, { dialect: 'escape' }, { dialect: 'comment' }, '\n', '\r\n', '\r', '\u00a0', '\0', '😀', 'é', ',', ';', '\t', "'", '\\', '#', '0', '-', '.', '\u2028', '\u0085', '\u3000', '\ufeff', '\uFFFD', '\u007f', '\u001f', '\v', 'Σ', '𝄞', 'e\u0301', '12', 'x'.repeat(50),
  { bytes: [0xff] }, { bytes: [0xc3] }, { bytes: [0xe2, 0x82] }, { bytes: [0xf0, 0x9f, 0x98] }, { bytes: [0xed, 0xa0, 0x80] }, { bytes: [0xc0, 0xaf] }, { bytes: [0x80] }, { bytes: [0xf4, 0x90, 0x80, 0x80] },
];
