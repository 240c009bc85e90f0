import type { Batch, Issue, RecordProblem } from '../../compiler/kernel/contract.ts';

/** A batch on its way to another thread: its problems as bytes, which are moved like all others, not copied. `parts` null: messages are only counted. */
export type PackedBatch = Omit<Batch, 'problems' | Part> & { problems: Uint8Array | null; parts: Pick<Batch, Part> | null };
type Part = 'bytes' | 'ends' | 'keys' | 'keyEnds';

type Constant = [severity: Issue['severity'], code: string, ruleId: string | null, field: string | null, column: string | null, message: string];
type Rest = Omit<Issue, 'severity' | 'code' | 'ruleId' | 'field' | 'column' | 'message'>;
/** An issue: the place of its constant part, and the rest of its members. */
type PackedProblem = [record: number, line: number, byteOffset: number, byteLength: number, outcome: RecordProblem['outcome'], issues: [number, Rest][]];

/** A batch whose buffers may be moved, and the buffers. */
export function packBatch({ problems, bytes, ends, keys, keyEnds, ...rest }: Batch): { packed: PackedBatch; transfer: ArrayBuffer[] } {
  const parts = bytes.length === 0 && keys.length === 0 ? null : { bytes, ends, keys, keyEnds };
  const packed = { ...rest, parts, problems: problems.length === 0 ? null : packProblems(problems) };
  const views = [...(parts === null ? [] : [bytes, ends, keys, keyEnds]), ...(packed.problems === null ? [] : [packed.problems])];
  const buffers = new Set(views.map(({ buffer }) => buffer).filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && buffer.byteLength > 0));
  return { packed, transfer: [...buffers] };
}

/** The batch that was packed. */
export function unpackBatch({ parts, problems, ...rest }: PackedBatch): Batch {
  return { ...rest, ...(parts ?? countedOnly(rest.count)), problems: problems === null ? [] : unpackProblems(problems) };
}

/** About how many bytes it holds. */
export function weighPacked({ count, parts, problems }: PackedBatch): number {
  return (parts === null ? 0 : parts.bytes.length + parts.keys.length) + 8 * count + (problems?.length ?? 0);
}

/** Messages of which nothing is kept: each ends where it begins. */
function countedOnly(count: number): Pick<Batch, Part> {
  return { bytes: new Uint8Array(0), ends: new Uint32Array(count), keys: new Uint8Array(0), keyEnds: new Uint32Array(count) };
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
