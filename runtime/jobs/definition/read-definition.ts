import { VALUE_FORMATS } from '../../base/model/value-format.ts';
import * as z from 'zod/mini';
import { runWarnings } from '../../../compiler/formats.ts';
import { ON_DUPLICATE_FILE } from '../../base/model/accepted.ts';
import { findOutputFormat, outputFormatOf } from '../../base/model/file-format.ts';
import { CLOUD_EVENT_MODES, type CloudEventMode } from '../../base/model/cloud-event-mode.ts';
import { DELIVERIES, MAX_ERROR_LIMIT } from '../../base/model/run-info.ts';
import { ORDERINGS } from '../../base/model/ordering.ts';
import { converted, describedAs, type ValueSchema, WrongMember } from '../../base/validation/schema.ts';
import { type DefinitionProblem, isMapping, list, mapping, readDocument } from './document.ts';
import type {
  FileAction,
  Identity,
  JobDefinition,
  JobDestination,
  JobSchedule,
  NumberRange,
} from './job-definition.ts';
import { findContradictions } from './contradictions.ts';
import { pathTemplate } from './path-template.ts';
import {
  cronExpression,
  duration,
  durationRange,
  errorLimit,
  filePattern,
  memberPattern,
  flag,
  matching,
  oneWord,
  remotePath,
  TEXT,
  text,
  timeOfDay,
  timeZone,
  topic,
  weekDays,
  wholeNumber,
} from './values.ts';

const SECOND = 1000;
const DAY = 86_400_000;
const DONE_FILE = 'a file name with {name} or {stem}, such as "{name}.done"';

/** The result of reading a definition. */
export type DefinitionReading =
  | { kind: 'valid'; definition: JobDefinition }
  | { kind: 'invalid'; problems: readonly DefinitionProblem[] };

/**
 * Reads the definition of a job from a JSON or YAML value. Reports every unknown key, every missing key and every wrong
 * value. Does not look up what the definition names: specs, integrations, other jobs.
 */
export function readDefinition(value: unknown): DefinitionReading {
  const reading = readDocument(jobSchema, value);
  if (reading.kind === 'invalid') return reading;
  const problems = findContradictions(reading.value);
  return problems.length === 0 ? { kind: 'valid', definition: reading.value } : { kind: 'invalid', problems };
}

const name = matching(/^[a-z][a-z0-9-]{0,99}$/, 'a name of a-z, 0-9 and "-" that begins with a letter');

const jitter = z.prefault(duration(0, DAY), '0');
const every = mapping({ every: duration(SECOND, 366 * DAY), jitter });
const cron = mapping({ cron: cronExpression, timeZone: z._default(timeZone, 'UTC'), jitter });

const schedule = converted(describedAs(z.union([every, cron])), (value): JobSchedule => {
  const isEvery = isMapping(value) && 'every' in value;
  if (!isMapping(value) || isEvery === 'cron' in value) throw new Error('takes either every or cron');
  if (!isEvery) {
    const { jitter: jitterMs, ...rest } = z.parse(cron, value);
    return { kind: 'cron', jitterMs, ...rest };
  }
  const { every: everyMs, jitter: jitterMs } = z.parse(every, value);
  return { kind: 'every', everyMs, jitterMs };
});

const attributes = list(oneWord('PATH', 'SIZE', 'MODIFIED'), { min: 1, max: 3 });
const whole = z.enum(['CONTENT', 'VERSION']);

const identity = converted(
  describedAs(z.union([whole, z.array(whole).check(z.length(1)), z.literal('PATH'), attributes])),
  (value): Identity => {
    const words: unknown = typeof value === 'string' ? [value] : value;
    const [first] = Array.isArray(words) && words.length === 1 ? words : [];
    if (first === 'CONTENT') return { kind: 'content' };
    if (first === 'VERSION') return { kind: 'version' };
    const of = z.parse(attributes, words);
    // Without the path, two different files of the same size and time would count as one.
    if (!of.includes('PATH')) throw new Error('must contain PATH, unless it is CONTENT or VERSION');
    return { kind: 'attributes', of: [...new Set(of)] };
  },
);

const actionKeys = { move: orNull(pathTemplate), delete: z._default(flag, false) };

function toAction({ move, delete: isDeleted }: { move: string | null; delete: boolean }): FileAction | null {
  if (move !== null && isDeleted) throw new Error('takes either move or delete');
  return move !== null ? { kind: 'move', to: move } : isDeleted ? { kind: 'delete' } : null;
}

const done = converted(mapping(actionKeys), toAction);

const failed = converted(mapping({ ...actionKeys, reason: z._default(flag, false) }), ({ reason, ...action }) => ({
  action: toAction(action),
  reason,
}));

const doneFile = converted(
  matching(/^[^/{}\u0000-\u001f]*\{(?:name|stem)\}[^/{}\u0000-\u001f]*$/, DONE_FILE),
  (template) => {
    if (template === '{name}') throw new Error(`takes ${DONE_FILE}`);
    return template;
  },
);

const ready = mapping({
  unchangedFor: z.prefault(duration(0, 7 * DAY), '5s'),
  minAge: z.prefault(duration(0, 366 * DAY), '0'),
  doneFile: orNull(doneFile),
  ignore: z._default(list(filePattern, { max: 50 }), ['.*', '*.tmp', '*.part', '*.filepart']),
  minBytes: z._default(wholeNumber(0, Number.MAX_SAFE_INTEGER), 0),
});

const take = mapping({
  order: z._default(oneWord('NAME', 'MODIFIED', 'SIZE'), 'NAME'),
  max: z._default(wholeNumber(1, 10_000), 100),
  identity: z.prefault(identity, ['PATH', 'SIZE', 'MODIFIED']),
});

const options = mapping({
  skipInvalidRecords: z._default(flag, true),
  maxErrors: orNull(errorLimit),
  maxRejectedDocuments: orNull(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  delivery: z._default(oneWord(...DELIVERIES), 'exactly-once'),
  deadLetterTopic: orNull(topic),
  errorLimit: z._default(wholeNumber(0, MAX_ERROR_LIMIT), 1000),
  onDuplicateFile: z._default(oneWord(...ON_DUPLICATE_FILE), 'REFUSE'),
  ordering: z._default(oneWord(...ORDERINGS), 'FILE'),
});

const then = mapping({
  done: orNull(done),
  failed: orNull(failed),
  rejects: orNull(mapping({ path: pathTemplate })),
});

const retry = mapping({
  max: z._default(wholeNumber(0, 1000), 5),
  backoff: z.prefault(durationRange, '30s..1h'),
});

const limit = orNull(wholeNumber(0, Number.MAX_SAFE_INTEGER));

const range = converted(mapping({ min: limit, max: limit }), ({ min, max }) => {
  if (min !== null && max !== null && min > max) throw new Error('takes a min that is not larger than max');
  return { min, max };
});

const expect = converted(
  mapping({
    by: orNull(timeOfDay),
    timeZone: z._default(timeZone, 'UTC'),
    days: z._default(weekDays, '*'),
    records: z.prefault(range, {}),
    bytes: z.prefault(range, {}),
    volume: orNull(oneWord('USUAL')),
  }),
  (expected) => {
    const isEmpty = ({ min, max }: NumberRange): boolean => min === null && max === null;
    if (expected.by === null && expected.volume === null && isEmpty(expected.records) && isEmpty(expected.bytes))
      throw new Error('takes at least one of by, records, bytes, volume');
    return expected;
  },
);

/** The codes of the warnings of a result. The last one is of a request, not of the file. */
const WARNING_CODES = [...Object.keys(runWarnings), 'FILE_SEEN_BEFORE'];

const alerts = mapping({
  alertAbove: z._default(z.nullable(errorLimit), 0),
  warnings: z._default(list(oneWord(...WARNING_CODES)), []),
});

const approval = mapping({ above: z._default(errorLimit, 0) });

const source = converted(
  ofIntegration({
    path: z._default(remotePath, ''),
    pattern: z._default(filePattern, '*'),
    recursive: z._default(flag, false),
    members: z.optional(memberPattern),
  }),
  // A definition without it has no member, as in earlier versions.
  ({ members, ...others }) => ({ ...others, ...(members !== undefined && { members }) }),
);

/** The path of a file is part of its run, so it cannot contain the id of the run. */
const outputPath = converted(pathTemplate, (path) => {
  if (path.includes('{run}')) throw new Error('cannot contain {run}');
  return path;
});

const cloudevents = orNull(oneWord(...CLOUD_EVENT_MODES));
const toTopic = mapping({ topic, cloudevents, format: z.optional(oneWord(...VALUE_FORMATS)) });
const toTable = ofIntegration({ table: text, key: orNull(list(text, { min: 1, max: 16 })) });
const toFiles = ofIntegration({ path: outputPath, escapeFormulas: z._default(flag, false), cloudevents });

/** A definition that does not set it has no member, as in earlier versions. */
function modeOf(mode: CloudEventMode | null): { cloudevents?: CloudEventMode } {
  return mode === null ? {} : { cloudevents: mode };
}

/** Where the records go: a topic, a table of a database, or files of an integration. */
const destination = converted(describedAs(z.union([toTopic, toTable, toFiles])), (value): JobDestination => {
  const isOf = (member: string): boolean => isMapping(value) && member in value;
  if (isOf('table')) return { kind: 'table', ...z.parse(toTable, value) };
  if (!isOf('path')) {
    const { topic: name, cloudevents: mode, format } = z.parse(toTopic, value);
    if (mode === 'structured' && format !== undefined && format !== 'json')
      throw new Error('takes cloudevents structured only with format json');
    return { kind: 'topic', topic: name, ...modeOf(mode), ...(format !== undefined && { valueFormat: format }) };
  }
  const { integration, path, escapeFormulas, cloudevents: mode } = z.parse(toFiles, value);
  const format = findOutputFormat(path);
  const { hasMessages, isForSpreadsheets, extension } = outputFormatOf(format);
  if (escapeFormulas && !isForSpreadsheets) throw new Error('takes escapeFormulas only with a path that ends in .csv');
  if (mode !== null && !hasMessages)
    throw new Error(`takes cloudevents only with a topic, or a path that does not end in ${extension}`);
  return { kind: 'file', integration, path, format, escapeFormulas, ...modeOf(mode) };
});

const specs = list(mapping({ pattern: z._default(filePattern, '*'), spec: text }), { min: 1 });

/** The definition of a job. */
export const jobSchema: ValueSchema<JobDefinition> = converted(
  mapping({
    name,
    source,
    spec: orNull(text),
    specs: orNull(specs),
    schedule,
    ready: z.prefault(ready, {}),
    take: z.prefault(take, {}),
    to: destination,
    options: z.prefault(options, {}),
    then: z.prefault(then, {}),
    retry: z.prefault(retry, {}),
    expect: orNull(expect),
    alerts: z.prefault(alerts, {}),
    approval: orNull(approval),
    keepFor: z.prefault(duration(DAY), '90d'),
  }),
  ({ spec, specs: several, keepFor: keepForMs, ready: { unchangedFor, minAge, ...others }, ...rest }) => {
    if (spec === null && several === null)
      throw new WrongMember('spec', 'is required, or "specs" with several specs instead');
    if (spec !== null && several !== null) throw new WrongMember('specs', 'and "spec" exclude each other: remove one');
    return {
      ...rest,
      specs: several ?? [{ pattern: '*', spec: spec ?? '' }],
      ready: { unchangedForMs: unchangedFor, minAgeMs: minAge, ...others },
      keepForMs,
    };
  },
);

function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z._default(z.nullable(schema), null as never);
}

/** Creates the schema of a mapping with these keys and either `integration` or `integrationId`. */
function ofIntegration<Keys extends Readonly<Record<string, z.ZodMiniType>>>(keys: Keys) {
  const others = mapping(keys);
  const whole = mapping({ integration: z.optional(text), integrationId: z.optional(text), ...keys });
  return converted(describedAs(whole), (value) => {
    if (!isMapping(value)) throw new Error('takes a mapping with the key integration');
    const { integration: byName, integrationId, ...rest } = value;
    if (byName === undefined && integrationId === undefined) throw new WrongMember('integration', 'is required');
    if (byName !== undefined && integrationId !== undefined)
      throw new WrongMember('integrationId', 'and "integration" exclude each other: remove one');
    const named = z.safeParse(text, byName ?? integrationId);
    if (!named.success) throw new WrongMember(byName === undefined ? 'integrationId' : 'integration', TEXT);
    return { integration: named.data, ...z.parse(others, rest) };
  });
}
