/**
 * Thrown if the object store with the received files cannot be used now, for example because it cannot be reached. What
 * is stored remains stored, and the caller can repeat the call later. The message names no host, because callers see it.
 * `cause` is for the log.
 */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
  readonly code = 'files_unavailable';

  constructor(options?: ErrorOptions) {
    super('the object store with the received files cannot be used now', options);
  }
}
