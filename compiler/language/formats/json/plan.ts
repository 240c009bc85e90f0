import type { JsonField } from '../../../kernel/json/fields/json-record.ts';
import type { OnNoRecords } from '../../../kernel/model/no-records.ts';
import { type FieldPlan, hasPlace } from '../../plan/plan.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import { planConditions } from '../model/record-when.ts';
import { typeKinds } from '../../types/type-kinds.ts';
import type { JsonSpec } from './keys.ts';
import { readPointer } from './pointer.ts';

/** The plan of a JSON spec. `fields` are those with a place in the record, in the order of the spec. */
export interface JsonPlan {
  readonly fields: readonly (JsonField & { readonly key: string })[];
  /** The tokens of recordPath. Null: each line is a record. */
  readonly recordPath: readonly string[] | null;
  readonly isLenient: boolean;
  /** The conditions that select the records of a record type. Their columns are JSON Pointers. Null: there are none. */
  readonly when: readonly ConditionPlan[] | null;
  /** Whether no message has a name of a member that no field reads. */
  readonly masksNames: boolean;
  readonly onNoRecords: OnNoRecords;
}

/** Returns the plan of a JSON spec without errors. */
export function planJson(spec: JsonSpec, fields: readonly FieldPlan[]): JsonPlan {
  return {
    fields: fields.flatMap((plan, index) => {
      if (!hasPlace(plan)) return [];
      const { isNumber } = typeKinds[plan.type];
      // The key belongs to a type.
      const { decimalSeparator } = (spec.fields[index] ?? {}) as { decimalSeparator?: string };
      return {
        key: plan.key,
        ...(plan.messageName !== plan.key && { name: plan.messageName }),
        path: readPointer(plan.column) ?? [],
        reads: isNumber === false ? ('TEXT' as const) : isNumber === 'WHOLE' ? isNumber : ('NUMBER' as const),
        ...(decimalSeparator !== undefined && decimalSeparator !== '.' && { point: decimalSeparator }),
      };
    }),
    recordPath: spec.recordPath === undefined ? null : readPointer(spec.recordPath),
    isLenient: spec.lenient ?? false,
    when: spec.recordWhen === undefined ? null : planConditions(spec.recordWhen),
    masksNames: fields.some(({ sensitive }) => sensitive),
    onNoRecords: spec.onNoRecords ?? 'FATAL',
  };
}
