import { useRef, useState } from 'preact/hooks';
import type { ReferenceTable } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { FileButton } from '../../elements/file-button.tsx';
import { formatBytes, formatCount, formatCounted } from '../../elements/format.ts';
import { saveStream } from '../../elements/save-stream.ts';
import { Time } from '../../elements/time.tsx';
import { useAction } from '../../elements/use-action.ts';
import type { Session } from '../../service/session.ts';
import { useLoaded } from '../../service/use-loaded.ts';

/** A table that was uploaded, and the one before it. */
interface Upload {
  before: ReferenceTable | null;
  after: ReferenceTable;
}

/** The reference tables of the service, and the upload of a new version. */
export function TablesView({ session }: { session: Session }) {
  const { client } = session.service;
  const [last, setLast] = useState<Upload | null>(null);
  const loaded = useLoaded(() => client.listReferenceTables(), [session, last]);
  const mayChange = session.may('specs');
  // The form stays while the list is read again after an upload.
  const known = useRef<readonly ReferenceTable[]>([]);
  if (loaded.kind === 'loaded') known.current = loaded.value;
  const tables = known.current;
  // What is above the list would move it.
  if (loaded.kind === 'loading' && last === null) return <p class="quiet">Loading the tables …</p>;
  return (
    <>
      <p class="crumbs">
        <a href="#/specs">All specs</a>
      </p>
      {mayChange && loaded.kind !== 'failed' && (
        <UploadForm tables={tables} session={session} last={last} onDone={setLast} />
      )}
      <section class="card wide" aria-labelledby="tables">
        <h1 id="tables">Reference tables</h1>
        <p class="quiet">
          Specs look values up in them. Those of the specs folder are files in git, and are not listed here.
        </p>
        {loaded.kind === 'failed' && <Failure message={loaded.error.message} />}
        {loaded.kind !== 'failed' && tables.length === 0 && (
          <p>There is no table yet. {mayChange ? 'Upload one above' : 'Ask for a key with the scope specs'}.</p>
        )}
        {tables.length > 0 && <List tables={tables} session={session} />}
      </section>
    </>
  );
}

interface UploadFormProps {
  tables: readonly ReferenceTable[];
  session: Session;
  last: Upload | null;
  onDone: (upload: Upload) => void;
}

function UploadForm({ tables, session, last, onDone }: UploadFormProps) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const action = useAction();
  const before = tables.find((table) => table.name === name) ?? null;
  const choose = (next: File) => {
    setFile(next);
    // The name of the file is most often that of the table.
    const proposed = next.name
      .toLowerCase()
      .replace(/\.csv$/, '')
      .replace(/[^a-z0-9-]+/g, '-');
    if (name === '' && /^[a-z]/.test(proposed)) setName(proposed.slice(0, 100));
  };
  const upload = async () => {
    if (file === null) throw new Error('Choose the CSV file of the table first.');
    // Another person may have replaced the table since it was listed.
    const ifMatch = before === null ? {} : { ifMatch: `"${before.version}"` };
    const after = await session.service.client.putReferenceTable({ name, ...ifMatch, body: file });
    setFile(null);
    setName('');
    onDone({ before, after });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    action.act('upload', upload, '');
  };
  return (
    <section class="card" aria-labelledby="upload">
      <h2 id="upload">Upload a table</h2>
      <form class="stack" onSubmit={submit}>
        <p class="quiet">
          A CSV file in UTF-8 with commas, a header, and at most 64 MiB. Runs that were accepted before keep the version
          that they have.
        </p>
        <p>
          <FileButton label="File of the table" onFile={choose}>
            {file === null ? 'Choose a file' : 'Choose another file'}
          </FileButton>{' '}
          {file !== null && (
            <span>
              {file.name}, {formatBytes(file.size)}
            </span>
          )}
        </p>
        <label>
          Name of the table
          <input
            required
            pattern="[a-z][a-z0-9\-]{0,99}"
            title="a-z, 0-9 and hyphens, with a letter first"
            list="table-names"
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <datalist id="table-names">
          {tables.map((table) => (
            <option key={table.name} value={table.name} />
          ))}
        </datalist>
        <p class="quiet">
          {before === null
            ? 'A new name creates a table.'
            : `It replaces the version with ${formatCounted(before.rows, 'row')}.`}
        </p>
        <div class="buttons">
          <button type="submit" class="primary" disabled={action.busy !== null || file === null}>
            {action.busy === null ? 'Upload' : 'Uploading …'}
          </button>
        </div>
      </form>
      {action.hasFailed && <Failure message={action.message} />}
      {last !== null && !action.hasFailed && <Outcome {...last} />}
    </section>
  );
}

/** Says what an upload has changed. */
function Outcome({ before, after }: Upload) {
  const isSame = before?.version === after.version;
  return (
    <p role="status" class="note good">
      <strong>{after.name}</strong>{' '}
      {isSame
        ? 'has this content already. Nothing has changed.'
        : `is in service: ${formatCounted(after.rows, 'row')} with the columns ${after.columns.join(', ')}.`}
      {before !== null && !isSame && ` The version before had ${formatCounted(before.rows, 'row')}.`}
    </p>
  );
}

function List({ tables, session }: { tables: readonly ReferenceTable[]; session: Session }) {
  const action = useAction();
  const save = ({ name }: ReferenceTable) =>
    action.act(
      name,
      () =>
        saveStream(async () => new Blob([(await session.service.client.getReferenceTable({ name })) ?? '']).stream(), {
          ...{ name: `${name}.csv`, type: 'text/csv', isLarge: false },
        }),
      `${name}.csv is saved.`,
    );
  return (
    <>
      <div class="scroll" role="region" aria-label="Table of reference tables" tabIndex={0}>
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Table</th>
              <th scope="col" class="number">
                Rows
              </th>
              <th scope="col">Columns</th>
              <th scope="col">Version</th>
              <th scope="col">Changed</th>
              <th scope="col">File</th>
            </tr>
          </thead>
          <tbody>
            {tables.map((table) => (
              <tr key={table.name}>
                <th scope="row">{table.name}</th>
                <td class="number">{formatCount(table.rows)}</td>
                <td>{table.columns.join(', ')}</td>
                <td>
                  <code title={table.version}>{table.version.slice(0, 12)}</code>
                </td>
                <td>
                  <Time at={table.updatedAt} />
                </td>
                <td>
                  <button type="button" disabled={action.busy !== null} onClick={() => save(table)}>
                    Save<span class="visually-hidden"> {table.name}</span>
                  </button>{' '}
                  <span class="quiet">{formatBytes(table.bytes)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p role={action.hasFailed ? 'alert' : 'status'}>{action.message}</p>
    </>
  );
}
