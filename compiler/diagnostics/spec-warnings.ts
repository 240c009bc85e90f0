import type { Diagnostic } from './diagnostic.ts';
import type { Warning } from '../kernel/model/contract.ts';

/** The diagnostics of a spec that each of its runs repeats as a warning, because values may be wrong without an issue. */
const REPEATED: Readonly<Partial<Record<string, string>>> = { two_digit_year: 'TWO_DIGIT_YEAR' };

/** Returns the warnings that each run of a spec has, if it has any: one for each code of a diagnostic that runs repeat. */
export function describeSpecWarnings(diagnostics: readonly Diagnostic[]): { warnings?: readonly Warning[] } {
  const warnings = Object.entries(REPEATED).flatMap(([code, warning = '']) => {
    const [first, ...others] = diagnostics.filter((one) => one.code === code);
    if (first === undefined) return [];
    const more =
      others.length === 0 ? '' : others.length === 1 ? ', and so does 1 other' : `, and so do ${others.length} others`;
    return [{ code: warning, message: `${first.message}${more}: ${first.hint ?? ''}` }];
  });
  return warnings.length === 0 ? {} : { warnings };
}
