import type { Cell, FileWriter, WrittenRecord } from '../../../language/formats/model/samples/file-writer.ts';
import type { SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import { cellsOfLine, type GroupedLine, type GroupTypes, fillLine, lineOf } from './line-groups.ts';

/** The writers of lines, by the index of the type that a line has. A group has those of its line. */
export interface LineWriters {
  readonly types: GroupTypes;
  readonly lines: readonly GroupedLine[];
  readonly writers: readonly FileWriter[];
}

/** Writes a record with the groups in its line. Returns null if it cannot be written, or if it is a group. */
export function writeLine({ types, lines, writers }: LineWriters, node: SampleNode): WrittenRecord | null {
  const line = lines[node.type];
  if (line === undefined || lineOf(types.plans, node.type) !== node.type) return null;
  const cells = cellsOfLine(line, node, types);
  return cells === null ? null : (writers[node.type]?.writeRecord(cells) ?? null);
}

/** Returns a writer of files with records of one type. Each group in a line of such a file has the same cells. */
export function createTypeWriter(all: LineWriters, type: number): FileWriter | null {
  const { types, lines, writers } = all;
  const [line, writer] = [lines[type], writers[type]];
  if (line === undefined || writer === undefined) return null;
  if (line.slots.every(({ at }) => at.length === 0)) return writer;
  const isGroup = lineOf(types.plans, type) !== type;
  const fields = types.views[type]?.spec.fields ?? [];
  const fillersOf = (one: number): readonly Cell[] =>
    isGroupType(types, one) ? blank(types, one) : ownFillers(types, { one, writer });
  return {
    ending: writer.ending,
    fillers: fields.map((_, field) => (isGroup ? null : (writer.fillers[field] ?? null))),
    requiredCells: (field) => (isGroup ? [] : writer.requiredCells(field)),
    writeRecord: (cells) =>
      writeLine(
        all,
        fillLine(types, type, (one) => (one === type ? cells : fillersOf(one))),
      ),
    writeFile: (records) => writer.writeFile(records),
    writeFaults: () => [],
  };
}

function isGroupType({ plans }: GroupTypes, type: number): boolean {
  return lineOf(plans, type) !== type;
}

function blank({ views }: GroupTypes, type: number): Cell[] {
  return (views[type]?.spec.fields ?? []).map(() => null);
}

/** The fields of a line are before those of its groups. */
function ownFillers({ views }: GroupTypes, { one, writer }: { one: number; writer: FileWriter }): readonly Cell[] {
  return writer.fillers.slice(0, views[one]?.spec.fields.length ?? 0);
}
