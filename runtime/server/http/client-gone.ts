/** The client has gone before its request was read: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
