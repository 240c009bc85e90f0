import { encoderOf } from '../../../compiler/formats.ts';
import type { Batch, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import { findHiddenMembers } from '../../base/model/hidden-members.ts';
import { recordNumbers } from '../../base/model/record-numbers.ts';
import { createBlobSlices } from './blob-slices.ts';
import type { FileCheck } from './file-check.ts';

/** Number of events of a preview. */
const MAX_EVENTS = 10;
/** The preview ends here, also if most records at the beginning have no event. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum number of characters of a value that are shown. */
const MAX_VALUE = 1000;

/** A member of an event. */
export interface PreviewMember {
  name: string;
  /** The value as it is in JSON. Null if it is masked. */
  json: string | null;
  /** The value as a text, for a table. Null is null; empty if it is masked. */
  text: string | null;
  /** Number of characters of a masked value. */
  length: number;
}

/** An event that the file would publish. */
export interface PreviewEvent {
  /** The number of its record, from 1. */
  record: number;
  members: PreviewMember[];
}

/**
 * Returns the first ten events of a file with its edits, or those of its first 16 MiB. Values of sensitive fields are masked
 * unless `showsSensitive`. Rejects if the file cannot be read any more.
 */
export async function readPreview(check: FileCheck, showsSensitive: boolean): Promise<PreviewEvent[]> {
  const events: PreviewEvent[] = [];
  const hidden = showsSensitive ? new Set<string>() : findHiddenMembers(check.module.spec);
  for await (const batch of readBatches(check)) {
    const numbers = recordNumbers(batch);
    for (let index = 0; index < batch.count && events.length < MAX_EVENTS; index++) {
      const bytes = batch.bytes.subarray(index === 0 ? 0 : batch.ends[index - 1], batch.ends[index]);
      events.push({ record: numbers[index] ?? 0, members: readMembers(check.module.spec, bytes, hidden) });
    }
    if (events.length >= MAX_EVENTS || batch.failure !== null) break;
  }
  return events;
}

async function* readBatches({ module, info, edits, file }: FileCheck): AsyncGenerator<Batch> {
  const { today, skipInvalidRecords, maxRecordBytes, maxColumns } = info.options;
  const transformer = module.createTransformer({
    today,
    skipInvalidRecords,
    maxRecordBytes,
    ...(maxColumns !== undefined && { maxColumns }),
    batchRecords: MAX_EVENTS,
    keys: false,
    fileName: info.fileName,
  });
  const repaired = edits.apply(file);
  for await (const chunk of createBlobSlices(repaired).readRange(0, MAX_BYTES)) yield* transformer.push(chunk);
  if (repaired.size <= MAX_BYTES) yield* transformer.end();
}

function readMembers(spec: SpecInfo, bytes: Uint8Array, hidden: ReadonlySet<string>): PreviewMember[] {
  const members = encoderOf(spec).split(new TextDecoder().decode(bytes)) ?? [];
  return members.map(({ name, text, value }) => {
    const { length } = [...(value ?? '')];
    if (hidden.has(name)) return { name, json: null, text: '', length };
    return { name, json: shorten(text), text: value === null ? null : shorten(value), length };
  });
}

function shorten(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`;
}
