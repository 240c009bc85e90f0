import { FileButton } from '../../elements/file-button.tsx';
import type { Tables } from './use-tables.ts';

/** Asks for the files of the tables that the page does not have. */
export function MissingTables({ tables: { missing, choose } }: { tables: Tables }) {
  return (
    <>
      {missing.map(({ name, file }) => (
        <div class="note" key={name}>
          <p>
            The spec looks values up in the table <code>{name}</code>, which the page does not have. Choose{' '}
            {file === null ? 'its CSV file' : <code>{file}</code>}.
          </p>
          <p>
            <FileButton label={`File of the table ${name}`} onFile={(chosen) => choose(name, chosen)}>
              Choose the table
            </FileButton>
          </p>
        </div>
      ))}
    </>
  );
}
