import type { ReviewedRecord, ReviewedValue } from '../../base/model/rejects-review.ts';
import type { OrderReview } from '../../jobs/review-order.ts';
import { array, boolean, integer, named, nullable, object, oneOf, optional, string } from '../api/schema.ts';
import { exampleWaitingFile, fileReason, jobFile } from './job.ts';
import { failure, issue } from './result.ts';

const value = named(
  'ReviewedValue',
  object<ReviewedValue>({
    name: string('The field, as the spec or the event names it.'),
    text: nullable(
      string('The value as a text, cut after 1,000 characters. Null if there is none, or if it is masked.'),
    ),
    length: optional(integer('How many characters a masked value has.')),
  }),
);

const record = named(
  'ReviewedRecord',
  object<ReviewedRecord>({
    record: integer('The number of the record in the file.'),
    recordType: optional(string('The name of its type. Absent if the spec has one type of records.')),
    original: nullable(
      object<NonNullable<ReviewedRecord['original']>>(
        {
          line: nullable(integer('The line on which it begins. Null if it had no issue.')),
          cells: nullable(array(value, 'Its cells. Null if their places are not known.')),
          messages: array(issue, 'The issues that it had.'),
        },
        'The record as it was sent. Null if the file is no longer stored.',
      ),
    ),
    outcome: oneOf(
      ['processed', 'failed', 'skipped'],
      'processed: its event is published. Otherwise it is rejected again.',
    ),
    messages: array(issue, 'The issues that it has now.'),
    event: nullable(array(value, 'The members of its event. Null if it becomes none.')),
  }),
);

/** What a person sees before it decides about the rejects of a file. */
export const orderReview = named(
  'Review',
  object<OrderReview>(
    {
      file: jobFile,
      obstacle: nullable(fileReason),
      records: array(record, 'The records, in file order.'),
      hasMore: boolean('Whether more records follow: see Link.'),
      failure: nullable(failure),
    },
    'What an approval would publish. `obstacle`: why it would publish nothing. `failure`: why the file cannot be read to its end. Values of sensitive fields are masked.',
  ),
);

/** A review for the examples. */
export const exampleReview: OrderReview = {
  file: exampleWaitingFile,
  obstacle: null,
  records: [
    {
      record: 2,
      original: {
        line: 3,
        cells: [
          { name: 'id', text: 'b' },
          { name: 'iban', text: null, length: 22 },
          { name: 'amount', text: '0.00' },
        ],
        messages: [
          {
            ...{ severity: 'ERROR', code: 'MIN_VALUE', ruleId: 'positive', field: 'amount', column: 'amount' },
            ...{ message: 'amount must be positive', value: '0.00' },
          },
        ],
      },
      outcome: 'processed',
      messages: [],
      event: [
        { name: 'id', text: 'b' },
        { name: 'iban', text: null, length: 22 },
        { name: 'amount', text: '7' },
      ],
    },
  ],
  hasMore: false,
  failure: null,
};
