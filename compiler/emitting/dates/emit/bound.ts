import type { DateBound } from '../plan/range.ts';
import { code, name, type Code } from '../../code/literal.ts';

/**
 * Emits one bound of a DATE_RANGE as an expression in days since 1970-01-01. `today` is an expression for the day on
 * which the run starts. `imports` names the kernel functions in the result.
 */
export function emitDateBound(
  bound: DateBound,
  today: Code,
): { readonly code: Code; readonly imports: readonly string[] } {
  if (bound.kind === 'fixed') return { code: code`${bound.epochDay}`, imports: [] };
  if (bound.amount === 0) return { code: today, imports: [] };
  const plus = { day: 'addDays', month: 'addMonths', year: 'addYears' }[bound.unit];
  return { code: code`${name(plus)}(${today}, ${bound.amount})`, imports: [plus] };
}
