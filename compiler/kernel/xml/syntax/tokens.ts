/** All bytes in the window have been read. */
export const MORE = 0;

/** The name of a start tag has been read. */
export const NAME = 1;

/** A start tag has been read to its end. */
export const START = 2;

/** An element has ended. */
export const END = 3;

/** The document has ended. */
export const DONE = 4;

/** The result of `XmlReader.next`. */
export type Token = typeof MORE | typeof NAME | typeof START | typeof END | typeof DONE;
