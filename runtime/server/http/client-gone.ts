/** The client closed the connection before the service had read the whole request. No response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
