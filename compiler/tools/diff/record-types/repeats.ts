import { DEFAULT_NAMING } from '../../../kernel/repeats/repeat.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { RecordType } from '../../../pipeline/1-read/spec-shape.ts';
import type { ReportChange } from '../model/change.ts';
import { isSame } from '../model/spec-pair.ts';
import type { KeptType, TypesPair } from './types-pair.ts';

/** Reports other places of the groups that the records of a type are. More groups are read than before, at best. */
export function compareRepeat({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  const [before, after] = [placesOf(old.type), placesOf(now.type)];
  if (isSame(before, after)) return;
  const side = now.type.repeat === undefined ? pair.old : pair.new;
  report(
    'record_type_repeat_changed',
    'input',
    { type: now.type.name, isEnd: isSame({ ...before, stopWhenEmpty: null }, { ...after, stopWhenEmpty: null }) },
    {
      grade: 'breaking',
      side,
      pointer: pointerTo('recordTypes', side === pair.old ? old.index : now.index, 'repeat'),
      before: old.type.repeat ?? null,
      after: now.type.repeat ?? null,
    },
  );
}

/** `of` repeats `in`, which is compared elsewhere. */
function placesOf({ repeat }: RecordType): object | null {
  if (repeat === undefined) return null;
  const { of: _, naming = DEFAULT_NAMING, stopWhenEmpty = false, ...places } = repeat;
  return { ...places, naming, stopWhenEmpty };
}
