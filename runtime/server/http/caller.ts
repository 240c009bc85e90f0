import type { CompileRequest } from '../../registry/compile/compile-request.ts';

/** Returns who waits for the response of a request: the client at its network address, until it disconnects. */
export function callerOf(request: Request): CompileRequest {
  // The server adds the address of the connection. A request of a test has none.
  const { ip } = request as { ip?: string };
  return { caller: `client ${ip ?? ''}`, signal: request.signal };
}
