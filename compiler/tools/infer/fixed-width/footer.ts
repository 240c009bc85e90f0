/** A line that counts the records of a list: `8 rows selected.`, `(12 Zeilen)`, `9 record(s) selected.` */
const COUNT =
  /^\s*\(?\s*\d[\d.,]*\s+(?:rows?|records?|record\(s\)|row\(s\)|lines?|items?|zeilen?|datens(?:atz|ätze)|sätze|lignes?|enregistrements?|filas?|registros?|righe|rader|wierszy)\b/iu;
/** The maximum number of lines from the first one of a footer to the end of the file. */
const MAX_FOOTER = 5;

/** Returns the lines above a footer that counts them, and the number of lines from the footer to the end of the file. */
export function withoutFooter(
  lines: readonly string[],
  isWhole: boolean,
): { lines: readonly string[]; bottom: number } {
  // The text after the last line end is no line if it is empty.
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const from = isWhole ? lines.findIndex((line, at) => at >= end - MAX_FOOTER && at > 0 && COUNT.test(line)) : -1;
  return from < 0 ? { lines, bottom: 0 } : { lines: lines.slice(0, from), bottom: end - from };
}
