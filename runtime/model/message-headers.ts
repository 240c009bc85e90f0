import type { RecordProblem, SpecInfo } from '../../compiler/kernel/model/contract.ts';
import { toRecordError } from './record-error.ts';

/** The headers of a run's messages: CloudEvents 1.0 in binary mode. What is constant in the run is made once. */
export interface MessageHeaders {
  /** The headers that every message of the run carries alike, as name and value, in their order. */
  readonly constant: readonly (readonly [name: string, value: string])[];
  /** `ce_id` of a message is this and the number of its record. */
  readonly idPrefix: string;
}

/**
 * Headers for the messages made from one file by one version of a spec. The same file and version
 * give the same ids for ever. `fileSha256` is of the file as sent, hexadecimal.
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

/** All headers of one message: six, and `issues` where its record carries some. */
export function headersOf(headers: MessageHeaders, record: number, problem?: RecordProblem): Record<string, string> {
  const all = Object.fromEntries(headers.constant);
  all['ce_id'] = headers.idPrefix + record;
  if (problem !== undefined) all['issues'] = issuesHeader(problem);
  return all;
}

/** The value of the header `issues`: a JSON array, cut as in a result. */
export function issuesHeader(problem: RecordProblem): string {
  return JSON.stringify(toRecordError(problem).messages);
}

// encodeURIComponent throws on half a surrogate pair.
function toWellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
