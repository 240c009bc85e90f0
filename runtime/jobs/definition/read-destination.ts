import { isMapping, list, mapping, orNull, type Place, type Read } from './document.ts';
import type { JobDestination } from './job-definition.ts';
import { pathTemplate } from './path-template.ts';
import { text, topic } from './values.ts';

/** Reads where the records go: a topic, a table of a database, or files of an integration. */
export const readDestination: Read<JobDestination> = (value, place) => {
  const isOf = (member: string): boolean => isMapping(value) && member in value;
  if (isOf('path') && !isOf('table')) return readFiles(value, place);
  if (!isOf('table')) return { kind: 'topic', topic: mapping({ topic: { read: topic } })(value, place).topic };
  const { integration, rest } = readIntegration(value, place);
  const keys = { table: { read: text }, key: { read: orNull(list(text, { min: 1, max: 16 })), fallback: null } };
  return { kind: 'table', integration, ...mapping(keys)(rest, place) };
};

const readFiles: Read<JobDestination> = (value, place) => {
  const { integration, rest } = readIntegration(value, place);
  const { path } = mapping({ path: { read: outputPath } })(rest, place);
  return { kind: 'file', integration, path, format: /\.csv$/i.test(path) ? 'CSV' : 'NDJSON' };
};

/** The path of a file is part of its run, so it cannot contain the id of the run. */
const outputPath: Read<string> = (value, place) => {
  const path = pathTemplate(value, place);
  if (path.includes('{run}')) throw new Error('cannot contain {run}');
  return path;
};

/**
 * Reads the key `integration`, or `integrationId`, of a mapping. Returns its value and the other keys. Throws an Error
 * if neither or both are there.
 */
export function readIntegration(
  value: unknown,
  place: Place,
): { integration: string; rest: Readonly<Record<string, unknown>> } {
  if (!isMapping(value)) throw new Error('takes a mapping with the key integration');
  const { integration, integrationId, ...rest } = value;
  if ((integration === undefined) === (integrationId === undefined))
    throw new Error('takes integration (its name) or integrationId');
  const key = integration === undefined ? 'integrationId' : 'integration';
  try {
    return { integration: text(value[key], place), rest };
  } catch (error) {
    throw new Error(`needs a text as ${key}: it ${error instanceof Error ? error.message : ''}`);
  }
}
