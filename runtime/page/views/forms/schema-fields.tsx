import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Described } from './described.tsx';
import { entryOf, firstMembers, type FormSchema, labelOf, prune, shownMembers, type Variant } from './form-schema.ts';
import { type FieldProps, type FormContext, idOf, Labelled, type Members } from './labelled.tsx';
import { Pairs, Rows } from './rows.tsx';
import { Json, Lines, Text } from './text-fields.tsx';

interface FieldsProps extends FormContext {
  schema: FormSchema;
  value: Members;
  onChange: (value: Members) => void;
  /** The names of the enclosing members. */
  path: readonly string[];
  /** Whether the object may be absent. Then nothing of it is required while it is empty. */
  isOptional?: boolean;
}

/** The members of an object as fields: those that are required first, the others when the user asks for them. */
export function SchemaFields({ schema, value, onChange, path, isOptional = false, ...context }: FieldsProps) {
  const { properties = {}, required = [] } = schema;
  // A member that was empty at first stays where it is while it is filled.
  const [first] = useState(() => firstMembers(schema, value));
  const isAbsent = isOptional && prune(value) === undefined;
  const others = shownMembers(schema, value).filter((name) => !first.includes(name));
  const show = (name: string) => (
    <Field
      key={name}
      {...context}
      name={name}
      schema={properties[name] ?? {}}
      isRequired={required.includes(name) && !isAbsent}
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
          <More
            labels={others.map((name) => labelOf(name, properties[name] ?? {}))}
            isWrong={others.some((name) => isWrongAt([...path, name], context.wrong))}
          >
            {() => others.map(show)}
          </More>
        ))}
    </div>
  );
}

function isWrongAt(path: readonly string[], wrong: FormContext['wrong']): boolean {
  const place = path.join('.');
  return wrong.some((one) => one === place || one.startsWith(`${place}.`));
}

interface MoreProps {
  labels: readonly string[];
  /** Whether the service has refused one of them. Then they are shown. */
  isWrong: boolean;
  children: () => VNode[];
}

function More({ labels, isWrong, children }: MoreProps) {
  const [isChosen, setOpen] = useState(false);
  const isOpen = isChosen || isWrong;
  return (
    <>
      <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Fewer settings' : `More settings: ${labels.join(', ')}`}
      </button>
      {isOpen && children()}
    </>
  );
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
          <SchemaFields
            {...context}
            schema={entry.schema}
            value={members}
            onChange={onChange}
            path={path}
            isOptional={!isRequired}
          />
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
    case 'rows':
      return <Rows {...props} of={entry.schema} />;
    case 'pairs':
      return <Pairs {...props} />;
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

type VariantsProps = FieldProps & {
  variants: readonly Variant[];
  members: Members;
};

function Variants({ name, schema, onChange, path, variants, members, isRequired, value, ...context }: VariantsProps) {
  const isOf = (each: Variant) =>
    each.flag === undefined ? members[each.name] !== undefined : String(value) === each.name;
  const [chosen, setChosen] = useState(() => variants.find(isOf)?.name ?? '');
  const variant = variants.find((each) => each.name === chosen);
  const label = labelOf(name, schema);
  const choose = (next: string) => {
    setChosen(next);
    onChange(variants.find((each) => each.name === next)?.flag ?? {});
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
          <option value="">{isRequired ? 'Choose' : 'As usual'}</option>
          {variants.map((each) => (
            <option key={each.name} value={each.name}>
              {labelOf(each.name, each.schema)}
            </option>
          ))}
        </select>
      </Labelled>
      {variant !== undefined && variant.flag === undefined && (
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
