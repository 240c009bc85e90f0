/** Who waits for a spec to be compiled. */
export interface CompileRequest {
  /** Callers take turns. For example, a network address. */
  caller: string;
  /** Aborts when the caller no longer waits. */
  signal: AbortSignal;
}

/** Too many specs wait for the compiler, or a spec has waited too long. The caller should try again later. */
export class CompilerBusy extends Error {
  override readonly name = 'CompilerBusy';
}
