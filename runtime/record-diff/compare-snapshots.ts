import type { ShownFields } from '../../compiler/index.ts';
import type { Issue } from '../../compiler/kernel/model/contract.ts';
import { membersOf, textOf } from './event-members.ts';
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

/** The kinds of difference of a record or a whole file. */
export type SampleKind =
  | 'verdict_raised'
  | 'verdict_lowered'
  /** A field of both versions has another value. */
  | 'value'
  /** The event has other members, another form or another key, or only one version publishes it. */
  | 'message'
  /** Only the old or only the new version finds a record there. */
  | 'record_gone'
  | 'record_new'
  /** A record after the position at which one version failed. */
  | 'not_read_by_old'
  | 'not_read_by_new';

/** The first record of a kind, before and after the change. */
export interface FirstOfKind {
  readonly kind: SampleKind;
  /** Its number, as the old version counts if it finds the record. Null for a file without records. */
  readonly record: number | null;
  readonly line: number | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** One difference of a record. Its details are computed by show(). */
export interface SnapshotChange {
  readonly kind: SampleKind;
  show(): Pick<FirstOfKind, 'before' | 'after'>;
}

/** Returns all differences between two snapshots of a record. */
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

/** Returns the details of a record that only one version finds. */
export function showUnmatched(snapshot: RecordSnapshot, side: SideName, comparison: Comparison): unknown {
  const disclosure = createDisclosure(comparison.fields, [snapshot]);
  return { ...showVerdict(snapshot, side, disclosure), ...showMessage(snapshot, side, { comparison, disclosure }) };
}

const RANKS = ['none', 'WARNING', 'ERROR', 'FATAL'] as const;
type Verdict = (typeof RANKS)[number];

/** Returns the worst severity of a record's issues. */
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

/** An event, parsed once for all comparisons. `members` is null if there is no event. */
interface ParsedEvent {
  readonly members: ReadonlyMap<string, string> | null;
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
  return textOf(members?.get(field) ?? 'null');
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

/** Returns true if two events differ in more than values: their members, order, form or key, or one is missing. */
function isOtherMessage(events: ParsedEvents, { fields, keyFields }: Comparison): boolean {
  const [before, after] = [events.old.members, events.new.members];
  if (before === null || after === null) return before !== after;
  if ([...before.keys()].join('\0') !== [...after.keys()].join('\0')) return true;
  const isOtherForm = fields.kept.some((pair) => {
    const [was, is] = [before.get(pair.old) ?? 'null', after.get(pair.new) ?? 'null'];
    return was !== is && textOf(was) === textOf(is);
  });
  return isOtherForm || (events.old.key !== events.new.key && !isKeyOfOtherValues(events, keyFields));
}

/** Returns true if the keys differ only because the values of their fields differ. */
function isKeyOfOtherValues(events: ParsedEvents, { old: before, new: after }: Comparison['keyFields']): boolean {
  const isSameShape = before.length === after.length && (events.old.key === null) === (events.new.key === null);
  return (
    isSameShape &&
    before.some((field, index) => valueOf(events.old, field) !== valueOf(events.new, after[index] ?? field))
  );
}
