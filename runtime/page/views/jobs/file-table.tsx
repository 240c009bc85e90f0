import type { JobFile } from '../../../client/client.ts';
import { formatBytes, formatCount, toSentence } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';
import { Time } from '../../elements/time.tsx';
import { formatPlace } from '../../route/place.ts';
import { FILE_STATES } from './job-words.ts';

interface FileTableProps {
  files: readonly JobFile[];
  /** The id of the file that gets another run now. */
  busy: string | null;
  /** Null if the user may not give a file another run. */
  onRetry: ((file: JobFile) => void) | null;
}

/** The files of a job with their states. */
export function FileTable({ files, busy, onRetry }: FileTableProps) {
  return (
    <div class="scroll" role="region" aria-label="Table of files" tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">State</th>
            <th scope="col">Reason</th>
            <th scope="col" class="number">
              Size
            </th>
            <th scope="col" class="number">
              Records
            </th>
            <th scope="col" class="number">
              Rejected
            </th>
            <th scope="col">First seen</th>
            <th scope="col">Ended</th>
            <th scope="col">Run</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <th scope="row">
                {file.name}
                {file.location !== file.path && <span class="small-text quiet block">now {file.location}</span>}
              </th>
              <td>
                <Status tone={FILE_STATES[file.state].tone}>{FILE_STATES[file.state].word}</Status>
              </td>
              <td class="reason">{file.reason === null ? '' : toSentence(file.reason.message)}</td>
              <td class="number">{formatBytes(file.size)}</td>
              <td class="number">{file.records === null ? '' : formatCount(file.records.total)}</td>
              <td class="number">{file.records === null ? '' : formatCount(file.records.rejected)}</td>
              <td>
                <Time at={file.firstSeen} />
              </td>
              <td>
                <Time at={file.finishedAt} />
              </td>
              <td>
                <div class="buttons">
                  {file.runId !== null && (
                    <a href={formatPlace(['runs', file.runId])} aria-label={`Run of ${file.name}`}>
                      Run
                    </a>
                  )}
                  {file.state === 'needs_approval' && (
                    <a href={formatPlace(['today'])} aria-label={`Decide on ${file.name}`}>
                      Decide
                    </a>
                  )}
                  {onRetry !== null && (file.state === 'failed' || file.state === 'quarantined') && (
                    <button
                      type="button"
                      disabled={busy !== null}
                      aria-label={`Retry ${file.name}`}
                      onClick={() => onRetry(file)}
                    >
                      Retry
                    </button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
