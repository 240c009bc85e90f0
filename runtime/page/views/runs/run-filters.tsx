import { Choice } from '../../elements/choice.tsx';
import { fromInputTime, toInputTime } from '../../elements/time.tsx';
import { RUN_STATUSES } from './run-status.ts';

/** The filters of the list, as they are in the URL. */
export type RunQuery = Readonly<Record<string, string>>;

interface RunFiltersProps {
  query: RunQuery;
  specNames: readonly string[];
  onQuery: (query: RunQuery) => void;
}

/** The controls above the list of runs. A change shows the newest runs again. */
export function RunFilters({ query, specNames, onQuery }: RunFiltersProps) {
  const { status = '', spec = '', topic = '', from = '', to = '' } = query;
  const set = (name: string, value: string) => {
    const { cursor: _, ...rest } = query;
    onQuery({ ...rest, [name]: value });
  };
  return (
    <div class="filters">
      <Choice
        label="Status"
        value={status}
        options={Object.entries(RUN_STATUSES).map(([value, { word }]) => [value, word])}
        onChange={(value) => set('status', value)}
      />
      <Choice
        label="Spec"
        value={spec}
        options={specNames.map((name) => [name, name])}
        onChange={(value) => set('spec', value)}
      />
      <label>
        Topic
        <input value={topic} onChange={({ currentTarget }) => set('topic', currentTarget.value.trim())} />
      </label>
      <TimeInput label="Accepted from" value={from} onChange={(value) => set('from', value)} />
      <TimeInput label="Accepted before" value={to} onChange={(value) => set('to', value)} />
    </div>
  );
}

function TimeInput(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <label>
      {label}
      <input
        type="datetime-local"
        value={toInputTime(value)}
        onChange={({ currentTarget }) => onChange(fromInputTime(currentTarget.value))}
      />
    </label>
  );
}
