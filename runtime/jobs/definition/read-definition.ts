import { ON_DUPLICATE_FILE } from '../../base/model/accepted.ts';
import { DELIVERIES, MAX_ERROR_LIMIT } from '../../base/model/run-info.ts';
import {
  type DefinitionProblem,
  isMapping,
  list,
  mapping,
  orNull,
  type Read,
  readDocument,
  type Place,
} from './document.ts';
import type { FileAction, Identity, JobDefinition, JobSchedule, JobDestination } from './job-definition.ts';
import { findContradictions } from './contradictions.ts';
import { pathTemplate } from './path-template.ts';
import {
  cronExpression,
  duration,
  durationRange,
  filePattern,
  flag,
  oneWord,
  remotePath,
  text,
  timeOfDay,
  timeZone,
  topic,
  weekDays,
  wholeNumber,
} from './values.ts';

const SECOND = 1000;
const DAY = 86_400_000;
const IGNORED = ['.*', '*.tmp', '*.part', '*.filepart'];

/** The result of reading a definition. */
export type DefinitionReading =
  | { kind: 'valid'; definition: JobDefinition }
  | { kind: 'invalid'; problems: readonly DefinitionProblem[] };

/**
 * Reads the definition of a job from a JSON or YAML value. Reports every unknown key, every missing key and every wrong
 * value. Does not look up what the definition names: specs, integrations, other jobs.
 */
export function readDefinition(value: unknown): DefinitionReading {
  const reading = readDocument(readJob, value);
  if (reading.kind === 'invalid') return reading;
  const problems = findContradictions(reading.value);
  return problems.length === 0 ? { kind: 'valid', definition: reading.value } : { kind: 'invalid', problems };
}

const name: Read<string> = (value) => {
  if (typeof value !== 'string' || !/^[a-z][a-z0-9-]{0,99}$/.test(value))
    throw new Error('takes a name of a-z, 0-9 and "-" that begins with a letter');
  return value;
};

const readSchedule: Read<JobSchedule> = (value, place) => {
  const jitter = { jitter: { read: duration(0, DAY), fallback: 0 } };
  const isEvery = isMapping(value) && 'every' in value;
  if (!isMapping(value) || isEvery === 'cron' in value) throw new Error('takes either every or cron');
  if (isEvery) {
    const { every, jitter: jitterMs } = mapping({ every: { read: duration(SECOND, 366 * DAY) }, ...jitter })(
      value,
      place,
    );
    return { kind: 'every', everyMs: every, jitterMs };
  }
  const zone = { timeZone: { read: timeZone, fallback: 'UTC' } };
  const { jitter: jitterMs, ...rest } = mapping({ cron: { read: cronExpression }, ...zone, ...jitter })(value, place);
  return { kind: 'cron', jitterMs, ...rest };
};

const readIdentity: Read<Identity> = (value, place) => {
  const words = typeof value === 'string' ? [value] : value;
  const [first] = Array.isArray(words) ? words : [];
  if (Array.isArray(words) && words.length === 1 && first === 'CONTENT') return { kind: 'content' };
  if (Array.isArray(words) && words.length === 1 && first === 'VERSION') return { kind: 'version' };
  const of = list(oneWord('PATH', 'SIZE', 'MODIFIED'), { min: 1, max: 3 })(words, place);
  // Without the path, two different files of the same size and time would count as one.
  if (!of.includes('PATH')) throw new Error('must contain PATH, unless it is CONTENT or VERSION');
  return { kind: 'attributes', of: [...new Set(of)] };
};

const actionKeys = { move: { read: orNull(pathTemplate), fallback: null }, delete: { read: flag, fallback: false } };

function toAction({ move, delete: isDeleted }: { move: string | null; delete: boolean }): FileAction | null {
  if (move !== null && isDeleted) throw new Error('takes either move or delete');
  return move !== null ? { kind: 'move', to: move } : isDeleted ? { kind: 'delete' } : null;
}

const readDone: Read<FileAction | null> = (value, place) => toAction(mapping(actionKeys)(value, place));

const readFailed: Read<{ action: FileAction | null; reason: boolean }> = (value, place) => {
  const { reason, ...action } = mapping({ ...actionKeys, reason: { read: flag, fallback: false } })(value, place);
  return { action: toAction(action), reason };
};

const readReady = mapping({
  unchangedFor: { read: duration(0, 7 * DAY), fallback: 5 * SECOND },
  minAge: { read: duration(0, 366 * DAY), fallback: 0 },
  doneFile: { read: orNull(readDoneFile), fallback: null },
  ignore: { read: list(filePattern, { max: 50 }), fallback: IGNORED },
  minBytes: { read: wholeNumber(0, Number.MAX_SAFE_INTEGER), fallback: 0 },
});

function readDoneFile(value: unknown): string {
  if (
    typeof value !== 'string' ||
    !/^[^/{}\u0000-\u001f]*\{(?:name|stem)\}[^/{}\u0000-\u001f]*$/.test(value) ||
    value === '{name}'
  )
    throw new Error('takes a file name with {name} or {stem}, such as "{name}.done"');
  return value;
}

const readTake = mapping({
  order: { read: oneWord('NAME', 'MODIFIED', 'SIZE'), fallback: 'NAME' },
  max: { read: wholeNumber(1, 10_000), fallback: 100 },
  identity: { read: readIdentity, fallback: { kind: 'attributes', of: ['PATH', 'SIZE', 'MODIFIED'] } },
});

const readOptions = mapping({
  skipInvalidRecords: { read: flag, fallback: false },
  maxErrors: { read: orNull(wholeNumber(0, Number.MAX_SAFE_INTEGER)), fallback: null },
  delivery: { read: oneWord(...DELIVERIES), fallback: 'at-least-once' },
  deadLetterTopic: { read: orNull(topic), fallback: null },
  errorLimit: { read: wholeNumber(0, MAX_ERROR_LIMIT), fallback: 1000 },
  onDuplicateFile: { read: oneWord(...ON_DUPLICATE_FILE), fallback: 'WARN' },
});

const readThen = mapping({
  done: { read: orNull(readDone), fallback: null },
  failed: { read: orNull(readFailed), fallback: null },
  rejects: { read: orNull(mapping({ path: { read: pathTemplate } })), fallback: null },
});

const readRetry = mapping({
  max: { read: wholeNumber(0, 1000), fallback: 5 },
  backoff: { read: durationRange, fallback: { firstMs: 30 * SECOND, maxMs: 3600 * SECOND } },
});

const readExpect = mapping({
  by: { read: timeOfDay },
  timeZone: { read: timeZone, fallback: 'UTC' },
  days: { read: weekDays, fallback: '*' },
});

const readSource: Read<JobDefinition['source']> = (value, place) => {
  const { integration, rest } = readIntegration(value, place);
  const keys = {
    path: { read: remotePath, fallback: '' },
    pattern: { read: filePattern, fallback: '*' },
    recursive: { read: flag, fallback: false },
  };
  return { integration, ...mapping(keys)(rest, place) };
};

/** The values of these mappings if their keys are absent. */
const defaultsOf = <T>(read: Read<T>): T => read({}, { path: [], problems: [] });

const readSpecs = list(mapping({ pattern: { read: filePattern, fallback: '*' }, spec: { read: text } }), { min: 1 });

const readJob: Read<JobDefinition> = (value, place) => {
  const job = mapping({
    name: { read: name },
    source: { read: readSource },
    spec: { read: orNull(text), fallback: null },
    specs: { read: orNull(readSpecs), fallback: null },
    schedule: { read: readSchedule },
    ready: { read: readReady, fallback: defaultsOf(readReady) },
    take: { read: readTake, fallback: defaultsOf(readTake) },
    to: { read: readDestination },
    options: { read: readOptions, fallback: defaultsOf(readOptions) },
    then: { read: readThen, fallback: defaultsOf(readThen) },
    retry: { read: readRetry, fallback: defaultsOf(readRetry) },
    expect: { read: orNull(readExpect), fallback: null },
    keepFor: { read: duration(DAY), fallback: 90 * DAY },
  })(value, place);
  const { spec, specs, keepFor, ready, ...rest } = job;
  if ((spec === null) === (specs === null)) throw new Error('takes either spec or specs');
  const { unchangedFor, minAge, ...others } = ready;
  return {
    ...rest,
    specs: specs ?? [{ pattern: '*', spec: spec ?? '' }],
    ready: { unchangedForMs: unchangedFor, minAgeMs: minAge, ...others },
    keepForMs: keepFor,
  };
};

/** Reads where the records go: a topic, a table of a database, or files of an integration. */
const readDestination: Read<JobDestination> = (value, place) => {
  const isOf = (member: string): boolean => isMapping(value) && member in value;
  if (isOf('path') && !isOf('table')) return readFiles(value, place);
  if (!isOf('table')) return { kind: 'topic', topic: mapping({ topic: { read: topic } })(value, place).topic };
  const { integration, rest } = readIntegration(value, place);
  const keys = { table: { read: text }, key: { read: orNull(list(text, { min: 1, max: 16 })), fallback: null } };
  return { kind: 'table', integration, ...mapping(keys)(rest, place) };
};

const readFiles: Read<JobDestination> = (value, place) => {
  const { integration, rest } = readIntegration(value, place);
  const keys = { path: { read: outputPath }, escapeFormulas: { read: flag, fallback: false } };
  const { path, escapeFormulas } = mapping(keys)(rest, place);
  const isCsv = /\.csv$/i.test(path);
  if (escapeFormulas && !isCsv) throw new Error('takes escapeFormulas only with a path that ends in .csv');
  return { kind: 'file', integration, path, format: isCsv ? 'CSV' : 'NDJSON', escapeFormulas };
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
function readIntegration(
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
