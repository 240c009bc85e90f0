/** Delimiters of several characters that files often have. They count even where other characters surround them. */
const USUAL = ['~|~', '|~|', '|^|', '^|^', '<|>', '|#|', '#|#', '|+|', '|@|', '|*|', '<>', '~^~', '^~^', '@#@', '#@#'];
/** Characters that a delimiter of several characters may have. Quotes, points, dashes and slashes belong to values. */
const MARKS = /[|~^#;:§¦$%&@*!<>,\t\u0001-\u0008\u001c-\u001f]{2,8}/gu;
const SINGLE = [',', ';', '\t', '|'];
/** A text that begins and ends like a tag is no delimiter. */
const TAGS = /^>+<+$/;

/**
 * Returns a delimiter of several characters that all lines have equally often, such as `~|~`, `::` or `||`. Null if there is
 * none, or if a single character may be the delimiter. `lines` are not blank.
 */
export function findSeveral(lines: readonly string[]): string | null {
  if (lines.length < 2) return null;
  const [first = ''] = lines;
  const usual = USUAL.find((one) => lines.every((line) => line.includes(one)) && isRegular(lines, one));
  if (usual !== undefined) return usual;
  const runs = new Set(first.match(MARKS) ?? []);
  return [...runs].find((run) => !TAGS.test(run) && isDelimiter(lines, run)) ?? null;
}

/** Whether all lines have a text equally often. The last line may have been cut. */
function isRegular(lines: readonly string[], text: string): boolean {
  const countOf = (line: string) => line.split(text).length;
  return lines.every((line) => countOf(line) === countOf(lines[0] ?? ''));
}

/**
 * Whether a text is a delimiter: all lines have it equally often, and in the first line each of its characters occurs in it
 * only, between cells that are not empty. So `a,,b` above `1,,2` has one delimiter of two characters only if no line has a
 * single comma elsewhere in the first line.
 */
function isDelimiter(lines: readonly string[], text: string): boolean {
  const [first = ''] = lines;
  const cells = first.split(text);
  if (cells.length < 2 || cells.some((cell) => cell.trim() === '') || !isRegular(lines, text)) return false;
  // A usual delimiter that all lines have as often is rather the delimiter, and the text a part of a cell.
  const hasSingle = SINGLE.some(
    (one) => !text.includes(one) && first.split(one).length >= cells.length && isRegular(lines, one),
  );
  if (hasSingle) return false;
  const isOwn = [...text].every((mark) => cells.every((cell) => !cell.includes(mark)));
  return isOwn && (new Set(text).size === 1 || text.length > 2);
}
