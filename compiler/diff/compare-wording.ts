import { pointerTo } from '../1-read/pointer.ts';
import type { Compare } from './spec-pair.ts';

/**
 * What changes no file, event or verdict: descriptions, and which values issues may tell. A sensitive field is judged
 * as any other; what is different is what a result says of the verdict, so it is told there.
 */
export const compareWording: Compare = (pair, tell) => {
  const [before, after] = [pair.old.spec.description ?? null, pair.new.spec.description ?? null];
  if (before !== after)
    tell(
      'description_changed',
      'verdict',
      {},
      { grade: 'neutral', side: after === null ? pair.old : pair.new, pointer: '/description', before, after },
    );
  for (const { old, new: now } of pair.kept) {
    const [was, is] = [old.field.sensitive ?? false, now.field.sensitive ?? false];
    if (was === is) continue;
    const side = now.field.sensitive === undefined ? pair.old : pair.new;
    const pointer = pointerTo('fields', (side === pair.old ? old : now).index, 'sensitive');
    tell(
      is ? 'sensitive_added' : 'sensitive_removed',
      'verdict',
      { field: now.field.name },
      { grade: 'neutral', side, pointer, before: was, after: is },
    );
  }
};
