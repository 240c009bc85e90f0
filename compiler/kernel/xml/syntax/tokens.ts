/** All bytes in the window have been read, and more are needed. */
export const MORE = 0;

/** The name of a start tag has been read. */
export const NAME = 1;

/** A start tag has been read up to and including its `>`. */
export const START = 2;

/** An element has ended. */
export const END = 3;

/** The document has ended. */
export const DONE = 4;

/** The result of `XmlReader.next`: what the reader has reached. */
export type Token = typeof MORE | typeof NAME | typeof START | typeof END | typeof DONE;
