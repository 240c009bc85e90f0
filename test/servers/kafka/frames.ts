/** Parses the requests and answers of one Kafka connection, in chunks of any size. */
export interface FrameWatch {
  request(bytes: Buffer): void;
  /** Whether these bytes contain an answer to suppress. */
  answer(bytes: Buffer): boolean;
}

/** `keepsBack` is called once for each answer, with the API key of its request. */
export function createFrameWatch(keepsBack: (apiKey: number) => boolean): FrameWatch {
  // Answers have the order of the requests, and every request here has an answer (acks is never 0).
  const kinds = new Map<number, number>();
  let isKept = false;
  const requests = createHeads(12, (head) => kinds.set(head.readInt32BE(8), head.readInt16BE(4)));
  const answers = createHeads(8, (head) => {
    const id = head.readInt32BE(4);
    const kind = kinds.get(id);
    kinds.delete(id);
    if (kind !== undefined && keepsBack(kind)) isKept = true;
  });
  return {
    request: requests,
    answer(bytes) {
      answers(bytes);
      return isKept;
    },
  };
}

/** Passes the first `length` bytes of each frame to `onHead`. A frame is a length in four bytes and that many bytes. */
function createHeads(length: number, onHead: (head: Buffer) => void): (bytes: Buffer) => void {
  const head = Buffer.alloc(length);
  let filled = 0;
  let toSkip = 0;
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, bytes.length - at);
        toSkip -= skipped;
        at += skipped;
        continue;
      }
      const copied = bytes.copy(head, filled, at, at + length - filled);
      filled += copied;
      at += copied;
      if (filled < length) return;
      filled = 0;
      toSkip = head.readInt32BE(0) + 4 - length;
      onHead(head);
    }
  };
}

/** Cuts a stream of bytes into frames, and passes each whole frame with the API key of its request to `onFrame`. */
export function createFrameCutter(onFrame: (frame: Buffer, apiKey: number) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= 6) {
      const end = 4 + rest.readInt32BE(0);
      if (rest.length < end) return;
      onFrame(rest.subarray(0, end), rest.readInt16BE(4));
      rest = rest.subarray(end);
    }
  };
}
