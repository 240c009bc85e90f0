/** A topic of the embedded broker. */
export interface Topic {
  name: string;
  /** How many messages it shows; they have the offsets from 0 to `messages - 1`. */
  messages: number;
}

/** A message of a topic, as it is shown. */
export interface Message {
  offset: number;
  /** When it was published: ISO 8601, UTC. */
  timestamp: string;
  key: string | null;
  headers: Record<string, string>;
  /** The value's bytes as UTF-8; absent where they are none. */
  value?: string;
  /** The value's bytes in base64, where they are not UTF-8. */
  valueBase64?: string;
}

/** What the embedded broker holds. Readers never wait for the writer, and see only what is committed and shown. */
export interface TopicReader {
  /** All topics, by name. */
  list(): Promise<Topic[]>;
  find(name: string): Promise<Topic | null>;
  /**
   * The messages of a topic from offset `from` on, at most `limit`, a stored batch at a time: never more
   * than about a MiB of values is held. Ends with what is there when it is asked for; nothing where
   * there is no such topic.
   */
  messages(name: string, range: { from: number; limit: number }): AsyncIterable<Message[]>;
}
