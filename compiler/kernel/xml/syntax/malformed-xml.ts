/**
 * Thrown if a document is not well-formed, or uses a DTD or an entity that XML does not predefine. The message contains
 * no text of the document, which may be sensitive, except the name of its encoding.
 */
export class MalformedXml extends Error {
  override readonly name: string = 'MalformedXml';
  /** The code of the failure that ends the run. */
  readonly code: string = 'MALFORMED_XML';
  /** Index in the window at which the error is. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}
