import type { CompileRequest } from '../../registry/compile/compile-request.ts';

/**
 * Returns the caller of a compilation that a request needs: the network address of the client, and a signal that is
 * aborted when the client disconnects.
 */
export function callerOf(request: Request): CompileRequest {
  // The server adds the address of the connection. A request of a test has none.
  const { ip } = request as { ip?: string };
  return { caller: `client ${ip ?? ''}`, signal: request.signal };
}
