/** The destination of a run, as a request defines it. It never changes during a run, and contains no secret. */
export type Destination = TopicDestination;

/** A topic of the broker that the process publishes to. */
export interface TopicDestination {
  readonly kind: 'topic';
  readonly topic: string;
  /** Topic for the original bytes of failed and skipped records; null to publish none. */
  readonly deadLetterTopic: string | null;
}

/**
 * Returns a text that is the same for two destinations if a file must not be published to both at the same time. For a
 * topic, it is the topic's name. For any other destination, it contains a character that no topic name contains.
 */
export function identifyDestination(destination: Destination): string {
  return destination.topic;
}

/** Returns a destination as part of a message to a user: `"claims"`. */
export function describeDestination(destination: Destination): string {
  return `"${destination.topic}"`;
}
