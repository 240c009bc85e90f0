/** Replaces the parser of expressions in the bundle of the worker. Drafts have no expressions. */

/** The error of the parser. It is never thrown here. */
export class ParseError extends Error {}

/** Throws an Error: the page does not contain the parser. */
export function parse(): never {
  throw new Error('the page has no parser of expressions');
}
