/** Where an element of a document begins, or the offset after its end. The root element has depth 1. */
export interface ElementMark {
  readonly kind: 'BEGIN' | 'END';
  /** The offset in the undecoded file. */
  readonly at: number;
  readonly depth: number;
}

/** Finds the elements of a document. */
export interface ElementFinder {
  /** Adds the next bytes of the file. Returns where elements begin and end in them, in their order. */
  add(bytes: Uint8Array): ElementMark[];
}
