import type { Plan } from '../../language/plan/plan.ts';
import type { RecordTypesPlan } from '../../language/plan/record-types-plan.ts';
import { code, name } from '../../emitting/code/literal.ts';
import { emitTypeInterfaces, emitUnion } from './emit-record-types.ts';
import { print } from '../../emitting/code/print.ts';
import { declaredTypeOf, emitRecordInterface } from '../../language/fields/record-interface.ts';

/**
 * Returns the text of `dist/<name>.d.ts`. `contract` is the source of `kernel/model/contract.ts`, which contains only
 * types.
 */
export function emitDeclarations(plan: Plan, contract: string): string {
  const own = [
    ...emitRecordInterface(plan, null, declaredTypeOf),
    declareExports(plan.typeName, plan.reference.length > 0),
  ];
  return print([...own, renameDeclared(contract.trim(), print(own))]);
}

/** The declarations of types in a text. */
const DECLARED = /^export (?:interface|type) ([A-Za-z0-9_$]+)/gm;

/** Returns the contract with other names for the types that the module declares, such as those of a spec `file-issue`. */
function renameDeclared(contract: string, own: string): string {
  const taken = new Set([...own.matchAll(DECLARED)].map(([, declared]) => declared));
  const names = [...contract.matchAll(DECLARED)].flatMap(([, declared = '']) => (taken.has(declared) ? declared : []));
  return names.reduce(
    (text, declared) => text.replaceAll(new RegExp(`\\b${declared}\\b`, 'g'), `Any${declared}`),
    contract,
  );
}

/**
 * Returns the text of `dist/<name>.d.ts` of a spec with several record types; see emitDeclarations. The union of all
 * records has the name of the spec. `Record` is its former name.
 */
export function emitTypesDeclarations(plan: RecordTypesPlan, contract: string): string {
  const { unionName, onUnknownRecordType } = plan;
  const former = code`/** @deprecated Use ${name(unionName)}. */\nexport type Record = ${name(unionName)};`.source;
  // A record whose type is not known has no value, and is processed unless that is FATAL.
  const value = onUnknownRecordType === 'FATAL' ? unionName : `${unionName} | null`;
  const own = [
    ...emitTypeInterfaces(plan, declaredTypeOf),
    emitUnion(plan, unionName),
    former,
    declareExports(value, plan.reference.length > 0),
  ];
  return print([...own, renameDeclared(contract.trim(), print(own))]);
}

function declareExports(record: string, hasReference: boolean): string {
  return `export declare const spec: SpecInfo;
export declare function read(source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>, options?: ReadOptions): AsyncGenerator<RecordOutcome<${record}>>;
export declare function check(value: unknown${hasReference ? ', options?: ReadOptions' : ''}): Issue[];
export declare function createTransformer(options?: TransformOptions): Transformer;`;
}
