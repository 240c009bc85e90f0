import type { Sink } from './contract.ts';

/** The sink of a dry run: nothing is published, nothing is kept. */
export function createNoneSink(): Sink {
  return {
    messages: false,
    problems: false,
    open: async () => null,
    commit: async () => {},
    close: async () => {},
  };
}
