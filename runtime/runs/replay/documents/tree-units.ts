import { findFileFormat } from '../../../../compiler/formats.ts';
import type { SpecInfo } from '../../../../compiler/kernel/model/contract.ts';
import type { PlacesFile } from '../places/record-places.ts';
import { replayBatches } from '../places/replay-batches.ts';

/** A record of a document file, with the place of its start. */
interface StartedRecord {
  readonly record: number;
  readonly from: number;
  readonly type: string | null;
  readonly encoding: string;
}

/** An element that is a document with all of its records, or a record outside of documents. */
export interface TreeUnit {
  /** The number of its first record, and how many it has. */
  readonly first: number;
  readonly records: number;
  readonly type: string | null;
  readonly from: number;
  readonly to: number;
  /** The depth of its element. */
  readonly depth: number;
  readonly encoding: string;
}

/**
 * What follows in a file of elements. BEGIN: an element that encloses other units, the first of them at `headTo`. UNIT: one without others inside. END: the
 * end of the element that began last, which may be a unit itself.
 */
export type TreeEvent =
  | ({ readonly kind: 'UNIT' } & TreeUnit)
  | ({ readonly kind: 'BEGIN'; readonly headTo: number } & Omit<TreeUnit, 'records' | 'to'>)
  | ({ readonly kind: 'END' } & Pick<TreeUnit, 'from' | 'to' | 'first' | 'type' | 'depth'>);

interface OpenElement {
  readonly started: StartedRecord;
  readonly depth: number;
  readonly isDocument: boolean;
  /** The number of the last record inside. */
  last: number;
  isEnclosing: boolean;
}

/**
 * Yields the units of a file of elements, up to that with record `records`. With `maxRecordBytes` 1, each record has an issue,
 * and the reader reports the places of records with issues.
 */
export async function* treeUnits(file: PlacesFile, records = Infinity): AsyncGenerator<TreeEvent, undefined> {
  const { module, slices } = file;
  const starts = startedRecords(file, records);
  let next = await starts.next();
  if (next.done === true) return;
  const finder = findFileFormat(module.spec.format).createElementFinder?.(next.value.encoding);
  if (finder === undefined) throw new Error(`files of ${module.spec.format} have no elements`);
  const isDocument = documentsOf(module.spec);
  const open: OpenElement[] = [];
  try {
    for await (const chunk of slices.readRange(0, Infinity))
      for (const { kind, at, depth } of finder.add(chunk)) {
        if (kind === 'BEGIN') {
          if (next.done === true || at < next.value.from) continue;
          const outer = open.at(-1);
          const started = next.value;
          next = await starts.next();
          if (outer?.isDocument === true) outer.last = started.record;
          else {
            if (outer !== undefined && !outer.isEnclosing) yield begin(outer, at);
            open.push({
              started,
              depth,
              isDocument: isDocument(started.type),
              last: started.record,
              isEnclosing: false,
            });
          }
        } else if (open.at(-1)?.depth === depth) {
          const ended = open.pop();
          if (ended !== undefined) yield end(ended, at);
          if (open.length === 0 && next.done === true) return;
        }
      }
  } finally {
    await starts.return(undefined);
  }
}

function begin(element: OpenElement, headTo: number): TreeEvent {
  element.isEnclosing = true;
  const { started, depth } = element;
  const { record: first, from, type, encoding } = started;
  return { kind: 'BEGIN', headTo, first, type, from, depth, encoding };
}

function end({ started, depth, last, isEnclosing }: OpenElement, to: number): TreeEvent {
  const { record: first, from, type, encoding } = started;
  if (isEnclosing) return { kind: 'END', first, from, to, type, depth };
  return { kind: 'UNIT', first, records: last - first + 1, type, from, to, depth, encoding };
}

function documentsOf({ documents }: Pick<SpecInfo, 'documents'>): (type: string | null) => boolean {
  const types = new Set(documents?.types ?? []);
  return (type) => type !== null && types.has(type);
}

async function* startedRecords(
  { module, options, slices }: PlacesFile,
  records: number,
): AsyncGenerator<StartedRecord, undefined> {
  for await (const { recordIssues, next } of replayBatches({
    module,
    options: { ...options, maxRecordBytes: 1 },
    chunks: slices.readRange(0, Infinity),
    records,
  })) {
    const { encoding = 'utf-8' } = (next.state ?? {}) as { encoding?: string };
    for (const { record, byteOffset: from, recordType: type = null } of recordIssues)
      if (record <= records) yield { record, from, type, encoding };
  }
}
