/** The keys of the issuer could not be fetched, so no token can be verified now. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}
