/** Posts messages to another thread, in order. */
export interface MessageBatches<Message, Transfer> {
  /**
   * Posts a message together with the others of this turn of the event loop. Each post wakes the other thread, which takes
   * about as long as to read a small file.
   */
  postSoon(message: Message): void;
  /** Posts a message at once, after those that wait. */
  post(message: Message, transfer?: readonly Transfer[]): void;
}

/** Creates the batches of messages that `send` posts. */
export function createMessageBatches<Message, Transfer>(
  send: (messages: readonly Message[], transfer: readonly Transfer[]) => void,
): MessageBatches<Message, Transfer> {
  let waiting: Message[] = [];

  function flush(transfer: readonly Transfer[] = []): void {
    const messages = waiting;
    waiting = [];
    if (messages.length > 0) send(messages, transfer);
  }

  return {
    postSoon(message) {
      waiting.push(message);
      if (waiting.length === 1) setImmediate(flush);
    },
    post(message, transfer) {
      waiting.push(message);
      flush(transfer);
    },
  };
}
