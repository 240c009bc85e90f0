import { useState } from 'preact/hooks';
import { Described } from './described.tsx';
import { type FormSchema, labelOf } from './form-schema.ts';
import { type FieldProps, idOf, Labelled, type Members } from './labelled.tsx';
import { Text } from './text-fields.tsx';

/** A list of objects with texts, such as several specs: a row of fields for each. */
export function Rows({ of, ...props }: FieldProps & { of: FormSchema }) {
  const { name, schema, value, onChange, path, offers, ...context } = props;
  const rows = Array.isArray(value) ? (value as readonly Members[]) : [];
  const members = Object.entries(of.properties ?? {});
  const change = (index: number, next: Members) => onChange(rows.map((row, at) => (at === index ? next : row)));
  return (
    <fieldset>
      <legend>{labelOf(name, schema)}</legend>
      <Described text={schema.description} />
      {rows.map((row, index) => (
        <div key={index} class="form-row">
          {members.map(([member, { description: _, ...shown }]) => (
            <Text
              key={member}
              {...context}
              // What is offered is the same in each row.
              offers={{ [[...path, index, member].join('.')]: offers[[...path, member].join('.')] ?? [] }}
              name={member}
              schema={shown}
              isRequired={of.required?.includes(member) === true}
              value={row[member]}
              onChange={(next) => change(index, { ...row, [member]: next })}
              path={[...path, `${index}`, member]}
              isNumber={false}
              isLong={false}
            />
          ))}
          <Remove index={index} onClick={() => onChange(rows.filter((_, at) => at !== index))} />
        </div>
      ))}
      <button type="button" id={idOf(path)} onClick={() => onChange([...rows, {}])}>
        {rows.length === 0 ? 'Add one' : 'Add another one'}
      </button>
    </fieldset>
  );
}

/** Texts by names that the user chooses, such as headers. */
export function Pairs({ name, schema, value, onChange, path }: FieldProps) {
  // Two names can be the same while one of them is typed.
  const [pairs, setPairs] = useState(() => Object.entries((value ?? {}) as Members));
  const change = (next: [string, unknown][]) => {
    setPairs(next);
    onChange(Object.fromEntries(next.filter(([key]) => key !== '')));
  };
  const replace = (index: number, pair: [string, unknown]) =>
    change(pairs.map((each, at) => (at === index ? pair : each)));
  return (
    <fieldset>
      <legend>{labelOf(name, schema)}</legend>
      <Described text={schema.description} />
      {pairs.map(([key, text], index) => (
        <div key={index} class="form-row">
          {(['Name', 'Value'] as const).map((label, part) => (
            <Labelled key={label} label={label} path={[...path, `${index}`, label]} description={undefined}>
              <input
                id={idOf([...path, `${index}`, label])}
                type="text"
                autocomplete="off"
                value={part === 0 ? key : String(text)}
                onInput={({ currentTarget }) =>
                  replace(index, part === 0 ? [currentTarget.value, text] : [key, currentTarget.value])
                }
              />
            </Labelled>
          ))}
          <Remove index={index} onClick={() => change(pairs.filter((_, at) => at !== index))} />
        </div>
      ))}
      <button type="button" id={idOf(path)} onClick={() => setPairs([...pairs, ['', '']])}>
        {pairs.length === 0 ? 'Add one' : 'Add another one'}
      </button>
    </fieldset>
  );
}

function Remove({ index, onClick }: { index: number; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      Remove<span class="visually-hidden"> number {index + 1}</span>
    </button>
  );
}
