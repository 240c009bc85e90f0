import { useEffect, useState } from 'preact/hooks';
import type { Client, Message } from '../../../client/client.ts';

/** Number of messages on a page. */
export const PAGE = 20;
/** The most messages that are shown while a topic is followed. */
const MOST = 50;
const FOLLOW_MS = 1000;

/** Messages of a topic. */
export interface Messages {
  messages: readonly Message[];
  /** The number of messages in the topic when it was last read. */
  total: number;
  /** Why they cannot be read. */
  problem: string | null;
}

/** What is read: from an offset on, or (null) the last messages and those that follow. */
export interface MessageRange {
  client: Client;
  topic: string;
  from: number | null;
  /** Whether new messages are added. */
  isFollowing: boolean;
}

/** Reads messages of a topic. Null until they have arrived. While the topic is followed, new messages are added. */
export function useMessages({ client, topic, from, isFollowing }: MessageRange): Messages | null {
  const [shown, setShown] = useState<Messages | null>(null);
  useEffect(() => setShown(null), [client, topic, from]);
  useEffect(() => {
    const abort = new AbortController();
    let timer = 0;
    let known: Messages | null = null;
    const read = async () => {
      const { signal } = abort;
      try {
        const topics = await client.listTopics({}, { signal });
        const total = topics.find(({ name }) => name === topic)?.messages;
        if (total === undefined) throw new Error('There is no such topic.');
        const first = known === null ? (from ?? Math.max(0, total - PAGE)) : nextOf(known.messages, from);
        const added = first >= total ? [] : await client.listMessages({ topic, from: first, limit: PAGE }, { signal });
        known = { messages: [...(known?.messages ?? []), ...added].slice(-MOST), total, problem: null };
      } catch (error) {
        if (signal.aborted) return;
        const problem = error instanceof Error ? error.message : String(error);
        setShown({ messages: known?.messages ?? [], total: known?.total ?? 0, problem });
      }
      if (signal.aborted) return;
      if (known !== null) setShown(known);
      if (isFollowing) timer = window.setTimeout(read, FOLLOW_MS);
    };
    void read();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [client, topic, from, isFollowing]);
  return shown;
}

function nextOf(messages: readonly Message[], from: number | null): number {
  const last = messages.at(-1);
  return last === undefined ? (from ?? 0) : last.offset + 1;
}
