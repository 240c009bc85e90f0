import type { Plan } from '../../language/plan/plan.ts';
import type { RecordTypesPlan } from '../../language/plan/record-types-plan.ts';
import { emitUnion } from './emit-record-types.ts';
import { print } from '../../emitting/code/print.ts';
import { emitRecordInterface } from '../../language/fields/record-interface.ts';

/**
 * Returns the text of `dist/<name>.d.ts`. `contract` is the source of `kernel/model/contract.ts`, which contains only
 * types.
 */
export function emitDeclarations(plan: Plan, contract: string): string {
  return print([...emitRecordInterface(plan), declareExports(plan.typeName), contract.trim()]);
}

/** Returns the text of `dist/<name>.d.ts` of a spec with several record types; see emitDeclarations. */
export function emitTypesDeclarations(plan: RecordTypesPlan, contract: string): string {
  return print([...emitUnion(plan), declareExports('Record'), contract.trim()]);
}

function declareExports(record: string): string {
  return `export declare const spec: SpecInfo;
export declare function read(source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>, options?: ReadOptions): AsyncGenerator<RecordOutcome<${record}>>;
export declare function check(value: unknown): Issue[];
export declare function createTransformer(options?: TransformOptions): Transformer;`;
}
