/** A document is not well-formed, or has what is not read here (a DTD, entities of its own). It says nothing of the document's text. */
export class MalformedXml extends Error {
  override readonly name = 'MalformedXml';
  /** The place in the window. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}
