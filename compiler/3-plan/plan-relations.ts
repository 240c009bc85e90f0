import { Names } from '../code/names.ts';
import type { FieldPlan } from '../plan/plan.ts';

/** The function of a generated module that checks the rules which need values of several fields. */
const FUNCTION = 'validateTogether';

/**
 * Takes the name of the function that checks the relations of a record, so that no field uses it. Does nothing if no
 * rule needs it.
 */
export function takeRelationNames(names: Names, hasRelations: boolean): void {
  if (hasRelations) names.take(FUNCTION);
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
