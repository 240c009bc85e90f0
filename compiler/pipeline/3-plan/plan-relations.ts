import { Names } from '../../emitting/code/names.ts';
import type { FieldPlan, RecordNames } from '../../language/plan/plan.ts';

/**
 * Takes the names of what checks the relations of a record, so that no field uses them. Does nothing if no
 * rule needs it.
 */
export function takeRelationNames(
  names: Names,
  { validateTogether, relatedValues }: RecordNames,
  hasRelations: boolean,
): void {
  if (hasRelations) for (const name of [validateTogether, relatedValues]) names.take(name);
}

/**
 * Sets `isRelated` of each field whose value a relation needs: its own value, the other value that it is compared with, and the value of its
 * condition.
 */
export function markRelated(fields: readonly FieldPlan[]): void {
  for (const field of fields) {
    for (const { other, when } of field.relations) {
      field.isRelated = true;
      for (const related of fields)
        if (related.name === other || related.name === when?.field) related.isRelated = true;
    }
  }
}
