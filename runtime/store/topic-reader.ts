/** A topic of the embedded broker. */
export interface Topic {
  name: string;
  /** Number of visible messages. Their offsets are 0 to `messages - 1`. */
  messages: number;
}

/** A visible message of a topic. */
export interface Message {
  offset: number;
  /** When it was published: ISO 8601, UTC. */
  timestamp: string;
  key: string | null;
  headers: Record<string, string>;
  /** The value as text; absent if its bytes are not UTF-8. */
  value?: string;
  /** The value in base64, if its bytes are not UTF-8. */
  valueBase64?: string;
}

/** An unfinished run publishes to the topic. */
export class TopicInUse extends Error {
  override readonly name = 'TopicInUse';

  constructor() {
    super('an unfinished run publishes to the topic');
  }
}

/** The topics of the embedded broker, in the process that has the store open for writing. */
export interface Topics extends TopicReader {
  /**
   * Hides a topic at once. Its messages are removed later, in small steps. Returns false if there is no such topic, and
   * throws TopicInUse.
   */
  remove(name: string): Promise<boolean>;
}

/**
 * Reads the embedded broker. Readers never wait for the writer, and see only messages that are committed and visible.
 */
export interface TopicReader {
  /** Sorted by name. */
  list(): Promise<Topic[]>;
  find(name: string): Promise<Topic | null>;
  /**
   * Yields at most `limit` messages of a topic from offset `from` on, one stored batch at a time (about 1 MiB of
   * values). Ends at the last message that exists. Yields nothing if there is no such topic.
   */
  messages(name: string, range: { from: number; limit: number }): AsyncIterable<Message[]>;
}
