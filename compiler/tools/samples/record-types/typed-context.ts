import type { RecordTypesSpec } from '../../../pipeline/1-read/spec-shape.ts';
import type { FileRulePlan, RecordTypePlan } from '../../../language/plan/record-types-plan.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import type { OwnView, Origin } from './own-views.ts';
import type { SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import type { TypedOracle } from './typed-oracle.ts';
import type { TypeValues } from './type-values.ts';

/** The input for the creation of sample files with record types. */
export interface TypedContext {
  readonly spec: RecordTypesSpec;
  readonly views: readonly OwnView[];
  readonly plans: readonly RecordTypePlan[];
  readonly fileRules: readonly FileRulePlan[];
  readonly oracle: TypedOracle;
  readonly values: readonly TypeValues[];
  /** The message of each rule, by ruleId. */
  readonly messages: ReadonlyMap<string, string>;
}

/** Returns the types that records of a type enclose, as indexes. -1: the file. */
export function typesInside({ plans }: Pick<TypedContext, 'plans'>, parent: number): number[] {
  return [...plans.keys()].filter((type) => plans[type]?.place.parent === parent);
}

/** Sets a field of a record to a value as a message would have it. Returns whether the record can be written. */
export function setValue(
  { views, oracle }: Pick<TypedContext, 'views' | 'oracle'>,
  node: SampleNode,
  { field, value }: { field: number; value: string },
): boolean {
  const shape = views[node.type]?.spec.fields[field];
  if (shape === undefined) return false;
  const kind = typeKinds[shape.type];
  const texts = kind.write(value, kind.plan(shape));
  const { length } = shape;
  const isPadded = length !== undefined && kind.isNumber !== false;
  const cells = [...texts, ...(isPadded ? texts.map((text) => text.padStart(length, '0')) : [])]
    .map((cell) => node.cells.with(field, cell))
    .find((tried) => oracle.writer.types[node.type]?.writeRecord(tried) != null);
  if (cells === undefined) return false;
  node.cells = cells;
  return true;
}

/** Returns the cells of a field that have no issues on their own, those that do not mean null first. */
export function validCellsOf({ values }: Pick<TypedContext, 'values'>, { type, field }: Origin): readonly Cell[] {
  return values[type]?.valid[field] ?? [];
}
