/**
 * Thrown if the database of the store cannot be reached or cannot do its work now. What was called has no effect. The
 * caller can repeat the call later. The message contains no secret.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly code = 'store_unavailable';
}
