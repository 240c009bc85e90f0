/** The client that waits for a spec to be compiled. */
export interface CompileRequest {
  /** Identifies the client, for example by its network address. The clients take turns at the compiler. */
  caller: string;
  /** Aborted when the client no longer waits. */
  signal: AbortSignal;
  /** Returns false if the client may not use the spec with this name. Absent: it may use every spec. */
  mayUseName?(name: string): boolean;
}

/** Thrown if the client may not use a spec with the name that it sent. */
export class NameNotAllowed extends Error {
  override readonly name = 'NameNotAllowed';
}

/**
 * Thrown if too many specs wait for the compiler, if a spec has waited too long, or if the compiler is too slow. The
 * caller should try again later.
 */
export class CompilerBusy extends Error {
  override readonly name = 'CompilerBusy';
}
