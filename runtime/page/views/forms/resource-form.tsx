import { useEffect, useState } from 'preact/hooks';
import { ProblemError } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { toYaml } from '../specs/to-yaml.ts';
import { type FormSchema, labelAt, prune } from './form-schema.ts';
import type { TypeChoice } from './load-form.ts';
import { type FormContext, idOf, type Members } from './labelled.tsx';
import { SchemaFields } from './schema-fields.tsx';

/** A form for something that the service stores. */
export interface ResourceFormProps extends Omit<FormContext, 'wrong'> {
  title: string;
  /** Returns the members of the form for a type. */
  schemaOf: (type: string) => FormSchema;
  /** The types to choose from. Empty: there is no type. */
  types: readonly TypeChoice[];
  /** Whether the type can be chosen: it never changes later. */
  choosesType: boolean;
  initial: Members;
  /** The folder of the file in git. Null: it is never in git, because it has a secret. */
  folder: string | null;
  /** Whether it is managed in git, so that it can only be copied. */
  isOfGit: boolean;
  /** Sends what was entered. Rejects with what is wrong. */
  save: (value: Members) => Promise<void>;
  /** Where to go without a change. */
  cancel: string;
}

/** Creates or changes something with a form, beside the YAML for git. A secret is sent once, and is nowhere afterwards. */
export function ResourceForm(props: ResourceFormProps) {
  const { title, schemaOf, types, choosesType, initial, folder, isOfGit, save, cancel, schemas, offers } = props;
  const [value, setValue] = useState<Members>(initial);
  const [state, setState] = useState<{ isBusy: boolean; found: readonly Found[] }>({ isBusy: false, found: [] });
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  const needsType = types.length > 0 && type === '';
  // The cast is safe: prune() returns an object for an object.
  const entered = (prune(value) ?? {}) as Members;
  const submit = (event: Event) => {
    event.preventDefault();
    setState({ isBusy: true, found: [] });
    save(entered).catch((error: Error) => {
      setState({ isBusy: false, found: readProblem(error) });
    });
  };
  const [first] = state.found;
  // Where to correct it, once it is shown.
  useEffect(() => {
    if (first !== undefined) document.getElementById(idOf([first.field]))?.focus();
  }, [first]);
  const describe = ({ field, message }: Found): string => {
    const label = field === '' ? null : labelAt(field.split('.'), schemaOf(type), schemas);
    if (label === null) return message;
    const text = message.startsWith(`"${field}" `) ? message.slice(field.length + 3) : null;
    return text === null ? `${label}: ${message}` : `${label} (${field}) ${text}`;
  };
  return (
    <div class={folder === null ? '' : 'panes'}>
      <section class="card pane" aria-labelledby="form">
        <h1 id="form">{title}</h1>
        {isOfGit && <p class="note">It is managed in git. Copy the YAML and commit it there.</p>}
        <form class="stack wide-items" onSubmit={submit}>
          {choosesType && (
            <div class="field">
              <label for="field-type">Type</label>
              <select
                id="field-type"
                required
                value={type}
                onChange={({ currentTarget }) => setValue({ name: value['name'], type: currentTarget.value })}
              >
                <option value="">Choose</option>
                {types.map(({ name, title: called }) => (
                  <option key={name} value={name}>
                    {called}
                  </option>
                ))}
              </select>
            </div>
          )}
          {!needsType && (
            <SchemaFields
              key={type}
              schema={schemaOf(type)}
              schemas={schemas}
              offers={offers}
              wrong={state.found.map(({ field }) => field)}
              value={value}
              onChange={setValue}
              path={[]}
            />
          )}
          <div class="buttons">
            {!isOfGit && (
              <button type="submit" class="primary" disabled={state.isBusy || needsType}>
                {state.isBusy ? 'Saving …' : 'Save'}
              </button>
            )}
            <a href={cancel}>Cancel</a>
          </div>
        </form>
        {state.found.length > 0 && <Failure message={state.found.map(describe).join('\n')} />}
      </section>
      {folder !== null && <Yaml folder={folder} value={entered} />}
    </div>
  );
}

/** What was entered as a file for git. */
function Yaml({ folder, value }: { folder: string; value: Members }) {
  const [message, setMessage] = useState('');
  const { text } = toYaml(value);
  const name = typeof value['name'] === 'string' ? value['name'] : 'NAME';
  const copy = () => {
    const write = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    write.then(
      () => setMessage('The YAML is copied.'),
      () => setMessage('Select the text and copy it.'),
    );
  };
  return (
    <section class="card pane" aria-labelledby="yaml">
      <div class="row">
        <h2 id="yaml">For git</h2>
        <button type="button" onClick={copy}>
          Copy the YAML
        </button>
      </div>
      <p class="quiet">
        The same as{' '}
        <code>
          {folder}/{name}.yaml
        </code>{' '}
        in the specs folder. <span role="status">{message}</span>
      </p>
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}

/** Something that the service has refused. `field` is the path of the member, empty if it is none. */
interface Found {
  field: string;
  message: string;
}

/** Returns what the service says of each wrong member. It never repeats a secret. */
function readProblem(error: Error): readonly Found[] {
  if (!(error instanceof ProblemError)) return [{ field: '', message: error.message }];
  // The cast is safe: the API describes these members.
  const { field = '', problems } = error.problem as { field?: string; problems?: readonly Found[] };
  return problems ?? [{ field, message: error.problem.detail }];
}
