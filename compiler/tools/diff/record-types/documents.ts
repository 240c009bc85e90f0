import { pointerTo } from '../../../diagnostics/pointer.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import { formatKinds } from '../../../language/formats/format-kinds.ts';
import { isDocument, isHeld } from '../../../pipeline/1-read/parts.ts';
import type { RecordType, RecordTypesSpec } from '../../../pipeline/1-read/spec-shape.ts';
import type { ReportChange } from '../model/change.ts';
import type { KeptType, TypesPair } from './types-pair.ts';

/** Reports changes of documents, of their limits, and of members of events. */
export function compareDocuments(pair: TypesPair, report: ReportChange): void {
  for (const kept of pair.kept) {
    compareMember(kept, pair, report);
    compareReject(kept, pair, report);
    compareHold(kept, pair, report);
  }
  for (const key of ['maxDocumentBytes', 'maxDocumentRecords', 'maxRejectedDocuments'] as const)
    compareLimit(key, pair, report);
}

function compareMember({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  const [before, after] = [old.type.as, now.type.as];
  const isSameForm = before === undefined || isList(old.type) === isList(now.type);
  if (before === after && isSameForm) return;
  const formOf = (type: RecordType) => (before === after ? `${isList(type) ? 'a list' : 'an object or null'}, ` : '');
  const side = after === undefined ? pair.old : pair.new;
  const pointer = pointerTo('recordTypes', side === pair.old ? old.index : now.index, 'as');
  report(
    'record_type_as_changed',
    'message',
    {
      type: now.type.name,
      before: formOf(old.type) + memberText(before),
      after: formOf(now.type) + memberText(after),
    },
    { grade: 'breaking', side, pointer, before: before ?? null, after: after ?? null },
  );
}

/** Whether a member has any number of records. If not, it is an object or null. */
function isList({ occurs }: RecordType): boolean {
  return occurs !== 'ONCE' && occurs !== 'OPTIONAL';
}

function memberText(member: string | undefined): string {
  return member === undefined ? 'events of their own' : `the member ${quoted(member)} of the event around them`;
}

function compareReject({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  const before = isDocument(old.type, pair.old.spec.recordTypes);
  const after = isDocument(now.type, pair.new.spec.recordTypes);
  if (before === after) return;
  const side = after ? pair.new : pair.old;
  const index = side === pair.old ? old.index : now.index;
  const key = (side === pair.old ? old : now).type.reject === undefined ? [] : ['reject'];
  report(
    'record_type_reject_changed',
    'verdict',
    { type: now.type.name, after },
    { grade: 'breaking', side, pointer: pointerTo('recordTypes', index, ...key), before, after },
  );
}

/**
 * With `hold`, records may copy values that come after them. Without it, such a value ends the run. In lines, the checks
 * refuse a spec that copies from later records without `hold`, so nothing else depends on it.
 */
function compareHold({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  const before = isHeld(old.type, pair.old.spec.recordTypes);
  const after = isHeld(now.type, pair.new.spec.recordTypes);
  if (before === after || old.type.hold === now.type.hold) return;
  const side = now.type.hold === undefined ? pair.old : pair.new;
  const index = side === pair.old ? old.index : now.index;
  const key = (side === pair.old ? old : now).type.hold === undefined ? [] : ['hold'];
  const isTree = [pair.old, pair.new].some(({ spec: { format } }) => formatKinds[format].structure === 'TREE');
  const grade = !isTree ? 'neutral' : after ? 'compatible' : 'breaking';
  report(
    'record_type_hold_changed',
    'input',
    { type: now.type.name, after },
    { grade, side, pointer: pointerTo('recordTypes', index, ...key), before, after },
  );
}

type LimitKey = 'maxDocumentBytes' | 'maxDocumentRecords' | 'maxRejectedDocuments';

const defaults = { maxDocumentBytes: 16_777_216, maxDocumentRecords: 100_000, maxRejectedDocuments: Infinity };

/** Reports another limit. Documents that begin to be held get the limits of those, which a file that is read twice has not. */
function compareLimit(key: LimitKey, pair: TypesPair, report: ReportChange): void {
  const beginsOrEnds = key !== 'maxRejectedDocuments' && isHeldChanged(pair);
  const limitOf = ({ spec }: { spec: RecordTypesSpec }) =>
    beginsOrEnds && !holdsDocuments(spec) ? Infinity : (spec[key] ?? defaults[key]);
  const [before, after] = [limitOf(pair.old), limitOf(pair.new)];
  if (before === after) return;
  const isWritten = [pair.old, pair.new].some(({ spec }) => spec[key] !== undefined);
  const side = isWritten && pair.new.spec[key] === undefined ? pair.old : pair.new;
  const hasDocuments = hasAnyDocument(pair.new.spec);
  const grade = !hasDocuments ? 'neutral' : after > before ? 'compatible' : 'breaking';
  const numberOf = (limit: number) => (limit === Infinity ? null : limit);
  report(
    'document_limit_changed',
    'verdict',
    { key, before: limitText(before), after: limitText(after) },
    { grade, side, pointer: isWritten ? `/${key}` : '/recordTypes', before: numberOf(before), after: numberOf(after) },
  );
}

/** Whether the documents of only one of the two specs are held. */
function isHeldChanged({ old, new: now }: TypesPair): boolean {
  return hasAnyDocument(old.spec) && hasAnyDocument(now.spec) && holdsDocuments(old.spec) !== holdsDocuments(now.spec);
}

function hasAnyDocument({ recordTypes }: RecordTypesSpec): boolean {
  return recordTypes.some((type) => isDocument(type, recordTypes));
}

function holdsDocuments({ recordTypes }: RecordTypesSpec): boolean {
  return recordTypes.some((type) => isHeld(type, recordTypes));
}

function limitText(limit: number): string {
  return limit === Infinity ? 'any number' : String(limit);
}
