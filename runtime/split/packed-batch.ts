import type { Batch, Issue, RecordProblem } from '../../compiler/kernel/contract.ts';

/** A batch on its way to another thread: its problems as bytes, which are moved like all others, not copied. */
export type PackedBatch = Omit<Batch, 'problems'> & { problems: Uint8Array | null };

type Constant = [severity: Issue['severity'], code: string, ruleId: string | null, field: string | null, column: string | null, message: string];
type Rest = Omit<Issue, 'severity' | 'code' | 'ruleId' | 'field' | 'column' | 'message'>;
/** An issue: the place of its constant part, and the rest of its members. */
type PackedProblem = [record: number, line: number, byteOffset: number, byteLength: number, outcome: RecordProblem['outcome'], issues: [number, Rest][]];

/** A batch whose buffers may be moved, and the buffers. */
export function packBatch(batch: Batch): { packed: PackedBatch; transfer: ArrayBuffer[] } {
  const packed = { ...batch, problems: batch.problems.length === 0 ? null : packProblems(batch.problems) };
  const views = [packed.bytes, packed.ends, packed.keys, packed.keyEnds, ...(packed.problems === null ? [] : [packed.problems])];
  const buffers = new Set(views.map(({ buffer }) => buffer).filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && buffer.byteLength > 0));
  return { packed, transfer: [...buffers] };
}

/** The batch that was packed. */
export function unpackBatch(packed: PackedBatch): Batch {
  return { ...packed, problems: packed.problems === null ? [] : unpackProblems(packed.problems) };
}

/** About how many bytes it holds. */
export function weighPacked({ bytes, ends, keys, problems }: PackedBatch): number {
  return bytes.length + keys.length + 8 * ends.length + (problems?.length ?? 0);
}

// Most issues of a file say the same: what is constant in them is told once. This is many times faster than a structured clone.
function packProblems(problems: readonly RecordProblem[]): Uint8Array {
  const constants: Constant[] = [];
  const places = new Map<string, number>();
  const placeOf = (constant: Constant): number => {
    const key = `${constant[4]}\0${constant[2]}\0${constant[5]}\0${constant[3]}\0${constant[1]}\0${constant[0]}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, constants.length);
    return constants.push(constant) - 1;
  };
  const rows = problems.map(({ record, line, byteOffset, byteLength, outcome, issues }): PackedProblem => [
    record, line, byteOffset, byteLength, outcome,
    issues.map(({ severity, code, ruleId, field, column, message, ...rest }) => [placeOf([severity, code, ruleId, field, column, message]), rest]),
  ]);
  return new TextEncoder().encode(JSON.stringify([constants, rows]));
}

function unpackProblems(bytes: Uint8Array): RecordProblem[] {
  // Written by packProblems.
  const [constants, rows] = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as [Constant[], PackedProblem[]];
  const unpackIssue = ([place, rest]: [number, Rest]): Issue => {
    const [severity, code, ruleId, field, column, message] = constants[place] ?? unknown();
    return { severity, code, ruleId, field, column, message, ...rest };
  };
  return rows.map(([record, line, byteOffset, byteLength, outcome, issues]) => ({ record, line, byteOffset, byteLength, outcome, issues: issues.map(unpackIssue) }));
}

function unknown(): never {
  throw new Error('a packed issue has no constant part');
}
