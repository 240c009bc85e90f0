import type { ReferenceInfo } from '../../kernel/model/contract.ts';
import { functionOf } from '../../language/expressions/functions/functions.ts';
import { visit } from '../../language/expressions/model/expression.ts';
import { expressionsOf } from '../../language/fields/computed.ts';
import type { FieldPlan } from '../../language/plan/plan.ts';
import type { AnySpec } from '../1-read/spec-shape.ts';

/** Plans the reference tables of a spec: their keys, and the columns that the expressions of its fields read. */
export function planReference(
  { reference = {} }: Pick<AnySpec, 'reference'>,
  fields: readonly FieldPlan[],
): readonly ReferenceInfo[] {
  const read = new Map(Object.keys(reference).map((name) => [name, new Set<string>()]));
  for (const { expression } of expressionsOf(fields))
    visit(expression, (part) => {
      const used = part.kind === 'call' ? functionOf(part).tableOf?.(part.operand) : undefined;
      if (used !== undefined && used.column !== null) read.get(used.table)?.add(used.column);
    });
  return Object.entries(reference).map(([name, { file, key }]) => ({
    name,
    key,
    ...(file !== undefined && { file }),
    columns: [...(read.get(name) ?? [])].sort(),
  }));
}
