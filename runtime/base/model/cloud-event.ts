import { encoderOf } from '../../../compiler/formats.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { MessageHeaders } from './message-headers.ts';

/** The bytes around the records of a run in structured events. */
export interface Envelope {
  /** Before the number of the record, which ends the attribute `id`. */
  readonly before: Uint8Array;
  /** Between that number and the record. */
  readonly between: Uint8Array;
}

/** What ends an event after its record. */
export const ENVELOPE_END = 0x7d; // }

/** The largest number of digits that the number of a record has. */
export const MAX_DIGITS = 16;

/**
 * Creates the envelope for messages with these headers. Each header `ce_name` becomes the attribute `name`. `traceparent` is
 * the attribute of that name (the extension Distributed Tracing).
 */
export function createEnvelope({ constant, idPrefix }: MessageHeaders, spec: SpecInfo): Envelope {
  const attributes = constant.flatMap(([name, value]) => {
    if (name === 'content-type') return [];
    return [[name.replace(/^ce_/, ''), value]];
  });
  const members = Object.fromEntries([...attributes, ['datacontenttype', encoderOf(spec).contentType]]);
  const known = JSON.stringify(members).slice(0, -1);
  return {
    before: Buffer.from(`${known},"id":${JSON.stringify(idPrefix).slice(0, -1)}`),
    between: Buffer.from('","data":'),
  };
}

/** Returns the maximum number of bytes that an envelope adds to a message. */
export function sizeOfEnvelope({ before, between }: Envelope): number {
  return before.length + MAX_DIGITS + between.length + 1;
}

/** Returns whether the records of a spec can be the `data` of events in the JSON format. */
export function canBeStructured(spec: Pick<SpecInfo, 'encoder'>): boolean {
  return /^application\/(?:[\w.+-]+\+)?json$/.test(encoderOf(spec).contentType);
}
