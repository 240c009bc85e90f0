import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import type { FirstOfKind, SampleKind } from '../../runs/record-diff/compare-snapshots.ts';
import type { ShownValue } from '../../runs/record-diff/disclosure.ts';
import type { ShownMessage } from '../../runs/record-diff/show-message.ts';

const MAX_EVENT = 200;

const NAMES: Readonly<Record<SampleKind, string>> = {
  verdict_raised: 'worse verdict',
  verdict_lowered: 'better verdict',
  value: 'different value',
  message: 'different event',
  record_gone: 'record removed',
  record_new: 'record added',
  not_read_by_old: 'failed before',
  not_read_by_new: 'fails now',
};

/** Returns the words that a report uses for a kind of difference, for example `worse verdict`. */
export function nameKind(kind: SampleKind): string {
  return NAMES[kind];
}

/**
 * Returns the place of a difference, for example `record 3 (line 4)`. Returns `the file` if the difference concerns no
 * record.
 */
export function placeOf({ record, line }: FirstOfKind): string {
  return record === null ? 'the file' : `record ${record} (line ${line})`;
}

/** Describes on one line how the first record of a kind differs. */
export function describeFirst({ kind, before, after }: FirstOfKind): string {
  switch (kind) {
    case 'verdict_raised':
    case 'verdict_lowered':
      return `${describeVerdict(before)} → ${describeVerdict(after)}`;
    case 'value':
      return describeValues(before, after);
    case 'message':
      return `${describeMessage(before)} → ${describeMessage(after)}`;
    case 'record_gone':
      return `${describeVerdict(before)}, ${describeMessage(before)}`;
    case 'record_new':
      return `${describeVerdict(after)}, ${describeMessage(after)}`;
    case 'not_read_by_old':
      return describeFailure(before);
    case 'not_read_by_new':
      return describeFailure(after);
    default:
      return kind satisfies never;
  }
}

// compareSample() defines the types of `before` and `after` for each kind.
function describeVerdict(shown: unknown): string {
  const { verdict, issues } = shown as { verdict: string; issues: readonly Issue[] };
  const worst = issues.find(({ severity }) => severity === verdict);
  return worst === undefined
    ? verdict
    : `${verdict} (${worst.code}${worst.field === null ? '' : ` ${worst.field}`}${describeIssueValue(worst)})`;
}

function describeIssueValue({ value, original, masked, length }: Issue): string {
  if (masked === true) return `: ${describeValue({ masked, length: length ?? 0 })}`;
  const sent = original === undefined ? '' : `, sent as ${describeValue(original)}`;
  return value === undefined ? '' : `: ${describeValue(value)}${sent}`;
}

function describeValues(before: unknown, after: unknown): string {
  const [old, now] = [
    Object.entries(before as Record<string, ShownValue>),
    Object.entries(after as Record<string, ShownValue>),
  ];
  const shown = old
    .slice(0, 3)
    .map(([field, value], index) => `${field}: ${describeValue(value)} → ${describeValue(now[index]?.[1] ?? null)}`);
  return `${shown.join('; ')}${old.length > shown.length ? `; and ${old.length - shown.length} more` : ''}`;
}

function describeMessage(shown: unknown): string {
  const { key, event } = shown as Partial<ShownMessage>;
  const keyText = key === undefined || key === null ? null : `key ${describeValue(key)}`;
  if (event === undefined) return keyText ?? 'no key';
  if (event === null) return 'no event';
  return keyText === null ? cutEvent(event) : `${cutEvent(event)} with ${keyText}`;
}

/** Shortens an event to 200 characters. The JSON output of the command contains the whole event. */
function cutEvent(event: string): string {
  const characters = [...event];
  return characters.length > MAX_EVENT ? `${characters.slice(0, MAX_EVENT).join('')}…` : event;
}

function describeFailure(shown: unknown): string {
  const { failure } = shown as { failure: { code: string; message?: string } };
  return failure.message === undefined ? failure.code : `${failure.code}: ${failure.message}`;
}

function describeValue(value: ShownValue): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? JSON.stringify(value) : `(masked, length ${value.length})`;
}
