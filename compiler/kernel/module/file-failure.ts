/** Thrown by `read` if a file cannot be read to its end. */
export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  /** The code of the failure, such as `MISSING_HEADER` or `MISSING_COLUMN`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
