import { useState } from 'preact/hooks';
import { type FormSchema, labelOf } from './form-schema.ts';
import { type FieldProps, idOf, Labelled } from './labelled.tsx';

/** A text or a number. What exists is offered. */
export function Text(props: FieldProps & { isNumber: boolean; isLong: boolean }) {
  const { name, schema, isRequired, value, onChange, path, offers, wrong, isNumber, isLong } = props;
  const id = path.join('.');
  const offered = offers[id] ?? [];
  // A secret may have several lines, which an input for passwords would lose.
  const isSecret = path[0] === 'secret';
  const shared = {
    id: idOf(path),
    'aria-describedby': schema.description === undefined ? undefined : `${idOf(path)}-about`,
    'aria-invalid': wrong.includes(id),
    required: isRequired,
    value: value === undefined || value === null ? '' : String(value),
    autocomplete: 'off',
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(isNumber ? readNumber(currentTarget.value) : currentTarget.value),
  } as const;
  return (
    <Labelled label={labelOf(name, schema)} path={path} description={schema.description}>
      {isLong || isSecret ? (
        <textarea rows={isSecret ? 2 : 4} {...shared} class={isSecret ? 'secret' : ''} spellcheck={false} />
      ) : offered.length > 0 ? (
        <input {...shared} type="text" list={`offers-${id}`} />
      ) : (
        <input {...shared} type="text" placeholder={placeholderOf(schema)} />
      )}
      {offered.length > 0 && (
        <datalist id={`offers-${id}`}>
          {offered.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </Labelled>
  );
}

/** A text for each line. */
export function Lines({ name, schema, value, onChange, isRequired, path }: FieldProps) {
  const lines = Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
  const [text, setText] = useState(lines.join('\n'));
  const change = (next: string) => {
    setText(next);
    onChange(next.split('\n').filter((line) => line.trim() !== ''));
  };
  return (
    <Labelled label={labelOf(name, schema)} path={path} description={schema.description ?? 'One on each line.'}>
      <textarea
        id={idOf(path)}
        aria-describedby={`${idOf(path)}-about`}
        rows={2}
        required={isRequired}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </Labelled>
  );
}

/** Anything that has no better entry, as JSON. */
export function Json({ name, schema, value, onChange, isRequired, path }: FieldProps) {
  const [text, setText] = useState(value === undefined || value === null ? '' : JSON.stringify(value));
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next));
    } catch {
      // The service says what is wrong with it.
      onChange(next);
    }
  };
  return (
    <Labelled
      label={labelOf(name, schema)}
      path={path}
      description={`${schema.description ?? ''} Written as JSON.`.trim()}
    >
      <textarea
        id={idOf(path)}
        aria-describedby={`${idOf(path)}-about`}
        rows={2}
        required={isRequired}
        value={text}
        spellcheck={false}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </Labelled>
  );
}

function placeholderOf({ default: usual }: FormSchema): string {
  return usual === undefined || typeof usual === 'object' ? '' : String(usual);
}

/** A number if the text is one; otherwise the text, about which the service has the word. */
function readNumber(text: string): unknown {
  return /^-?\d{1,15}(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
