/** A file that cannot be read to its end. */
export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  /** What is wrong with it: `MISSING_HEADER`, `MISSING_COLUMN`, … */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
