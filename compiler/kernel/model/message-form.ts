import type { TransformOptions } from './contract.ts';

/** Which messages and keys a transformer creates and stores, derived from its options. */
export interface MessageForm {
  /** Whether messages are stored. If false, they are only counted. */
  readonly keepsMessages: boolean;
  /** Whether keys are stored. */
  readonly keepsKeys: boolean;
  /** Whether the JSON of messages is created: it is stored, or its size is limited and must be measured. */
  readonly createsMessages: boolean;
  /** Whether keys are created: they are stored, or their size is limited and must be measured. */
  readonly createsKeys: boolean;
  /** Whether each stored message ends with a line feed. */
  readonly lineFeeds: boolean;
  /** Maximum size of a message and its key together, in bytes; Infinity without a limit. */
  readonly maxBytes: number;
}

/** Returns the form of the messages that the options request. */
export function createMessageForm({
  messages = true,
  keys = true,
  lineFeeds = false,
  maxMessageBytes,
}: TransformOptions): MessageForm {
  const isMeasured = maxMessageBytes !== undefined;
  return {
    keepsMessages: messages,
    keepsKeys: messages && keys,
    createsMessages: messages || isMeasured,
    createsKeys: (messages && keys) || isMeasured,
    lineFeeds: messages && lineFeeds,
    maxBytes: maxMessageBytes ?? Infinity,
  };
}
