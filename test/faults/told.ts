import type { ProcessingResult } from '../../runtime/run/result.ts';
import type { Message } from '../../runtime/store/topic-reader.ts';
import { collect, openAll } from '../runtime/data-folder.ts';

/** All that is told of a run that has ended: what must be the same however often it was broken off. */
export interface Told {
  /** Without what differs from run to run. */
  result: ProcessingResult;
  /** Of the topics `t` and `d`, without the time. */
  messages: Omit<Message, 'timestamp'>[];
  letters: Omit<Message, 'timestamp'>[];
  /** NDJSON of every record with issues. */
  errors: string;
  rejects: Buffer;
}

/** Reads a data folder that nobody has open. */
export async function tellRun(folder: string, runId: string): Promise<Told> {
  const { store, runs, close } = await openAll(folder);
  try {
    const messagesOf = async (topic: string) =>
      (await collect(store.topics.messages(topic, { from: 0, limit: Infinity }))).flat().map(({ timestamp: _, ...message }) => message);
    return {
      result: { ...(await runs.finished(runId)), durationMs: 0, runId: '' },
      messages: await messagesOf('t'),
      letters: await messagesOf('d'),
      errors: (await collect(runs.errors(runId))).join(''),
      rejects: Buffer.concat(await collect(runs.rejects(runId))),
    };
  } finally {
    await close();
  }
}
