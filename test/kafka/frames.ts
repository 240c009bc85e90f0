/** Follows the requests and answers of one connection of Kafka's protocol, whatever pieces they come in. */
export interface FrameWatch {
  request(bytes: Buffer): void;
  /** Whether there is an answer in these bytes that is to be kept back. */
  answer(bytes: Buffer): boolean;
}

/** `keepsBack` is asked once for each answer, with the kind of its request. */
export function makeFrameWatch(keepsBack: (apiKey: number) => boolean): FrameWatch {
  // Answers come in the order of the requests, and a request without acks is never sent here.
  const kinds = new Map<number, number>();
  let isKept = false;
  const requests = makeHeads(12, (head) => kinds.set(head.readInt32BE(8), head.readInt16BE(4)));
  const answers = makeHeads(8, (head) => {
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

/** Gives the first `length` bytes of each frame; a frame is its length, four bytes, and so many bytes. */
function makeHeads(length: number, onHead: (head: Buffer) => void): (bytes: Buffer) => void {
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
