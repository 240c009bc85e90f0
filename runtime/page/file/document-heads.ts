import type { Batch, RecordIssues, SpecInfo } from '../../../compiler/kernel/model/contract.ts';

/** Returns, for each record of a batch with issues, the number of the first record of its document, or undefined. */
export type FindHeads = (batch: Batch) => (record: RecordIssues) => number | undefined;

/** Creates the search for documents: records of a type whose members are records. Null: the spec has none. */
export function createFindHeads({ recordTypes = [] }: SpecInfo): FindHeads | null {
  const owners = new Map(
    recordTypes.flatMap(({ name, partOf }) => (partOf === undefined ? [] : [[name, partOf.type]])),
  );
  if (owners.size === 0) return null;
  const roots = new Set([...owners.values()].filter((name) => !owners.has(name)));
  const isInside = (name: string | undefined) => name !== undefined && (owners.has(name) || roots.has(name));
  return (batch) => {
    const heads = findHeads(batch, roots);
    return ({ record, recordType }) => (isInside(recordType) ? heads.findLast((head) => head <= record) : undefined);
  };
}

/** Returns the numbers of the records of a batch that begin documents: those with a message, and those with issues. */
function findHeads({ typed, recordIssues }: Batch, roots: ReadonlySet<string>): number[] {
  const isRoot = (name: string | null | undefined) => name != null && roots.has(name);
  const published = [...(typed?.messageRecords ?? [])].filter((_, message) =>
    isRoot(typed?.types[typed.messageTypes[message] ?? -1]?.name),
  );
  const wrong = recordIssues.filter(({ recordType }) => isRoot(recordType)).map(({ record }) => record);
  return [...new Set([...published, ...wrong])].sort((a, b) => a - b);
}
