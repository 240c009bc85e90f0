import { useState } from 'preact/hooks';
import { SEVERITY_WORDS } from '../../elements/severity.tsx';
import { Choice } from '../../elements/choice.tsx';
import type { IssueFilter, TypedIssueCount } from '../../file/issue-filter.ts';

interface TableFiltersProps {
  counts: readonly TypedIssueCount[];
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
  const types = counts.flatMap(({ recordType }) => recordType ?? []);
  const choice = (label: string, key: keyof IssueFilter, values: (string | null)[]) => (
    <Choice
      label={label}
      value={filter[key] ?? ''}
      options={[...new Set(values)]
        .filter((value) => value !== null)
        .sort()
        .map((value) => [value, titleOf(key, value)])}
      onChange={(value) => set(key, value)}
    />
  );
  return (
    <div class="filters">
      {types.length > 0 && choice('Record type', 'type', types)}
      {choice(
        'Field',
        'field',
        counts.map(({ field }) => field),
      )}
      {choice(
        'Rule',
        'rule',
        counts.map(({ ruleId }) => ruleId),
      )}
      {choice(
        'Kind',
        'code',
        counts.map(({ code }) => code),
      )}
      {choice(
        'Severity',
        'severity',
        counts.map(({ severity }) => severity),
      )}
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

/** Kinds and severities have the words of the groups. */
function titleOf(key: keyof IssueFilter, value: string): string {
  if (key === 'severity') return (SEVERITY_WORDS as Readonly<Record<string, string>>)[value] ?? value;
  return key === 'code' ? value.toLowerCase().replaceAll('_', ' ') : value;
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
