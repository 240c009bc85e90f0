import type { ShownFields } from '../../../compiler/index.ts';
import type { MessageMember } from '../../../compiler/formats.ts';
import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import { membersOf } from './event-members.ts';
import type { Comparison } from './comparison.ts';
import type { RecordSnapshot } from './record-snapshot.ts';
import { showChangedMessage, showMessage } from './show-message.ts';
import {
  showIssues,
  createDisclosure,
  type Disclosure,
  type ShownValue,
  showValue,
  type SideName,
} from './disclosure.ts';

/**
 * The kinds of difference between two versions of a spec. The verdict on a record is the worst severity of its issues:
 * `verdict_raised` means that the new version finds a worse one.
 */
export type SampleKind =
  | 'verdict_raised'
  | 'verdict_lowered'
  /** Both versions publish the event, and a field that exists in both has different values. */
  | 'value'
  /**
   * Only one version publishes the event. Or the events differ in their member names, the order of the members, the
   * form of a value (12 or "12"), or the key.
   */
  | 'message'
  /** Only the old version finds the record (`record_gone`), or only the new one (`record_new`). */
  | 'record_gone'
  | 'record_new'
  /**
   * Only the other version finds the record, because the named version stopped with a failure before it. Or the named
   * version failed, and the other one found no further record.
   */
  | 'not_read_by_old'
  | 'not_read_by_new';

/** The first record with a kind of difference, and its details in both versions. */
export interface FirstOfKind {
  readonly kind: SampleKind;
  /**
   * Number of the record in the file, from 1, as the old version counts. If only the new version finds the record, its
   * count is used. Null for a failure that concerns no record.
   */
  readonly record: number | null;
  /** Number of the physical line on which the record starts, from 1; null if `record` is null. */
  readonly line: number | null;
  /**
   * The details in the old and in the new version. Their form depends on `kind`. Null if the version does not find the
   * record.
   */
  readonly before: unknown;
  readonly after: unknown;
}

/** One kind of difference of a record. show() computes the details in both versions. */
export interface SnapshotChange {
  readonly kind: SampleKind;
  show(): Pick<FirstOfKind, 'before' | 'after'>;
}

/**
 * Compares what two versions of a spec find for one record. Returns one item for each kind of difference: in the
 * verdict, in values, in the message. The list is empty if there is no difference. Issues that differ without changing
 * the verdict are no difference.
 */
export function compareSnapshots(old: RecordSnapshot, now: RecordSnapshot, comparison: Comparison): SnapshotChange[] {
  const changes: SnapshotChange[] = [];
  const disclosure = () => createDisclosure(comparison.fields, [old, now]);
  const [before, after] = [verdictOf(old), verdictOf(now)];
  if (before !== after) {
    const kind = RANKS.indexOf(after) > RANKS.indexOf(before) ? 'verdict_raised' : 'verdict_lowered';
    changes.push({
      kind,
      show: () => ({ before: showVerdict(old, 'old', disclosure()), after: showVerdict(now, 'new', disclosure()) }),
    });
  }
  if (old.event === now.event && old.key === now.key) return changes;
  const events = { old: parse(old), new: parse(now) };
  const values =
    old.event === null || now.event === null
      ? []
      : comparison.fields.kept.filter((pair) => valueOf(events.old, pair.old) !== valueOf(events.new, pair.new));
  if (values.length > 0) changes.push({ kind: 'value', show: () => showValues(events, values, disclosure()) });
  if (isOtherMessage(events, comparison)) {
    changes.push({
      kind: 'message',
      show: () => showChangedMessage(old, now, { comparison, disclosure: disclosure() }),
    });
  }
  return changes;
}

/**
 * Returns the verdict, the issues, the key and the event of a record that only one version finds, as a report may show
 * them.
 */
export function showUnmatched(snapshot: RecordSnapshot, side: SideName, comparison: Comparison): unknown {
  const disclosure = createDisclosure(comparison.fields, [snapshot]);
  return { ...showVerdict(snapshot, side, disclosure), ...showMessage(snapshot, side, { comparison, disclosure }) };
}

const RANKS = ['none', 'WARNING', 'ERROR', 'FATAL'] as const;
type Verdict = (typeof RANKS)[number];

/** Returns the worst severity of a record's issues; `none` if it has no issue. */
function verdictOf({ issues }: { readonly issues: readonly Issue[] }): Verdict {
  return issues.reduce<Verdict>(
    (worst, { severity }) => (RANKS.indexOf(severity) > RANKS.indexOf(worst) ? severity : worst),
    'none',
  );
}

function showVerdict(
  snapshot: RecordSnapshot,
  side: SideName,
  disclosure: Disclosure,
): { verdict: Verdict; issues: Issue[] } {
  return { verdict: verdictOf(snapshot), issues: showIssues(snapshot.issues, side, disclosure) };
}

/** An event with its members parsed. `members` is null if the record has no event. */
interface ParsedEvent {
  readonly members: ReadonlyMap<string, MessageMember> | null;
  readonly key: string | null;
}

interface ParsedEvents {
  readonly old: ParsedEvent;
  readonly new: ParsedEvent;
}

function parse({ event, key }: RecordSnapshot): ParsedEvent {
  return { members: event === null ? null : membersOf(event), key };
}

function valueOf({ members }: ParsedEvent, field: string): string | null {
  return members?.get(field)?.value ?? null;
}

function showValues(
  events: ParsedEvents,
  values: ShownFields['kept'],
  disclosure: Disclosure,
): Pick<FirstOfKind, 'before' | 'after'> {
  const shown = (side: SideName): Record<string, ShownValue> =>
    Object.fromEntries(
      values.map((pair) => [pair[side], showValue(valueOf(events[side], pair[side]), pair[side], side, disclosure)]),
    );
  return { before: shown('old'), after: shown('new') };
}

/** Returns true if the difference of two events is of the kind `message`, see SampleKind. */
function isOtherMessage(events: ParsedEvents, { fields, keyFields }: Comparison): boolean {
  const [before, after] = [events.old.members, events.new.members];
  if (before === null || after === null) return before !== after;
  if ([...before.keys()].join('\0') !== [...after.keys()].join('\0')) return true;
  if ([...before.values()].some(({ name, text }) => isNested(text) && after.get(name)?.text !== text)) return true;
  const isOtherForm = fields.kept.some((pair) => {
    const [was, is] = [before.get(pair.old), after.get(pair.new)];
    return was !== undefined && is !== undefined && was.text !== is.text && was.value === is.value;
  });
  return isOtherForm || (events.old.key !== events.new.key && !isKeyOfOtherValues(events, keyFields));
}

/** Returns whether the text of a member has the records of a type (`as`), which are no fields of the event. */
function isNested(text: string): boolean {
  return text.startsWith('[') || text.startsWith('{');
}

/** Returns true if the values of the key fields differ, which explains why the keys differ. */
function isKeyOfOtherValues(events: ParsedEvents, { old: before, new: after }: Comparison['keyFields']): boolean {
  const isSameShape = before.length === after.length && (events.old.key === null) === (events.new.key === null);
  return (
    isSameShape &&
    before.some((field, index) => valueOf(events.old, field) !== valueOf(events.new, after[index] ?? field))
  );
}
