import { pointerTo } from '../../../diagnostics/pointer.ts';
import { textsOf } from '../../../language/shape/create-shape.ts';
import { mayBeUnknown } from '../../../pipeline/1-read/parts.ts';
import type { RecordType } from '../../../pipeline/1-read/spec-shape.ts';
import type { ReportChange } from '../model/change.ts';
import { comparableWhen } from '../model/comparable-when.ts';
import { expandedPath, isSame } from '../model/spec-pair.ts';
import { rangeOf } from './places.ts';
import { compareRepeat } from './repeats.ts';
import type { IndexedType, KeptType, TypesPair, TypesSide } from './types-pair.ts';

/** Reports added, removed and renamed record types, and changes of `when` and `publish`. */
export function compareSelection(pair: TypesPair, report: ReportChange): void {
  for (const type of pair.removed) reportRemoved(type, pair, report);
  for (const type of pair.added) reportAdded(type, pair, report);
  for (const kept of pair.kept) {
    reportRenamed(kept, pair, report);
    compareWhen(kept, pair, report);
    compareRepeat(kept, pair, report);
    comparePublish(kept, pair, report);
  }
}

function reportRemoved({ type, index }: IndexedType, { old }: TypesPair, report: ReportChange): void {
  const facts = { grade: 'breaking' as const, side: old, pointer: pointerTo('recordTypes', index), before: type };
  report('record_type_removed', 'input', { type: type.name }, facts);
  if (isPublished(type)) report('record_type_removed', 'message', { type: type.name }, facts);
}

function reportAdded({ type, index }: IndexedType, pair: TypesPair, report: ReportChange): void {
  const isDue = !wereRecordsUnknown(pair) || rangeOf(type).min > 0 || countsAllTypes(pair.new);
  const facts = { side: pair.new, pointer: pointerTo('recordTypes', index), after: type };
  report(
    'record_type_added',
    'input',
    { type: type.name, isDue },
    { ...facts, grade: isDue ? 'breaking' : 'compatible' },
  );
  if (isPublished(type)) report('record_type_added', 'message', { type: type.name }, { ...facts, grade: 'compatible' });
}

/** Whether a record that no type of the old spec selects was FATAL, and nothing else depended on it. */
function wereRecordsUnknown({ old: { spec } }: TypesPair): boolean {
  const isFatal = (spec.onUnknownRecordType ?? 'FATAL') === 'FATAL';
  return isFatal && mayBeUnknown(spec.recordTypes);
}

/** Whether a rule of the file counts records of all types. */
function countsAllTypes({ spec: { fileRules = [] } }: TypesSide): boolean {
  return fileRules.some((rule) => rule.ruleType === 'COUNT_EQUALS' && textsOf(rule.of).includes('*'));
}

function reportRenamed({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  const [before, after] = [old.type.name, now.type.name];
  if (before === after) return;
  const wasPublished = isPublished(old.type) && isPublished(now.type);
  report(
    'record_type_renamed',
    'message',
    { before, after, isPublished: wasPublished },
    {
      grade: wasPublished ? 'breaking' : 'neutral',
      side: pair.new,
      pointer: pointerTo('recordTypes', now.index, 'name'),
      before,
      after,
    },
  );
}

function compareWhen({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  if (isSame(whenOf(old.type, pair.old), whenOf(now.type, pair.new))) return;
  const side = now.type.when === undefined ? pair.old : pair.new;
  const index = side === pair.old ? old.index : now.index;
  report(
    'record_type_when_changed',
    'input',
    { type: now.type.name },
    {
      grade: 'breaking',
      side,
      pointer: pointerTo('recordTypes', index, 'when'),
      before: old.type.when ?? null,
      after: now.type.when ?? null,
    },
  );
}

/** Returns `when` in a comparable form: with sorted values, and with a path that has namespaces instead of prefixes. */
function whenOf({ when }: RecordType, { spec: { namespaces = {} } }: TypesSide): unknown {
  if (when === undefined) return null;
  const { path, ...rest } = when;
  const expanded = path === undefined ? null : expandedPath(path, namespaces);
  return { conditions: comparableWhen(rest), path: expanded };
}

function comparePublish({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  const [before, after] = [isPublished(old.type), isPublished(now.type)];
  if (before === after) return;
  const side = now.type.publish === undefined ? pair.old : pair.new;
  report(
    'publish_changed',
    'message',
    { type: now.type.name, after },
    {
      grade: after ? 'compatible' : 'breaking',
      side,
      pointer: pointerTo('recordTypes', side === pair.old ? old.index : now.index, 'publish'),
      before,
      after,
    },
  );
}

function isPublished({ publish = true }: RecordType): boolean {
  return publish;
}
