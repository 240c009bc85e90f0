import type { Severity } from '../model/contract.ts';

const ascending: readonly (Severity | null)[] = [null, 'WARNING', 'ERROR', 'FATAL'];

/** Returns whether a severity is more serious than another one. Null: no issue. */
export function isMoreSerious(severity: Severity, than: Severity | null): boolean {
  return ascending.indexOf(severity) > ascending.indexOf(than);
}
