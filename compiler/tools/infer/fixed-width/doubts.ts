import type { SeenColumn } from './columns.ts';

/** Fewer lines hardly show where columns of texts begin. */
const MIN_SHOWN = 5;
/** The share of the values with a known form from which columns are probably right. */
const MIN_TYPED = 0.3;

/** The number of a page in a printed list, or the control character before a new page. */
const PAGE = /\f|\b(?:page|seite|página|pagina|strana|strona|sida|blad)\b\.?:?\s*\d+/iu;

/** Describes what lines hardly show: where columns begin, and whether lines have one type. */
export function describeDoubts(
  lines: readonly string[],
  {
    columns,
    isNamed,
    typed,
    crowded,
  }: { columns: readonly SeenColumn[]; isNamed: boolean; typed: number; crowded: number },
): string[] {
  if (columns.length < 2) return ['its lines have one length, but no columns: cut them as the sender describes'];
  if (lines.filter((line) => PAGE.test(line)).length > 1)
    return ['its pages repeat their titles: ask for a file without pages, or select the records with recordWhen'];
  const undecided = describeBetween(lines, columns);
  if (undecided.length > 0) return undecided;
  if (!isNamed && haveSeveralTypes(lines))
    return [
      `its first and its last line begin with other characters than those between: describe each type of lines in recordTypes, as the sender describes it`,
    ];
  const torn = isNamed ? -1 : columns.findIndex((column) => hasSeveralNumbers(lines, column));
  if (torn >= 0)
    return [
      `column${torn + 1} has several numbers with blanks between them: the lines rather have cells that blanks divide, which no setting reads`,
    ];
  if (crowded >= 0)
    return [
      `column${crowded + 1} has many digits in a row, so it is rather several columns: cut it as the sender describes`,
    ];
  return isNamed || lines.length >= MIN_SHOWN || typed >= MIN_TYPED
    ? []
    : [`${lines.length} lines hardly show where columns begin: compare them with the description of the sender`];
}

/** Describes a sign between two numbers, which may belong to each of both, and a code joined with a zoned number. */
function describeBetween(lines: readonly string[], columns: readonly SeenColumn[]): string[] {
  const isBetween = ({ start, end }: SeenColumn) => {
    const texts = lines.map((line) => line.slice(start, end).trim());
    const marks = new Set(texts.map((text) => /^\d+([-+ ])\d+[-+ ]?$/.exec(text)?.[1] ?? ''));
    return marks.has(' ') && (marks.has('-') || marks.has('+')) && !marks.has('');
  };
  const isZoned = ({ start, end }: SeenColumn) => {
    const texts = lines.map((line) => line.slice(start, end).trim());
    return texts.every((text) => /^[A-Z]+\d+[{}A-R]$/.test(text)) && texts.some((text) => /[{}]$/.test(text));
  };
  const zoned = columns.findIndex(isZoned);
  if (zoned >= 0)
    return [`column${zoned + 1} ends with a digit with a sign (zoned), so it is rather a code and a number: cut it`];
  const at = columns.findIndex(isBetween);
  return at < 0
    ? []
    : [
        `column${at + 1} has digits on both sides of a sign or a blank: two columns, and the sign belongs to one of them`,
      ];
}

const MAX_EXAMINED = 500;

/** Whether half of the texts of a column are numbers with blanks between them, and not always as many. */
function hasSeveralNumbers(lines: readonly string[], { start, end }: SeenColumn): boolean {
  const texts = lines
    .slice(0, MAX_EXAMINED)
    .map((line) => line.slice(start, end).trim())
    .filter((text) => text !== '');
  const several = texts.filter((text) => /^[-+]?\d[\d.,]*(?: +[-+]?\d[\d.,]*)+$/.test(text));
  return 2 * several.length >= texts.length && new Set(several.map((text) => text.split(/ +/).length)).size > 1;
}

const MIN_TYPED_LINES = 4;

/** Whether the first and the last line each begin with a character of their own, and all lines between with another one. */
function haveSeveralTypes(lines: readonly string[]): boolean {
  const marks = lines.map(([first = '']) => first);
  const between = new Set(marks.slice(1, -1));
  const [first = '', last = ''] = [marks[0], marks.at(-1)];
  return (
    lines.length >= MIN_TYPED_LINES &&
    between.size === 1 &&
    [first, last, ...between].every((mark) => /[A-Z0-9]/.test(mark)) &&
    first !== last &&
    !between.has(first) &&
    !between.has(last)
  );
}

/** The minimum number of columns of one length that may be a group that repeats. */
const MIN_GROUPS = 3;

/** Suggests a record type for columns of one length with texts at the end of few lines, which may be one group that repeats. */
export function suggestGroups(
  columns: readonly SeenColumn[],
  isNamed: boolean,
  records: readonly (readonly string[])[],
): string[] {
  if (isNamed || records.length >= MIN_SHOWN) return [];
  const lengths = columns.map(({ start, end }) => end - start);
  const last = lengths.at(-1) ?? 0;
  // The first column has what the groups belong to.
  const from = Math.max(1, lengths.findLastIndex((length) => length !== last) + 1);
  const times = lengths.length - from;
  const areTexts = records.every((cells) => cells.slice(from).every((cell) => !/\d/.test(cell)));
  if (times < MIN_GROUPS || !areTexts) return [];
  const start = (columns[from]?.start ?? 0) + 1;
  return [
    `column${from + 1} to column${lengths.length} have one length: if they are one group that repeats, a record type reads each as a record:`,
    `  - { name: group, in: record, repeat: { start: ${start}, length: ${last}, times: ${times}, stopWhenEmpty: true }, fields: [ { name: value, type: STRING, start: 1, length: ${last} } ] }`,
  ];
}
