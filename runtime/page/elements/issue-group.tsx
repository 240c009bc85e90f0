import { toPlainWords } from '../../../compiler/formats.ts';
import { SeverityTag } from './severity.tsx';
import type { TypedIssueCount } from '../file/issue-filter.ts';
import type { IssueExample } from '../file/issue-store.ts';
import { formatCount } from './format.ts';

interface IssueGroupProps {
  group: TypedIssueCount;
  /** Undefined if no issue of the group is in memory. */
  example: IssueExample | undefined;
  /** The count of the largest group, which has the longest bar. */
  most: number;
  isPressed: boolean;
  onPress: (isPressed: boolean) => void;
}

/** The issues of one rule: an example, its lines, and how many there are. */
export function IssueGroup({ group, example, most, isPressed, onPress }: IssueGroupProps) {
  const { severity, field, count, recordType } = group;
  return (
    <li>
      <button type="button" class="group" aria-pressed={isPressed} onClick={() => onPress(!isPressed)}>
        <SeverityTag severity={severity} />
        <span class="group-name">
          <span>
            {recordType !== undefined && `${recordType} · `}
            <strong>{field ?? 'Structure'}</strong>
            {example !== undefined && ` · ${toPlainWords(example.message)}`}
          </span>
          <span class="quiet small-text">
            {nameOf(group)}
            {example !== undefined && ` · ${describeLines(example, count)}`}
          </span>
        </span>
        <svg class={`bar ${severity}`} aria-hidden="true" width="100%" height="10">
          <rect width={`${count === 0 ? 0 : Math.max(1, (count / most) * 100)}%`} height="10" rx="2" />
        </svg>
        <span class="count">{formatCount(count)}</span>
      </button>
    </li>
  );
}

function describeLines({ lines }: IssueExample, count: number): string {
  const list = lines.map(formatCount).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${list}${count > lines.length ? ' …' : ''}`;
}

function nameOf({ code, ruleId }: TypedIssueCount): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return ruleId === null || ruleId.startsWith('required:') ? words : `${words} · ${ruleId}`;
}
