import type { LoadedSpec } from '../../catalog/catalog.ts';
import { DropArea } from '../../elements/drop-area.tsx';
import { FileButton } from '../../elements/file-button.tsx';
import { formatBytes } from '../../elements/format.ts';
import type { CheckOptions } from './use-check.ts';
import { MissingTables } from './missing-tables.tsx';
import type { Tables } from './use-tables.ts';

interface FilePickerProps {
  spec: LoadedSpec;
  /** Whether the picker shows less, because a file was chosen. */
  isSmall: boolean;
  options: CheckOptions;
  tables: Tables;
  onFile: (file: File) => void;
  onSample: (name: string) => void;
  onOptions: (options: CheckOptions) => void;
}

/** Takes a file by drag and drop, by a dialog, or from the samples of the spec. */
export function FilePicker({ spec, isSmall, options, tables, onFile, onSample, onOptions }: FilePickerProps) {
  return (
    <DropArea label="File" isSmall={isSmall} onFile={onFile}>
      <div class="drop-main">
        {!isSmall && (
          <svg viewBox="0 0 48 48" width="44" height="44" aria-hidden="true">
            <path d="M12 5h17l9 9v29H12z" fill="none" stroke="currentColor" stroke-width="2.5" />
            <path d="M29 5v9h9M25 36V22m-6 6l6-6 6 6" fill="none" stroke="currentColor" stroke-width="2.5" />
          </svg>
        )}
        <p>
          {isSmall ? 'Drop another file, or' : 'Drop a file here, or'}{' '}
          <FileButton label="File to check" isPrimary={!isSmall} onFile={onFile}>
            Choose a file
          </FileButton>
        </p>
        {!isSmall && <p class="quiet">It is read on this computer. Its content does not leave it.</p>}
      </div>
      {spec.samples.length > 0 && (
        <div class="samples">
          <span id="samples">Or try a sample:</span>
          <ul aria-labelledby="samples">
            {spec.samples.map(({ name, bytes }) => (
              <li key={name}>
                <button type="button" class="chip" onClick={() => onSample(name)}>
                  {name} <span class="quiet">{formatBytes(bytes)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <MissingTables tables={tables} />
      <label class="check">
        <input
          type="checkbox"
          checked={options.skipInvalidRecords}
          onChange={({ currentTarget }) => onOptions({ skipInvalidRecords: currentTarget.checked })}
        />
        Leave out records with errors
      </label>
    </DropArea>
  );
}
