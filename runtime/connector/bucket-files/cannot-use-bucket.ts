/** The bucket of the received files cannot be used. The message says why and what to do, and contains no secret. */
export class CannotUseBucket extends Error {
  override readonly name = 'CannotUseBucket';
}
