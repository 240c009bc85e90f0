import type { Position } from '../model/contract.ts';
import { XmlFastRanges } from './fast/ranges.ts';
import { FieldCollector } from './fields/collector.ts';
import { FieldValues } from './fields/field-values.ts';
import { DocumentInput } from './input/document-input.ts';
import { PositionTracker } from './position/position-tracker.ts';
import { type DocumentParts, ResumePoint, type XmlState } from './position/resume-point.ts';
import { XmlReader } from './syntax/reader.ts';
import type { XmlPaths } from './xml-record.ts';

/** The objects that together read one document. */
export interface DocumentReaders extends DocumentParts {
  readonly resumePoint: ResumePoint;
  readonly ranges: XmlFastRanges;
}

/**
 * Creates the objects that read a document from a resume position. If `from` and `state` are null, they read it from
 * its beginning.
 */
export function createDocumentReaders<Column extends string>(
  paths: XmlPaths<Column>,
  from: Position | null,
  state: XmlState | null,
): DocumentReaders {
  const { columns, document, record, maxRecordBytes, encoding } = paths;
  const input = new DocumentInput(
    encoding,
    from === null || state === null ? null : { byteOffset: from.byteOffset, decoding: state },
  );
  const reader = new XmlReader(input.window, state === null);
  const values = new FieldValues(Object.keys(columns).length, maxRecordBytes, state ?? { seen: [] });
  const collector = new FieldCollector(reader, document, values, maxRecordBytes);
  const tracker = new PositionTracker(input.window, { line: from?.line ?? 0, column: state?.column ?? 0 });
  for (const element of state?.open ?? []) {
    collector.reopen(element);
    const ended = state?.openRecords?.find(([, depth]) => depth === collector.depth);
    const type = ended && paths.types?.[ended[0]];
    if (type !== undefined) collector.noteEndedRecord(type.record);
  }
  reader.hasRoot = state?.hasRoot ?? false;
  const resumePoint = new ResumePoint({ input, tracker, reader, collector, values }, from, state);
  const parts = { input, reader, collector, values, tracker, resumePoint };
  return { ...parts, ranges: new XmlFastRanges({ ...parts, record, maxRecordBytes }) };
}
