import { setImmediate as turn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { Helpers } from '../../../runtime/reading/split/read-in-splits.ts';
import { serveSplits } from '../../../runtime/reading/split/serve-splits.ts';

/** Returns `count` helpers in the thread of the test. The first one leaves after this many turns of the event loop. */
export function ownHelpers(
  module: SpecModule,
  count: number,
  leavesAfterTurns = Infinity,
): Helpers & { over(): Promise<void> } {
  const serving: Promise<void>[] = [];
  return {
    maxHelpers: count,
    requestHelpers(request, onHelper) {
      for (let i = 0; i < count; i++) {
        const { port1, port2 } = new MessageChannel();
        const abort = new AbortController();
        serving.push(serveSplits(module, { ...request, port: port1 }, abort.signal));
        if (i === 0 && leavesAfterTurns < Infinity) void abortAfter(leavesAfterTurns, abort);
        onHelper(port2);
      }
      return { end() {} };
    },
    over: async () => void (await Promise.all(serving)),
  };
}

async function abortAfter(turns: number, abort: AbortController): Promise<void> {
  for (let i = 0; i < turns; i++) await turn();
  abort.abort();
}
