import type { Plan } from '../plan/plan.ts';
import { print } from '../code/print.ts';
import { emitRecordInterface } from '../fields/record-interface.ts';

/**
 * Returns the text of `dist/<name>.d.ts`. `contract` is the source of `kernel/model/contract.ts`, which contains only
 * types.
 */
export function emitDeclarations(plan: Plan, contract: string): string {
  const exports = `export declare const spec: SpecInfo;
export declare function read(source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>, options?: ReadOptions): AsyncGenerator<RecordOutcome<${plan.typeName}>>;
export declare function check(value: unknown): Issue[];
export declare function createTransformer(options?: TransformOptions): Transformer;`;
  return print([...emitRecordInterface(plan), exports, contract.trim()]);
}
