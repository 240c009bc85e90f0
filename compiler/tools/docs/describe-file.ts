import { formatKinds } from '../../language/formats/format-kinds.ts';
import { codeList } from '../../language/formats/model/markdown.ts';
import { withoutComputed } from '../../pipeline/1-read/without-computed.ts';
import type { Spec } from '../../pipeline/1-read/spec-shape.ts';
import { MAX_RECORD_BYTES } from '../../language/plan/plan.ts';

/** Returns Markdown sentences for senders that describe how the files of a spec must be written. */
export function describeFile(spec: Spec): string[] {
  return [
    ...formatKinds[spec.format].text.file(withoutComputed(spec)),
    ...describeNoRecords(spec),
    ...describeNull(spec),
    `A record has at most ${(spec.maxRecordBytes ?? MAX_RECORD_BYTES).toLocaleString('en-US')} bytes of UTF-8.`,
  ];
}

/**
 * Returns the sentence on files without a record if such a file is rejected, else an empty list. Every line of
 * a file without recordWhen is a record, so only documents and recordWhen need the sentence.
 */
function describeNoRecords({ format, recordWhen, onNoRecords = 'FATAL' }: Spec): string[] {
  const isRejected = onNoRecords === 'FATAL' && (formatKinds[format].structure === 'TREE' || recordWhen !== undefined);
  return isRejected ? ['A file without any record is rejected.'] : [];
}

function describeNull({ nullValues = [], format }: Spec): string[] {
  const texts = nullValues.filter((text) => text !== '');
  const empty = formatKinds[format].text.emptyValue;
  return [
    `${empty} means that there is no value${texts.length === 0 ? '' : `. The same applies to ${codeList(texts)}`}.`,
  ];
}
