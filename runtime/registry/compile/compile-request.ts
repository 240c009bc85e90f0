/** The client that waits for a spec to be compiled. */
export interface CompileRequest {
  /** Identifies the client, for example by its network address. The clients take turns at the compiler. */
  caller: string;
  /** Aborted when the client no longer waits. */
  signal: AbortSignal;
}

/**
 * Thrown if too many specs wait for the compiler, if a spec has waited too long, or if the compiler is too slow. The
 * caller should try again later.
 */
export class CompilerBusy extends Error {
  override readonly name = 'CompilerBusy';
}
