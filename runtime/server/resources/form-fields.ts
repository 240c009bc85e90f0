import { ON_DUPLICATE_FILE } from '../../base/model/accepted.ts';
import { CLOUD_EVENT_MODES } from '../../base/model/cloud-event-mode.ts';
import { ORDERINGS } from '../../base/model/ordering.ts';
import { VALUE_FORMATS } from '../../base/model/value-format.ts';
import { parseErrorLimit } from '../../base/model/error-share.ts';
import { DELIVERIES, MAX_ERROR_LIMIT } from '../../base/model/run-info.ts';
import { choice, flag, orNull, type Parameter, text, topicName, wholeNumber, withDefault } from '../api/parameter.ts';
import { jsonSchema } from '../api/schema.ts';
import { requireTopic } from '../http/forbid.ts';
import { specField } from '../form/spec-field.ts';

const skipInvalidRecords = withDefault(false, flag('Whether records with an ERROR are skipped.'));

const errorLimit = withDefault(
  1000,
  wholeNumber('How many records with issues the result lists.', { min: 0, max: MAX_ERROR_LIMIT, example: 10 }),
);

/** The name of a topic that the caller may use. Any other is rejected with 403. */
function ofCaller(field: string, topic: Parameter<string>): Parameter<string> {
  return {
    ...topic,
    read(given, services) {
      const name = topic.read(given, services);
      requireTopic(services.caller.principal, name, field);
      return name;
    },
  };
}

/** A number of records, or a share of them. */
function errorLimitOf(description: string): Parameter<number | string> {
  const { schema } = wholeNumber('', { min: 0, example: 0 });
  const { description: _, ...count } = schema.json;
  const share = { type: 'string', pattern: '^[0-9]{1,3}([.][0-9]{1,2})? ?%$' };
  return { schema: jsonSchema({ anyOf: [count, share], description }), example: '0', read: parseErrorLimit };
}

/** The fields that choose a file of an archive. */
const memberFields = {
  member: orNull(
    text('The file is an archive (zip, tar, tar.gz): the name of the file in it to read.', {
      minLength: 1,
      maxLength: 400,
      example: 'orders.csv',
    }),
  ),
  members: orNull(
    text('The file is an archive: a pattern that matches the file in it to read. `*` does not match `/`, `**` does.', {
      minLength: 1,
      maxLength: 200,
      example: '*.csv',
    }),
  ),
};

/** The fields of the form of POST /transform/validate. */
export const dryRunFields = { specId: specField, skipInvalidRecords, errorLimit, ...memberFields };

/**
 * The fields of the form of POST /transform/file-to-events. Idempotency keys are stored with a hash of their values in
 * this order: a new field is added at the end.
 */
export const transformFields = {
  specId: specField,
  brokerTopic: ofCaller('brokerTopic', topicName('The topic of the messages.')),
  skipInvalidRecords,
  maxErrors: orNull(
    errorLimitOf(
      'A run with more records with ERROR or FATAL stops as FAILED. With a share such as "2 %", the file is read once before, and nothing of it is published if more of its records have errors. Default: no limit.',
    ),
  ),
  delivery: withDefault('at-least-once', choice(DELIVERIES, 'What the run guarantees if it is interrupted.')),
  deadLetterTopic: orNull(
    ofCaller('deadLetterTopic', topicName('A topic for the records that are not published. Default: none.')),
  ),
  errorLimit,
  onDuplicateFile: withDefault(
    'WARN',
    choice(
      ON_DUPLICATE_FILE,
      'What to do if an earlier run has published the same file to the topic. REFUSE: 409 `duplicate_file`.',
    ),
  ),
  ordering: withDefault(
    'FILE',
    choice(
      ORDERINGS,
      'FILE: the records are published in the order of the file. NONE: several instances may publish pieces of a large file at the same time. The result says which.',
    ),
  ),
  ...memberFields,
  maxRejectedDocuments: orNull(
    wholeNumber(
      'A run that rejects more documents (`reject: WHOLE`) than this number stops as FAILED. Default: the limit of the spec.',
      { min: 0, example: 0 },
    ),
  ),
  cloudevents: orNull(
    choice(
      CLOUD_EVENT_MODES,
      'Where messages have the attributes of CloudEvents. binary: in their headers. structured: each value is an event in the JSON format (application/cloudevents+json) with the record as `data`. Default: the setting `--cloudevents` of the service, which is binary.',
    ),
  ),
  valueFormat: orNull(
    choice(
      VALUE_FORMATS,
      'The format of the messages: JSON, Avro, or JSON with a schema in the registry. Default: the setting `--value-format` of the service.',
    ),
  ),
};

/** The header `Idempotency-Key`. */
export const idempotencyKey: Parameter<string> = {
  ...text('The same key with the same request returns the result of the first run.', {
    pattern: '^[\\x21-\\x7e]{1,255}$',
    example: 'orders-2026-01-31',
  }),
  read(given) {
    if (!/^[\x21-\x7e]{1,255}$/.test(given)) throw new Error('takes 1 to 255 visible ASCII characters');
    return given;
  },
};
