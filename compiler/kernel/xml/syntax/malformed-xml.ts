/**
 * Thrown for a document that is not well-formed, or uses a DTD or entities of its own. The message contains no text of
 * the document, which may be sensitive.
 */
export class MalformedXml extends Error {
  override readonly name = 'MalformedXml';
  /** Index in the window. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}
