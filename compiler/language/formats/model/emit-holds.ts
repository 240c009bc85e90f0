import { type Code, code, join } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { RecordTypesPlan } from '../../plan/record-types-plan.ts';

/** How a format copies a record, and finds a cell in it: names of functions of the kernel. */
export interface RecordCopier {
  readonly copy: 'copyCsvRecord' | 'copyFixedWidthLine';
  readonly cellOf: 'cellAt' | 'cellInSlices' | 'cellInRow';
}

/** Emits the constant `held`: the documents whose records copy later values. Returns nothing if there are none. */
export function emitHeld(module: RecordTypesPlan, { copy, cellOf }: RecordCopier, scope: Scope): Code[] {
  const { documents } = module;
  const late = findLate(module);
  if (documents === null || late.length === 0) return [];
  const { maxBytes, maxRecords } = documents;
  const inside = module.types.flatMap((type, index) =>
    isInside(module, index) && type.repeat === null ? [index] : [],
  );
  const types = late.map(({ type, parent }) => code`{ type: ${type}, parent: ${parent} }`);
  const list = types.length === 1 ? join(types, '', '[', ']') : join(types, ',\n    ', '[\n    ', ',\n  ]');
  return [
    code`/** The documents that are read to their end, because their records copy values of later records. */
const held = {
  types: ${numbers(documents.types)},
  inside: ${numbers(inside)},
  late: ${list},
  maxBytes: ${maxBytes},
  maxRecords: ${maxRecords},
  copy: ${scope.use(copy)},
  cellOf: ${scope.use(cellOf)},
};`,
  ];
}

/** Emits the source of a file's records that reads a document to its end if its records copy later values. */
export function emitWithHolds(module: RecordTypesPlan, source: Code, scope: Scope): Code {
  const holds = module.documents !== null && findLate(module).length > 0;
  return holds ? code`${scope.use('holdRecords')}(${source}, held)` : source;
}

/** Returns the types whose values records before them copy, with the types that enclose them. */
function findLate({ types }: RecordTypesPlan): { type: number; parent: number }[] {
  const copied = [...new Set(types.flatMap(({ copiesFrom }) => copiesFrom))];
  return copied.flatMap((source) => {
    const parent = types[source]?.place.parent ?? -1;
    if (parent < 0 || types[parent]?.isHeld !== true) return [];
    const isLate = types.some(({ copiesFrom }, type) => copiesFrom.includes(source) && mayPrecede(types, type, source));
    return isLate ? [{ type: source, parent }] : [];
  });
}

/** Returns whether a record may be before one of the source, which does not enclose it. */
function mayPrecede(types: RecordTypesPlan['types'], type: number, source: number): boolean {
  const parent = types[source]?.place.parent ?? -1;
  let sibling = type;
  while (sibling >= 0 && (types[sibling]?.place.parent ?? -1) !== parent) {
    if (sibling === source) return false;
    sibling = types[sibling]?.place.parent ?? -1;
  }
  if (sibling < 0 || sibling === source) return false;
  return types[parent]?.place.anyOrder === true || sibling < source;
}

/** Returns whether records of a type are inside a document. */
function isInside({ types, documents }: RecordTypesPlan, type: number): boolean {
  const parent = types[type]?.place.parent ?? -1;
  return (
    parent >= 0 &&
    (documents?.types.includes(parent) === true || isInside({ types, documents } as RecordTypesPlan, parent))
  );
}

function numbers(list: readonly number[]): Code {
  return join(
    list.map((one) => code`${one}`),
    ', ',
    '[',
    ']',
  );
}
