/** A line of dashes that divides a printed table: `+----+----+`, `-----+----` or `|---|---|`. */
const RULER = /^[-+=|: ]*(?:-{3}|={3})[-+=|: ]*$/;
/** The share of the lines of a printed table that have bars. */
const MIN_BARRED = 0.6;
const MAX_LINES = 500;

/**
 * Returns the character that begins the rulers of a table with bars between its columns, if no other line begins with it:
 * then it marks them as comments. Null if there are no such rulers.
 */
export function findRulerMark(text: string): string | null {
  const lines = text.split(/\r\n|\n|\r/, MAX_LINES).filter((line) => line.trim() !== '');
  const rulers = lines.filter((line) => RULER.test(line));
  const [mark = ''] = rulers[0] ?? '';
  const others = lines.filter((line) => !RULER.test(line));
  const barred = others.filter((line) => line.includes('|'));
  const areMarked = /[-+=]/.test(mark) && rulers.every((line) => line.startsWith(mark));
  // The first cell of a record is after a bar or a blank, so that a negative number is no ruler.
  const areOthersClear = barred.every((line) => /^[| ]/.test(line)) && !others.some((line) => line.startsWith(mark));
  const isTable = barred.length > 1 && barred.length >= MIN_BARRED * others.length;
  return areMarked && areOthersClear && isTable ? mark : null;
}

/** Whether the cells of a row are a ruler below a header: `---`, `:--:`, `====`. */
export function isRulerRow(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 1 && filled.every((cell) => /^(?::?-{2,}:?|={3,})$/.test(cell));
}
