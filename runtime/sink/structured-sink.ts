import { createEnvelope, ENVELOPE_END, type Envelope, MAX_DIGITS, sizeOfEnvelope } from '../base/model/cloud-event.ts';
import type { CountedBatch } from '../base/model/issue-counts.ts';
import { createMessageHeaders, toTypeHeaders } from '../base/model/message-headers.ts';
import { recordNumbers } from '../base/model/record-numbers.ts';
import type { RunInfo } from '../base/model/run-info.ts';
import type { Sink } from './contract.ts';

/**
 * Returns a sink that passes each message on as a structured CloudEvent, with the message as `data`. Its messages must be
 * JSON. A sink without messages is returned as it is.
 */
export function createStructuredSink(sink: Sink): Sink {
  if (!sink.messages) return sink;
  // The events are in memory of their own. Other threads hold messages, not events.
  const { memory: _, writesHeld: __, ...others } = sink;
  let wrap: ((batch: CountedBatch) => CountedBatch) | null = null;
  return {
    ...others,
    open(run) {
      wrap = createWrapper(run, sink.lines === true);
      return sink.open(run);
    },
    async commit(batch, checkpoint) {
      if (wrap === null) throw new Error('commit() was called before open()');
      await sink.commit(wrap(batch), checkpoint);
    },
    close: (result) => sink.close(result),
  };
}

const LINE_FEED = 0x0a;

/** Returns the function that puts the messages of a batch into events. `areLines`: each message ends with a line feed. */
function createWrapper(run: RunInfo, areLines: boolean): (batch: CountedBatch) => CountedBatch {
  if (run.fileSha256 === null) throw new Error('the ids of events need the hash of the file');
  const headers = createMessageHeaders(run.spec, run.fileSha256, run.options);
  const single = createEnvelope(headers, run.spec);
  const typed = (run.spec.recordTypes ?? []).map(({ name }) => createEnvelope(toTypeHeaders(headers, name), run.spec));
  const maxBytes = Math.max(...[single, ...typed].map(sizeOfEnvelope));
  const end = areLines ? [ENVELOPE_END, LINE_FEED] : [ENVELOPE_END];
  return (batch) => {
    if (batch.count === 0) return batch;
    const records = recordNumbers(batch);
    const types = batch.typed?.messageTypes;
    const events = Buffer.allocUnsafeSlow((batch.ends[batch.count - 1] ?? 0) + batch.count * maxBytes);
    const ends = new Uint32Array(batch.count);
    let from = 0;
    let at = 0;
    for (let message = 0; message < batch.count; message++) {
      const to = batch.ends[message] ?? 0;
      const envelope = types === undefined ? single : (typed[types[message] ?? 0] ?? single);
      at = writeStart(events, at, { envelope, record: records[message] ?? 0 });
      events.set(batch.bytes.subarray(from, areLines ? to - 1 : to), at);
      at += (areLines ? to - 1 : to) - from;
      for (const byte of end) events[at++] = byte;
      ends[message] = at;
      from = to;
    }
    return { ...batch, bytes: events.subarray(0, at), ends };
  };
}

/** Writes what precedes the record of an event, and returns where the record begins. */
function writeStart(events: Buffer, at: number, { envelope, record }: { envelope: Envelope; record: number }): number {
  events.set(envelope.before, at);
  const digits = at + envelope.before.length;
  const next = digits + events.write(String(record), digits, MAX_DIGITS, 'latin1');
  events.set(envelope.between, next);
  return next + envelope.between.length;
}
