import { ConnectorFailure } from '../failure.ts';
import { createStatusFailure } from '../http/http-failure.ts';
import { discardBody, readText } from '../http/response-body.ts';
import { isPlainName, printable } from '../remote-path.ts';
import type { RestClient } from './rest-client.ts';

/** Which files a server has: one at a fixed path, or those that a JSON document lists. */
export type RestFiles = { readonly path: string } | FileIndex;

/** A JSON document that lists files. */
export interface FileIndex {
  /** The path of the document below the base URL. Empty: the base URL itself. */
  readonly list: string;
  /** A JSON pointer (RFC 6901) to an array of names, or of objects with names. Empty: the document is the array. */
  readonly pointer: string;
  /** The member of an object that is its name. */
  readonly name: string;
}

const MAX_INDEX_BYTES = 16 * 1024 * 1024;
/** Each file is a request. */
const MAX_FILES = 200_000;

/**
 * Returns the paths of all files, each once. Values that are no path of a file are omitted. Throws ConnectorFailure, with the
 * code `protocol_error` if the document is longer than 16 MiB, lists more than 200,000 files, or does not have the stated
 * form.
 */
export async function listPaths(client: RestClient, files: RestFiles): Promise<Iterable<string>> {
  if ('path' in files) return [files.path];
  const named = `"${printable(files.list)}"`;
  const response = await client.send({ path: files.list, headers: { accept: 'application/json' } });
  if (response.status !== 200) {
    discardBody(response);
    throw createStatusFailure(response.status, files.list === '' ? 'list of files' : named);
  }
  const names = readNames(await readText(response, MAX_INDEX_BYTES), files);
  if (names.length > MAX_FILES)
    throw new ConnectorFailure('protocol_error', `The list of files has more than ${MAX_FILES} elements.`);
  return new Set(names.flatMap(toPath));
}

function readNames(text: string, { list, pointer, name }: FileIndex): unknown[] {
  const named = list === '' ? 'The list of files' : `"${printable(list)}"`;
  const values = findValue(parseJson(text, named), pointer);
  if (!Array.isArray(values))
    throw new ConnectorFailure(
      'protocol_error',
      `${named} has no array at "${printable(pointer)}". Check config.files.`,
    );
  // In the index of nginx, folders are among the files.
  const files = values.filter((value: unknown) => !isObject(value) || readMember(value, 'type') !== 'directory');
  return files.map((value: unknown) => (isObject(value) ? readMember(value, name) : value));
}

/** Returns the path of a file in a list; an empty list if it is a folder, leaves the root, or is no text. */
function toPath(name: unknown): string[] {
  if (typeof name !== 'string' || name.endsWith('/')) return [];
  const path = name.replace(/^(\.?\/)+/, '');
  return path.split('/').every(isPlainName) ? [path] : [];
}

function parseJson(text: string, named: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text.
    throw new ConnectorFailure('protocol_error', `${named} is not JSON. Check config.files.`);
  }
}

/** Returns the value at a JSON pointer (RFC 6901); undefined if there is none. */
function findValue(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (value, token) => (isObject(value) || Array.isArray(value) ? readMember(value, token) : undefined),
      document,
    );
}

function readMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
