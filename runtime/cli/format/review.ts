import type { ReviewedRecord, ReviewedValue } from '../../base/model/rejects-review.ts';
import type { OrderReview } from '../../jobs/review-order.ts';
import { formatCounted } from './numbers.ts';
import { type Terminal, visible } from './terminal.ts';

/** Returns who asked for what, before the records of a review. */
export function formatOrder({ file, obstacle }: OrderReview, terminal: Terminal): string {
  const { approval, name } = file;
  const records = approval?.records ?? null;
  const what = records === null ? 'the rejects' : formatCounted(records, 'record');
  const how = approval?.repaired === true ? 'with repaired ones' : 'as they were sent';
  const facts = [
    `${visible(name)}: ${what}, ${how}`,
    `asked by ${visible(approval?.requestedBy ?? '')} at ${approval?.requestedAt ?? ''}`,
    `request ${approval?.request ?? ''}`,
  ];
  const stop =
    obstacle === null ? [] : [terminal.red(`an approval would publish nothing: ${visible(obstacle.message)}`)];
  return `${[...facts, ...stop].join('\n')}\n`;
}

/** Returns the records of a page of a review: as they were sent, and what is published. */
export function formatReviewed({ records, failure }: OrderReview, terminal: Terminal): string {
  const end =
    failure === null ? '' : `\n${terminal.red(`the file cannot be read further: ${visible(failure.message)}`)}\n`;
  return `${records.map((record) => formatRecord(record, terminal)).join('')}${end}`;
}

function formatRecord({ record, original, outcome, messages, event }: ReviewedRecord, terminal: Terminal): string {
  const isPublished = outcome === 'processed';
  const place = original?.line == null ? '' : `, line ${original.line}`;
  const word = isPublished ? terminal.green('published') : terminal.red('rejected again');
  const lines = [
    `record ${record}${place}: ${word}`,
    original === null ? '  sent: the file of the run is no longer stored' : formatValues('sent', original.cells),
    ...(original?.messages ?? []).map(({ message }) => `    ${terminal.dim(visible(message))}`),
    ...(event === null ? [] : [formatValues('event', event)]),
    ...messages.map(({ message }) => `    now: ${visible(message)}`),
  ];
  return `\n${lines.join('\n')}\n`;
}

function formatValues(title: string, values: readonly ReviewedValue[] | null): string {
  if (values === null) return `  ${title}: the places of its values are not known`;
  return `  ${title}: ${values.map(formatValue).join(', ')}`;
}

function formatValue({ name, text, length }: ReviewedValue): string {
  if (length !== undefined) return `${visible(name)}=(masked, ${formatCounted(length, 'character')})`;
  return `${visible(name)}=${text === null ? 'null' : visible(JSON.stringify(text))}`;
}
