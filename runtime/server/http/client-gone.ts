/** The client closed the connection before its request was read. No response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
