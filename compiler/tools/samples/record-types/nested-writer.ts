import { formatKinds } from '../../../language/formats/format-kinds.ts';
import type { NestedWriter } from '../../../language/formats/model/format-kind.ts';
import type { Cell, FileWriter } from '../../../language/formats/model/samples/file-writer.ts';
import type { SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import type { RecordTypesSpec } from '../../../pipeline/1-read/spec-shape.ts';
import type { GroupTypes } from './line-groups.ts';
import type { TypedWriter } from './types-writer.ts';

/** Whether a format has records in others of the file. */
export function isNestedFormat({ format }: Pick<RecordTypesSpec, 'format'>): boolean {
  return formatKinds[format].samples.createNestedWriter !== undefined;
}

/** Creates the writer of such files. Returns null if they cannot be written. */
export function createNestedTypes(spec: RecordTypesSpec, types: GroupTypes): TypedWriter | null {
  const { plans, views } = types;
  const planned = plans.map(({ place, plan }, index) => ({
    name: views[index]?.name ?? '',
    in: views[place.parent]?.name,
    formatPlan: plan.formatOperand,
  }));
  const writer = formatKinds[spec.format].samples.createNestedWriter?.({ ...spec, fields: [] }, planned) ?? null;
  if (writer === null) return null;
  return {
    ending: writer.ending,
    types: views.map((_, type) => createChainWriter(writer, type, types)),
    lines: views.map((_, type) => ({ type: outermost(type, types), records: depthOf(type, types) })),
    writeRecord: (node) => writer.writeNode(node),
    writeUnknown: (text) => writer.writeUnknown(text),
    write: (nodes) => {
      const records = nodes.map((node) => writer.writeNode(node)).filter((record) => record !== null);
      return records.length < nodes.length ? null : (writer.writeFile(records)?.bytes ?? null);
    },
  };
}

/** Writes records of one type, each in records of the types around that have no values. */
function createChainWriter(writer: NestedWriter, type: number, types: GroupTypes): FileWriter {
  const blank = (one: number) => (types.views[one]?.spec.fields ?? []).map((): Cell => null);
  const enclose = (node: SampleNode): SampleNode => {
    const parent = types.plans[node.type]?.place.parent ?? -1;
    return parent < 0 ? node : enclose({ type: parent, cells: blank(parent), children: [node] });
  };
  return {
    ending: writer.ending,
    fillers: blank(type),
    requiredCells: (field) => writer.requiredTexts(type, field),
    writeRecord: (cells) => writer.writeNode(enclose({ type, cells: [...cells], children: [] })),
    writeFile: (records) => writer.writeFile(records) ?? NO_FILE,
    writeFaults: () => [],
  };
}

const NO_FILE = { bytes: new Uint8Array(0), offsets: [] };

function outermost(type: number, types: GroupTypes): number {
  const parent = types.plans[type]?.place.parent ?? -1;
  return parent < 0 ? type : outermost(parent, types);
}

function depthOf(type: number, types: GroupTypes): number {
  return type < 0 ? 0 : 1 + depthOf(types.plans[type]?.place.parent ?? -1, types);
}
