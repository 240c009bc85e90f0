import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import type { RunSchemas } from '../../base/model/message-schemas.ts';
import type { Sink } from '../contract.ts';

/** A message begins with a zero and the id of its schema, in four bytes. */
const FRAME_BYTES = 5;
/** The length of a key is a varint of at most this many bytes. */
const LENGTH_BYTES = 5;

/** Returns a sink that publishes messages as readers with a schema registry expect them: after the id of their schema. */
export function frameMessages(sink: Sink, schemas: RunSchemas, typeNames: readonly string[]): Sink {
  // Other bytes are published than those in the memory of the sink.
  const { memory: _, writesHeld: __, ...others } = sink;
  const { maxMessageBytes } = sink;
  const added = FRAME_BYTES + (schemas.keyId === null ? 0 : FRAME_BYTES + LENGTH_BYTES);
  const [first] = schemas.values;
  const idOfType = typeNames.map((name) => schemas.values.find(({ recordType }) => recordType === name)?.id);
  return {
    ...others,
    ...(maxMessageBytes !== undefined && { maxMessageBytes: maxMessageBytes - added }),
    open: (run) => sink.open(run),
    commit(batch, checkpoint) {
      if (batch.count === 0) return sink.commit(batch, checkpoint);
      const idOf = (message: number): number => {
        const type = batch.typed?.messageTypes[message];
        const id = type === undefined ? first?.id : idOfType[type];
        // No reader could decode such a message.
        if (id === undefined) throw new Error('a message has no schema');
        return id;
      };
      const framed = { ...batch, ...frameValues(batch, idOf), ...frameKeys(batch, schemas.keyId) };
      return sink.commit(framed, checkpoint);
    },
    close: (result) => sink.close(result),
  };
}

function frameValues({ bytes, ends, count }: Batch, idOf: (message: number) => number): Pick<Batch, 'bytes' | 'ends'> {
  const framed = new Uint8Array((ends[count - 1] ?? 0) + count * FRAME_BYTES);
  const view = new DataView(framed.buffer);
  const framedEnds = new Uint32Array(count);
  let at = 0;
  for (let message = 0; message < count; message++) {
    view.setUint32(at + 1, idOf(message));
    framed.set(bytes.subarray(ends[message - 1] ?? 0, ends[message]), at + FRAME_BYTES);
    at = (ends[message] ?? 0) + (message + 1) * FRAME_BYTES;
    framedEnds[message] = at;
  }
  return { bytes: framed, ends: framedEnds };
}

/** Writes keys as Avro strings. A message without a key still has none. */
function frameKeys({ keys, keyEnds, count }: Batch, keyId: number | null): Partial<Pick<Batch, 'keys' | 'keyEnds'>> {
  if (keyId === null || keys.length === 0) return {};
  const framed = new Uint8Array(keys.length + count * (FRAME_BYTES + LENGTH_BYTES));
  const view = new DataView(framed.buffer);
  const framedEnds = new Uint32Array(count);
  let at = 0;
  for (let message = 0; message < count; message++) {
    const key = keys.subarray(keyEnds[message - 1] ?? 0, keyEnds[message]);
    if (key.length > 0) {
      view.setUint32(at + 1, keyId);
      at += FRAME_BYTES;
      let rest = 2 * key.length;
      for (; rest > 0x7f; rest >>>= 7) framed[at++] = (rest & 0x7f) | 0x80;
      framed[at++] = rest;
      framed.set(key, at);
      at += key.length;
    }
    framedEnds[message] = at;
  }
  return { keys: framed.subarray(0, at), keyEnds: framedEnds };
}
