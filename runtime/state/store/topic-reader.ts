/** A topic of the embedded broker. */
export interface Topic {
  name: string;
  /** Number of messages that were published and visible. Their offsets are 0 to `messages - 1`; old ones may be removed. */
  messages: number;
}

/** A visible message of a topic. */
export interface Message {
  offset: number;
  /** When the message was published: ISO 8601, UTC. */
  timestamp: string;
  key: string | null;
  headers: Record<string, string>;
  /** The value as text; absent if its bytes are not UTF-8. */
  value?: string;
  /** The value in base64. Present if its bytes are not UTF-8. */
  valueBase64?: string;
}

/** Which messages to read. */
export interface MessageRange {
  readonly from: number;
  readonly limit: number;
  /**
   * Called before messages are read, with the memory that they need while the consumer has them, in bytes. Returns the
   * function that frees it. Default: not limited.
   */
  reserve?(bytes: number): Promise<() => void>;
}

/** The topic cannot be removed, because an unfinished run publishes to it. */
export class TopicInUse extends Error {
  override readonly name = 'TopicInUse';

  constructor() {
    super('an unfinished run publishes to the topic');
  }
}

/** The topics of the embedded broker, in the process that has the store open for writing. */
export interface Topics extends TopicReader {
  /**
   * Hides a topic at once. Its messages are removed later, in small steps. Returns false if there is no topic with this
   * name. Throws TopicInUse if an unfinished run publishes to it, and DiskFull.
   */
  remove(name: string): Promise<boolean>;
}

/**
 * Reads the topics of the embedded broker. A reader never waits for the writer. It sees only messages that are
 * committed and visible.
 */
export interface TopicReader {
  /** Returns all topics, sorted by name. */
  list(): Promise<Topic[]>;
  /** Returns a topic; null if there is no topic with this name. */
  find(name: string): Promise<Topic | null>;
  /**
   * Yields at most `limit` messages of a topic, starting at the offset `from`. Each array contains a few
   * messages, or one that is long. Ends at the last visible message. Yields nothing if there is no such topic, or no message at `from`
   * or later. Messages that were removed because of their age are left out.
   */
  messages(name: string, range: MessageRange): AsyncIterable<Message[]>;
}
