interface ChoiceProps {
  label: string;
  /** Empty: all. */
  value: string;
  options: readonly (readonly [value: string, title: string])[];
  onChange: (value: string) => void;
}

/** A list from which one or all are chosen. A value that is in a link but not in the list is shown, too. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const isKnown = value === '' || options.some(([each]) => each === value);
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">All</option>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
