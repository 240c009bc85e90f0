import type { RecordIssues, SpecInfo } from '../../compiler/kernel/model/contract.ts';
import { toRecordError } from './record-error.ts';

/** The headers of the messages or dead letters of a run: CloudEvents 1.0, binary mode. */
export interface MessageHeaders {
  /** Name and value of the headers that are the same for all messages of the run, in order. */
  readonly constant: readonly (readonly [name: string, value: string])[];
  /** The `ce_id` of a message is this prefix and the number of its record. */
  readonly idPrefix: string;
}

/**
 * Creates the headers for messages from one file and one version of a spec. The same file and version always produce
 * the same ids. `fileSha256` is the hexadecimal hash of the file as sent.
 */
export function createMessageHeaders(spec: SpecInfo, fileSha256: string): MessageHeaders {
  const name = encodeURIComponent(toWellFormed(spec.name));
  return {
    constant: [
      ['content-type', 'application/json'],
      ['ce_specversion', '1.0'],
      ['ce_source', `/specs/${name}`],
      ['ce_type', `${name}.record`],
      ['ce_dataschema', `/specs/${name}/${spec.version.slice(0, 16)}`],
    ],
    idPrefix: `${fileSha256.slice(0, 16)}-${spec.version.slice(0, 8)}:`,
  };
}

/**
 * Returns the headers of a run's dead letters. Their value is the original bytes of a record, which no schema describes.
 */
export function toDeadLetterHeaders({ constant, idPrefix }: MessageHeaders): MessageHeaders {
  const changed = constant.map(([name, value]): readonly [string, string] => {
    if (name === 'content-type') return [name, 'application/octet-stream'];
    return [name, name === 'ce_type' ? value.replace(/record$/, 'rejected') : value];
  });
  return { constant: changed.filter(([name]) => name !== 'ce_dataschema'), idPrefix };
}

/** Returns the headers of one message: six, and `issues` if its record has issues. */
export function headersOf(headers: MessageHeaders, record: number, recordIssue?: RecordIssues): Record<string, string> {
  const all = Object.fromEntries(headers.constant);
  all['ce_id'] = headers.idPrefix + record;
  if (recordIssue !== undefined) all['issues'] = issuesHeader(recordIssue);
  return all;
}

/** Returns the value of the header `issues`: a JSON array, limited as in a result. */
export function issuesHeader(recordIssue: RecordIssues): string {
  return JSON.stringify(toRecordError(recordIssue).messages);
}

// encodeURIComponent throws on an unpaired surrogate.
function toWellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
