import type { JudgedRecords } from '../documents/held-document.ts';
import type { FileIssue, ReadOptions, RecordOutcome } from '../model/contract.ts';
import { END, FAILED, MORE, type RecordSource } from '../model/record-source.ts';
import { hasFatalWarning, judgeWarnings } from '../model/run-warnings.ts';
import { ForeignFileCheck } from '../input/foreign-file.ts';
import { utf8Length } from '../values/text.ts';
import { FileFailure } from './file-failure.ts';
import { createReport, readRecord, type RecordReader } from './record-reader.ts';

/**
 * Reads a file and yields the outcome of each record, in file order. The generator throws FileFailure after the last
 * readable record if the file cannot be read to its end, or has a FATAL issue as a whole. It throws RangeError if the option `today` is not a date.
 */
export async function* readRecords<Raw, Values, T>(
  reader: RecordReader<Raw, Values> & { toRecord(values: Values): T },
  source: RecordSource<Raw>,
  input: { chunks: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>; options: ReadOptions },
): AsyncGenerator<RecordOutcome<T>> {
  const report = createReport(reader, input.options, source);
  const stopsAtWarning = hasFatalWarning(reader.runWarnings);
  const start = new ForeignFileCheck(source.encoding ?? 'utf-8', source.expectedText ?? null, source.isBinary !== true);
  const refuse = () => {
    if (start.failure !== null) throw new FileFailure(start.failure.code, start.failure.message);
  };
  const documents = reader.run?.documents;
  const held = documents?.createHeld<T | null>({
    skipsInvalid: input.options.skipInvalidRecords ?? false,
    decided: null,
    // A processed record has a value, which is an object.
    join: (records) => documents.parts?.joinValues(records, (value) => value as object),
    long: null,
  });
  let record = 0;
  let fatal: FileIssue | undefined;
  const drain = function* (final: boolean): Generator<RecordOutcome<T>> {
    for (;;) {
      const found = source.next(final);
      if (stopsAtWarning) {
        const { failure } = judgeWarnings(source.takeWarnings(), reader.runWarnings);
        if (failure !== null) throw new FileFailure(failure.code, failure.message);
      }
      if (found === END) {
        // The end also judges the last document.
        const last = reader.run?.end(source).find(isFatal);
        fatal ??= last;
        yield* held === undefined ? [] : outcomesOf(held.end(documents?.takeFound() ?? []));
        if (fatal !== undefined) throw new FileFailure(fatal.code, fatal.message);
      }
      if (found === MORE || found === END) return;
      const isWrong = found === FAILED || source.structureIssue?.severity === 'FATAL';
      const kind = record === 0 && isWrong ? start.explain() : null;
      if (kind !== null) throw new FileFailure(kind.code, kind.message);
      if (found === FAILED) {
        if (held !== undefined) yield* outcomesOf(held.abandon());
        throw new FileFailure(source.failure?.code ?? 'FAILED', source.failure?.message ?? 'the file cannot be read');
      }
      report.number = ++record;
      const values = readRecord(reader, source, report);
      const { line, byteOffset } = source;
      const value = values === null ? null : reader.toRecord(values);
      const outcome = report.outcome();
      reader.run?.finish(outcome, values);
      fatal ??= reader.run?.takeFileIssues().find(isFatal);
      const recordType = reader.run?.recordType;
      const type = recordType === undefined ? {} : { recordType };
      if (held !== undefined && documents !== undefined && reader.run !== undefined) {
        const { type: index, isPublished } = reader.run;
        const location = { record, line, byteOffset, byteLength: source.byteLength };
        const issues = report.takeIssues();
        const read = { location, type: index, name: recordType, isPublished, corrected: false, payload: value, issues };
        const hasMessage = isPublished || documents.parts?.isPart(index) === true;
        const message = values !== null && hasMessage && outcome === 'processed' ? reader.toJson(values) : '';
        const bytes = typeof message === 'string' ? utf8Length(message) : message.length;
        yield* outcomesOf(held.add({ ...read, outcome }, bytes, documents.step, () => documents.takeFound()));
        continue;
      }
      // A processed record has a value: a structure that is too broken to read is FATAL.
      yield { record, line, byteOffset, ...type, outcome, value, issues: report.takeIssues() } as RecordOutcome<T>;
    }
  };
  for await (const chunk of chunksOf(input.chunks)) {
    const bytes = start.add(chunk);
    refuse();
    if (bytes === null) continue;
    source.add(bytes);
    yield* drain(false);
  }
  const rest = start.end();
  refuse();
  if (rest !== null) source.add(rest);
  yield* drain(true);
}

/** Returns the outcomes of records whose documents are judged. */
function outcomesOf<T>(judged: readonly JudgedRecords<T | null>[]): RecordOutcome<T>[] {
  return judged.flatMap(({ records }) =>
    records.map(({ location: { record, line, byteOffset }, name, outcome, payload: value, issues }) => {
      const type = name === undefined ? {} : { recordType: name };
      // A processed record has a value: a structure that is too broken to read is FATAL.
      return { record, line, byteOffset, ...type, outcome, value, issues } as RecordOutcome<T>;
    }),
  );
}

function isFatal({ severity }: FileIssue): boolean {
  return severity === 'FATAL';
}

/**
 * Yields the chunks of the source. It reads a ReadableStream with `getReader`, because some browsers cannot iterate
 * over one.
 */
async function* chunksOf(source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!('getReader' in source)) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}
