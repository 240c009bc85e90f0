import type { Sink } from './contract.ts';

/** Creates the sink of a dry run. It publishes nothing and stores nothing. */
export function createNoneSink(): Sink {
  return {
    messages: false,
    needsIssues: false,
    open: async () => null,
    commit: async () => {},
    close: async () => {},
  };
}
