import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Described } from './described.tsx';
import { entryOf, firstMembers, type FormSchema, labelOf, type NamedSchemas, shownMembers } from './form-schema.ts';

type Members = Readonly<Record<string, unknown>>;

/** What all fields of a form share. */
export interface FormContext {
  schemas: NamedSchemas;
  /** Texts that are offered for a member, by its path: `source.integration`. */
  offers: Readonly<Record<string, readonly string[]>>;
}

interface FieldsProps extends FormContext {
  schema: FormSchema;
  value: Members;
  onChange: (value: Members) => void;
  /** The names of the enclosing members. */
  path: readonly string[];
}

/** The members of an object as fields: those that are required first, the others when the user asks for them. */
export function SchemaFields({ schema, value, onChange, path, ...context }: FieldsProps) {
  const { properties = {}, required = [] } = schema;
  // A member that was empty at first stays where it is while it is filled.
  const [first] = useState(() => firstMembers(schema, value));
  const others = shownMembers(schema, value).filter((name) => !first.includes(name));
  const show = (name: string) => (
    <Field
      key={name}
      {...context}
      name={name}
      schema={properties[name] ?? {}}
      isRequired={required.includes(name)}
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: next })}
      path={[...path, name]}
    />
  );
  return (
    <div class="form-fields">
      {first.map(show)}
      {others.length > 0 &&
        (first.length === 0 ? (
          others.map(show)
        ) : (
          <More labels={others.map((name) => labelOf(name, properties[name] ?? {}))}>{() => others.map(show)}</More>
        ))}
    </div>
  );
}

function More({ labels, children }: { labels: readonly string[]; children: () => VNode[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Fewer settings' : `More settings: ${labels.join(', ')}`}
      </button>
      {isOpen && children()}
    </>
  );
}

interface FieldProps extends FormContext {
  name: string;
  schema: FormSchema;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
  path: readonly string[];
}

function Field(props: FieldProps) {
  const { name, schema, isRequired, value, onChange, path, ...context } = props;
  const entry = entryOf(schema, context.schemas);
  // The cast is safe: the members of an object are those that this form or the service has set.
  const members = (typeof value === 'object' && value !== null ? value : {}) as Members;
  switch (entry.kind) {
    case 'object':
      return (
        <fieldset>
          <legend>{labelOf(name, schema)}</legend>
          <Described text={schema.description} />
          <SchemaFields {...context} schema={entry.schema} value={members} onChange={onChange} path={path} />
        </fieldset>
      );
    case 'variants':
      return <Variants {...props} variants={entry.variants} members={members} />;
    case 'flag':
      return (
        <div class="field">
          <label class="check">
            <input
              id={idOf(path)}
              type="checkbox"
              aria-describedby={schema.description === undefined ? undefined : `${idOf(path)}-about`}
              checked={(value ?? schema.default) === true}
              onChange={({ currentTarget }) => onChange(currentTarget.checked)}
            />
            {labelOf(name, schema)}
          </label>
          <Described id={`${idOf(path)}-about`} text={schema.description} />
        </div>
      );
    case 'choice':
      return (
        <Labelled label={labelOf(name, schema)} path={path} description={schema.description}>
          <select
            id={idOf(path)}
            aria-describedby={schema.description === undefined ? undefined : `${idOf(path)}-about`}
            required={isRequired}
            value={typeof value === 'string' ? value : ''}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          >
            <option value="">
              {(schema.default ?? null) === null ? 'Choose' : `As usual: ${String(schema.default)}`}
            </option>
            {entry.values.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </Labelled>
      );
    case 'lines':
      return <Lines {...props} />;
    case 'json':
      return <Json {...props} />;
    case 'number':
    case 'text':
      return <Text {...props} isNumber={entry.kind === 'number'} isLong={entry.kind === 'text' && entry.isLong} />;
    default:
      return entry satisfies never;
  }
}

interface LabelledProps {
  label: string;
  path: readonly string[];
  description: string | undefined;
  children: ComponentChildren;
}

/** A control with its label above it and its description below it. The control has the id of its path. */
function Labelled({ label, path, description, children }: LabelledProps) {
  return (
    <div class="field">
      <label for={idOf(path)}>{label}</label>
      {children}
      <Described id={`${idOf(path)}-about`} text={description} />
    </div>
  );
}

/** Returns the id of the control for a member. */
export function idOf(path: readonly string[]): string {
  return `field-${path.join('.')}`;
}

type VariantsProps = FieldProps & {
  variants: readonly { name: string; schema: FormSchema }[];
  members: Members;
};

function Variants({
  name,
  schema,
  onChange,
  path,
  variants,
  members,
  isRequired,
  value: _,
  ...context
}: VariantsProps) {
  const [chosen, setChosen] = useState(() => variants.find((each) => members[each.name] !== undefined)?.name ?? '');
  const variant = variants.find((each) => each.name === chosen);
  const label = labelOf(name, schema);
  const choose = (next: string) => {
    setChosen(next);
    onChange({});
  };
  return (
    <fieldset>
      <legend>{label}</legend>
      <Described text={schema.description} />
      <Labelled label={`Kind of ${label.toLowerCase()}`} path={path} description={undefined}>
        <select
          id={idOf(path)}
          required={isRequired}
          value={chosen}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">Choose</option>
          {variants.map((each) => (
            <option key={each.name} value={each.name}>
              {labelOf(each.name, each.schema)}
            </option>
          ))}
        </select>
      </Labelled>
      {variant !== undefined && (
        <SchemaFields
          key={chosen}
          {...context}
          schema={variant.schema}
          value={members}
          onChange={onChange}
          path={path}
        />
      )}
    </fieldset>
  );
}

function Text(props: FieldProps & { isNumber: boolean; isLong: boolean }) {
  const { name, schema, isRequired, value, onChange, path, offers, isNumber, isLong } = props;
  const id = path.join('.');
  const offered = offers[id] ?? [];
  // A secret may have several lines, which an input for passwords would lose.
  const isSecret = path[0] === 'secret';
  const shared = {
    id: idOf(path),
    'aria-describedby': schema.description === undefined ? undefined : `${idOf(path)}-about`,
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

function Lines({ name, schema, value, onChange, isRequired, path }: FieldProps) {
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

function Json({ name, schema, value, onChange, isRequired, path }: FieldProps) {
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
