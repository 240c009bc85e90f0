import type { MessageMember } from '../../../compiler/formats.ts';
import type { Comparison } from './comparison.ts';
import { type Disclosure, showEvent, showKey, type ShownValue, type SideName } from './disclosure.ts';
import { membersOf } from './event-members.ts';
import type { RecordSnapshot } from './record-snapshot.ts';

/** A message as a report shows it: values are cut or masked if necessary. */
export interface ShownMessage {
  /** The message key; null if there is none. */
  readonly key: ShownValue;
  /** The event as JSON text; null if the record is not published. */
  readonly event: string | null;
}

/** What showMessage() and showChangedMessage() need to mask values. */
export interface MessageView {
  readonly comparison: Comparison;
  readonly disclosure: Disclosure;
}

type Members = ReadonlyMap<string, MessageMember>;

/** Returns the whole message of a record: the key and the event with all members. */
export function showMessage(snapshot: RecordSnapshot, side: SideName, view: MessageView): ShownMessage {
  const { event } = snapshot;
  return {
    key: showMessageKey(snapshot, side, view),
    event: event === null ? null : showEvent(membersOf(event), side, view.disclosure),
  };
}

/**
 * Returns the parts that differ between two messages. `key` is present only if the keys differ, `event` only if the
 * events differ. `event` contains only the members that differ; if only their order differs, it contains all members.
 */
export function showChangedMessage(
  old: RecordSnapshot,
  now: RecordSnapshot,
  view: MessageView,
): { before: Partial<ShownMessage>; after: Partial<ShownMessage> } {
  const [before, after] = [toMembers(old), toMembers(now)];
  const isChanged = (name: string) => before?.get(name)?.text !== after?.get(name)?.text;
  const [onlyBefore, onlyAfter] = [before, after].map((members) => members && select(members, isChanged));
  const isReordered = onlyBefore?.size === 0 && onlyAfter?.size === 0;
  const show = (snapshot: RecordSnapshot, side: SideName, members: Members | null): Partial<ShownMessage> => ({
    ...(old.key === now.key ? {} : { key: showMessageKey(snapshot, side, view) }),
    ...(old.event === now.event ? {} : { event: members === null ? null : showEvent(members, side, view.disclosure) }),
  });
  return {
    before: show(old, 'old', isReordered ? before : (onlyBefore ?? null)),
    after: show(now, 'new', isReordered ? after : (onlyAfter ?? null)),
  };
}

function toMembers({ event }: RecordSnapshot): Members | null {
  return event === null ? null : membersOf(event);
}

function select(members: Members, includes: (name: string) => boolean): Members {
  return new Map([...members].filter(([name]) => includes(name)));
}

function showMessageKey(
  { key }: RecordSnapshot,
  side: SideName,
  { comparison: { fields, keyFields }, disclosure }: MessageView,
): ShownValue {
  return showKey(key, disclosure.hidesAll || keyFields[side].some((field) => fields.masked[side].has(field)));
}
