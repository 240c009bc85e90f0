import type { Report } from '../../diagnostics/diagnostic.ts';
import type { CompiledExpression } from './compile-expression.ts';

/** Reports what is wrong with an expression. `pointer` is the JSON pointer of its text. */
export function reportFaults({ faults }: CompiledExpression, pointer: string, report: Report): void {
  // The parameters are those of the code.
  for (const { code, params, part, hint } of faults)
    report(code, pointer, params as never, { part, ...(hint !== undefined && { hint }) });
}
