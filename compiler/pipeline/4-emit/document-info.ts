import type { SpecInfo } from '../../kernel/model/contract.ts';
import type { DocumentsPlan, RecordTypePlan, RecordTypesPlan } from '../../language/plan/record-types-plan.ts';
import { type Code, code, join, literal, nothing, propertyKey } from '../../emitting/code/literal.ts';

type DocumentInfo = NonNullable<SpecInfo['documents']>;

/** Returns what the runtime needs to know about documents, with or without their module. Undefined if there are none. */
export function describeDocuments({ documents, types }: RecordTypesPlan): DocumentInfo | undefined {
  if (documents === null) return undefined;
  const { rules, maxRejected, maxBytes, readsTwice } = documents;
  return {
    types: documents.types.map((type) => nameOf(types, type)),
    rules,
    ...(maxRejected !== null && { maxRejected }),
    ...(types.some(({ part }) => part !== null) && { maxBytes }),
    ...(readsTwice && { readsTwice }),
    ...describeFrame(documents, types),
  };
}

/** Returns which records outside of documents rejects contain, and which they must not contain. */
function describeFrame(
  { frame }: DocumentsPlan,
  types: readonly RecordTypePlan[],
): Pick<DocumentInfo, 'frame' | 'totals' | 'leftOut'> {
  const around = frame.types.map(
    ({ type, parent }) => [nameOf(types, type), parent < 0 ? null : nameOf(types, parent)] as const,
  );
  const totals = frame.totals.map(({ type, rules }) => [nameOf(types, type), rules] as const);
  const leftOut = frame.totals.filter(({ isLeftOut }) => isLeftOut).map(({ type }) => nameOf(types, type));
  return {
    ...(around.length > 0 && { frame: Object.fromEntries(around) }),
    ...(totals.length > 0 && { totals: Object.fromEntries(totals) }),
    ...(leftOut.length > 0 && { leftOut }),
  };
}

/** Emits the member of a spec's description about documents. */
export function emitDocumentInfo(info: DocumentInfo | undefined): Code {
  if (info === undefined) return nothing;
  const { types, rules, maxRejected, maxBytes, readsTwice, frame, totals, leftOut } = info;
  const members = [
    code`types: ${list(types)}`,
    code`rules: ${list(rules)}`,
    ...(maxRejected === undefined ? [] : [code`maxRejected: ${maxRejected}`]),
    ...(maxBytes === undefined ? [] : [code`maxBytes: ${maxBytes}`]),
    ...(readsTwice === undefined ? [] : [code`readsTwice: true`]),
  ];
  const outside = [
    ...(frame === undefined
      ? []
      : [code`frame: ${block(frame, (type) => (type === null ? code`null` : literal(type)))}`]),
    ...(totals === undefined ? [] : [code`totals: ${block(totals, list)}`]),
    ...(leftOut === undefined ? [] : [code`leftOut: ${list(leftOut)}`]),
  ];
  if (outside.length === 0) return code`  documents: { ${join(members, ', ')} },\n`;
  return code`  documents: {\n    ${join([...members, ...outside], ',\n    ')},\n  },\n`;
}

function nameOf(types: readonly RecordTypePlan[], type: number): string {
  return types[type]?.place.name ?? '';
}

function list(items: readonly string[]): Code {
  return join(items.map(literal), ', ', '[', ']');
}

function block<T>(members: Readonly<Record<string, T>>, value: (item: T) => Code): Code {
  const lines = Object.entries(members).map(([key, item]) => code`${propertyKey(key)}: ${value(item)}`);
  return join(lines, ',\n      ', '{\n      ', ',\n    }');
}
