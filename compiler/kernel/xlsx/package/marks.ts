/**
 * The rows of a sheet as lines of text, which the runtime creates and the reader of a module reads. The line with the
 * number n is the row with the number n, and a row without text is an empty line.
 *
 * A line has its cells, and after ROW_END: `r` if the row is hidden, `s` if the sheet is, the hidden columns (`C-D,F`),
 * and the name of the sheet, with a vertical bar between them. The control characters below separate them, because XML 1.0 has none of them.
 */

/** The first character of the text. */
export const TEXT_START = 0x1d;
/** Ends each cell but the last one. */
export const CELL_END = 0x1f;
/** Ends the last cell of a row. */
export const ROW_END = 0x1e;
/** A line feed and a carriage return in a cell, so that a row is a line. */
export const LINE_FEED = 0x0b;
export const CARRIAGE_RETURN = 0x0c;

/** The first character of a cell that is no text: a number in digits, a date or a time, true or false, or an error. */
export const NUMBER = 0x01;
export const DATE = 0x03;
export const BOOLEAN = 0x04;
export const ERROR = 0x05;
/** In a number: what follows is how many digits its format shows at least. */
export const DIGITS = 0x02;
