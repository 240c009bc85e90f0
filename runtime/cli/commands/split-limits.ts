const MIB = 1024 * 1024;
/**
 * The files of a command are read by one thread below this size. V8 compiles the reader in each new thread, which takes
 * longer than other threads save. With two threads, it also takes processor time from both.
 */
const MIN_BYTES = { counts: 128 * MIB, messages: 128 * MIB, messagesOnTwoThreads: 512 * MIB };

/** Returns the size from which a command reads a file with several threads. `messages`: whether it produces messages. */
export function minBytesOf({ messages }: { messages: boolean }, threads: number): number {
  if (!messages) return MIN_BYTES.counts;
  return threads === 2 ? MIN_BYTES.messagesOnTwoThreads : MIN_BYTES.messages;
}
