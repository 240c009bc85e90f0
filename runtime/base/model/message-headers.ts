import { encoderOf } from '../../../compiler/formats.ts';
import type { RecordIssues, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { TableVersion } from './bound-tables.ts';
import type { RunOptions } from './run-info.ts';
import { toRecordError } from './record-error.ts';

/** The media type of a structured CloudEvent in the JSON format. */
const STRUCTURED_TYPE = 'application/cloudevents+json';

/**
 * The headers that the messages or the dead letters of a run have: those of CloudEvents 1.0 in binary mode. Structured events
 * have them, too, as the binding for Kafka permits: only their content type differs.
 */
export interface MessageHeaders {
  /** The headers that are the same for all messages of the run, in order. */
  readonly constant: readonly (readonly [name: string, value: string])[];
  /** The header `ce_id` of a message is this prefix followed by the number of its record. */
  readonly idPrefix: string;
  /** The header `ce_dataschema` by record type. Absent: that of `constant`. */
  readonly typeSchemas?: ReadonlyMap<string, string>;
}

/**
 * Creates the headers for the messages from one file and one version of a spec. The same file and version always
 * produce the same message ids. `fileSha256` is the SHA-256 of the file as sent (before decompression), hexadecimal.
 * With `traceparent` (W3C Trace Context), the messages have a header of that name, and with `supersedes` the header `ce_supersedes`. With `reference`, they have the header `ce_reference`. `schemas`: the header `ce_dataschema` names the schema in the registry. `idHashes` are a part of the ids.
 */
export function createMessageHeaders(
  spec: SpecInfo,
  fileSha256: string,
  {
    traceparent,
    supersedes,
    idHashes = [],
    reference,
    cloudevents = 'binary',
    schemas,
  }: Pick<RunOptions, 'traceparent' | 'supersedes' | 'idHashes' | 'reference' | 'cloudevents' | 'schemas'> = {},
): MessageHeaders {
  const uris = new Map((schemas?.values ?? []).map(({ recordType, uri }) => [recordType ?? '', uri]));
  const name = encodeURIComponent(toWellFormed(spec.name));
  return {
    constant: [
      ['content-type', cloudevents === 'structured' ? STRUCTURED_TYPE : encoderOf(spec).contentType],
      ['ce_specversion', '1.0'],
      ['ce_source', `/specs/${name}`],
      ['ce_type', `${name}.record`],
      ['ce_dataschema', uris.get('') ?? `/specs/${name}/${spec.version.slice(0, 16)}`],
      ...(reference === undefined ? [] : ([['ce_reference', referenceHeader(reference)]] as const)),
      ...(supersedes === undefined ? [] : ([['ce_supersedes', supersedes]] as const)),
      ...(traceparent === undefined ? [] : ([['traceparent', traceparent]] as const)),
    ],
    idPrefix: `${[fileSha256.slice(0, 16), spec.version.slice(0, 8), ...idHashes].join('-')}:`,
    ...(uris.size > 0 && { typeSchemas: uris }),
  };
}

/** Returns the value of the header `ce_reference`: `name=version` of each reference table, in the order of the spec. */
function referenceHeader(reference: readonly TableVersion[]): string {
  return reference.map(({ name, version }) => `${name}=${version}`).join(',');
}

/** Returns the headers of the messages of one record type, for the headers of a run's messages. */
export function toTypeHeaders({ constant, idPrefix, typeSchemas }: MessageHeaders, recordType: string): MessageHeaders {
  const changed = constant.map(([name, value]): readonly [string, string] => {
    if (name === 'ce_dataschema') return [name, typeSchemas?.get(recordType) ?? value];
    return [name, name === 'ce_type' ? value.replace(/record$/, recordType) : value];
  });
  return { constant: changed, idPrefix };
}

/**
 * Returns the headers of a run's dead letters, for the headers of its messages. The value of a dead letter is the
 * original bytes of a record. Therefore `content-type` is `application/octet-stream`, `ce_type` ends with `rejected`,
 * and `ce_dataschema` is absent.
 */
export function toDeadLetterHeaders({ constant, idPrefix }: MessageHeaders): MessageHeaders {
  const changed = constant.map(([name, value]): readonly [string, string] => {
    if (name === 'content-type') return [name, 'application/octet-stream'];
    return [name, name === 'ce_type' ? value.replace(/record$/, 'rejected') : value];
  });
  return { constant: changed.filter(([name]) => name !== 'ce_dataschema'), idPrefix };
}

/**
 * Returns all headers of one message by name: the constant ones, `ce_id`, and `issues` if `recordIssue` is passed.
 * `record` is the number of the message's record in the file, from 1.
 */
export function headersOf(headers: MessageHeaders, record: number, recordIssue?: RecordIssues): Record<string, string> {
  const all = Object.fromEntries(headers.constant);
  all['ce_id'] = headers.idPrefix + record;
  if (recordIssue !== undefined) all['issues'] = issuesHeader(recordIssue);
  return all;
}

/** Returns the value of the header `issues`: a JSON array of the record's issues, at most the first 100. */
export function issuesHeader(recordIssue: RecordIssues): string {
  return JSON.stringify(toRecordError(recordIssue).messages);
}

// Replaces unpaired surrogates, for which encodeURIComponent would throw.
function toWellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
