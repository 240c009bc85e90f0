import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { Compare } from '../model/spec-pair.ts';

/**
 * Compares descriptions and `sensitive`. Both are reported as neutral on the axis `verdict`. A description has no
 * effect on files, events or verdicts, and `sensitive` only masks values in results.
 */
export const compareWording: Compare = (pair, report) => {
  const [before, after] = [pair.old.spec.description ?? null, pair.new.spec.description ?? null];
  if (before !== after)
    report(
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
    report(
      is ? 'sensitive_added' : 'sensitive_removed',
      'verdict',
      { field: now.field.name },
      { grade: 'neutral', side, pointer, before: was, after: is },
    );
  }
};
