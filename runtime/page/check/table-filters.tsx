import { useState } from 'preact/hooks';
import type { IssueCount } from '../../model/issue-counts.ts';
import type { IssueFilter } from '../file/issue-filter.ts';

interface TableFiltersProps {
  counts: readonly IssueCount[];
  filter: IssueFilter;
  onFilter: (filter: IssueFilter) => void;
  onLine: (line: number) => void;
  hasSensitive: boolean;
  showsSensitive: boolean;
  onSensitive: (shows: boolean) => void;
}

/** The controls above the table: which records are shown, and how. */
export function TableFilters(props: TableFiltersProps) {
  const { counts, filter, onFilter, onLine, hasSensitive, showsSensitive, onSensitive } = props;
  const set = (key: keyof IssueFilter, value: string) => {
    const { [key]: _, ...rest } = filter;
    // The cast is safe: the options of the lists are values of their members.
    onFilter((value === '' ? rest : { ...rest, [key]: value }) as IssueFilter);
  };
  const values = (list: (string | null)[]) => [...new Set(list)].filter((value) => value !== null).sort();
  return (
    <div class="filters">
      <Choice
        label="Field"
        value={filter.field}
        values={values(counts.map(({ field }) => field))}
        onChange={(value) => set('field', value)}
      />
      <Choice
        label="Rule"
        value={filter.rule}
        values={values(counts.map(({ ruleId }) => ruleId))}
        onChange={(value) => set('rule', value)}
      />
      <Choice
        label="Kind"
        value={filter.code}
        values={values(counts.map(({ code }) => code))}
        onChange={(value) => set('code', value)}
      />
      <Choice
        label="Severity"
        value={filter.severity}
        values={values(counts.map(({ severity }) => severity))}
        onChange={(value) => set('severity', value)}
      />
      <JumpToLine onLine={onLine} />
      <CopyLink />
      {hasSensitive && (
        <label class="check">
          <input
            type="checkbox"
            checked={showsSensitive}
            onChange={({ currentTarget }) => onSensitive(currentTarget.checked)}
          />
          Show sensitive values
        </label>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  values: readonly string[];
  onChange: (value: string) => void;
}

function Choice({ label, value = '', values, onChange }: ChoiceProps) {
  // A link may name a value that this file does not have.
  const all = value === '' || values.includes(value) ? values : [value, ...values];
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">All</option>
        {all.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

function JumpToLine({ onLine }: { onLine: (line: number) => void }) {
  const [line, setLine] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (Number(line) > 0) onLine(Number(line));
  };
  return (
    <form class="jump" onSubmit={submit}>
      <label>
        Line
        <input
          type="number"
          min="1"
          step="1"
          value={line}
          onInput={({ currentTarget }) => setLine(currentTarget.value)}
        />
      </label>
      <button type="submit">Go to</button>
    </form>
  );
}

function CopyLink() {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = () => {
    const write = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error('no clipboard'));
    write.then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" onClick={copy} title="The link contains the spec and the filter, and nothing of the file">
      {state === 'ready' ? 'Copy link' : state === 'copied' ? 'Link copied' : 'Copy it from the address bar'}
    </button>
  );
}
