import { MessageChannel } from 'node:worker_threads';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import type { Helpers } from '../../runtime/split/read-in-splits.ts';
import { serveSplits } from '../../runtime/split/serve-splits.ts';

/** Helpers in the thread of the test: `count` at once; the first one leaves after `leavesAfterMs`. */
export function ownHelpers(
  module: SpecModule,
  count: number,
  leavesAfterMs = Infinity,
): Helpers & { over(): Promise<void> } {
  const serving: Promise<void>[] = [];
  return {
    borrow(loan, onHelper) {
      for (let i = 0; i < count; i++) {
        const { port1, port2 } = new MessageChannel();
        const abort = new AbortController();
        serving.push(serveSplits(module, { ...loan, port: port1 }, abort.signal));
        if (i === 0 && leavesAfterMs < Infinity) setTimeout(() => abort.abort(), leavesAfterMs);
        onHelper(port2);
      }
      return { end() {} };
    },
    over: async () => void (await Promise.all(serving)),
  };
}
