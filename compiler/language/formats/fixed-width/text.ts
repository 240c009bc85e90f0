import type { FormatText } from '../model/format-kind.ts';
import { describeSkipped, describeStructure } from '../model/describe-lines.ts';
import {
  conditionsOf,
  defaultLength,
  describeCondition,
  type RecordWhen,
  type WrittenCondition,
} from '../model/record-when.ts';
import { codeSpan } from '../model/markdown.ts';
import type { FixedWidthSpec } from './keys.ts';
import { describeStorage } from './storage.ts';

/** The texts of FIXED_WIDTH in the documentation of a spec. */
export const fixedWidthText: FormatText<FixedWidthSpec> = {
  file: describeFixedWidth,
  placeTitle: 'Characters',
  place({ fields }, index) {
    const { start = 1, length = 1, align = 'LEFT', padChar = ' ', storage, nullStorage } = fields[index] ?? {};
    if (storage !== undefined) return `${start} to ${start + length - 1}, ${describeStorage(storage, nullStorage)}`;
    const side = align === 'LEFT' ? 'left-aligned' : 'right-aligned';
    return `${start} to ${start + length - 1}, ${side}${padChar === ' ' ? '' : `, padded with ${codeSpan(padChar)}`}`;
  },
  selection: (when) =>
    conditionsOf(when)
      .map(({ condition }) => describePlace(condition))
      .join(', and '),
  emptyValue: 'An empty cell',
  language: 'text',
};

function describePlace(condition: WrittenCondition): string {
  const { start = 1, length = defaultLength(condition) ?? 1 } = condition;
  return length === 1
    ? `character ${start} ${describeCondition(condition, { is: 'is', begins: 'begins', matches: 'matches' })}`
    : `characters ${start} to ${start + length - 1} ${describeCondition(condition, PLURAL)}`;
}

/** Describes the values of the lines that are records. */
function describeSelected(when: RecordWhen): string {
  return conditionsOf(when)
    .map(({ condition }) => {
      const { start = 1, length = defaultLength(condition) ?? 1 } = condition;
      return `characters ${start} to ${start + length - 1} ${describeCondition(condition, PLURAL)}`;
    })
    .join(', and its ');
}

const PLURAL = { is: 'are', begins: 'begin', matches: 'match' };

function describeFixedWidth(spec: FixedWidthSpec): string[] {
  const {
    fields,
    encoding = 'UTF-8',
    lineTerminator = 'AUTO',
    recordLength,
    recordWhen,
    hasHeader = false,
    positions,
    records,
  } = spec;
  return [
    records !== undefined
      ? `Fixed width: records follow each other without line ends, each after its length (${records.lengths}, ${records.included === false ? 'which does not count' : 'which counts'} its own bytes).`
      : lineTerminator === 'NONE'
        ? `Fixed width: records of ${recordLength} ${fields.some(({ storage }) => storage !== undefined) ? 'bytes' : 'characters'} follow each other without line ends.`
        : 'Fixed width: each record is a line, and each field has a fixed position in it. Lines end with LF, CRLF or CR.',
    `The encoding is ${codeSpan(encoding)}.${positions === 'BYTES' ? ' Positions and lengths count bytes, not characters.' : ''}`,
    ...(hasHeader ? ['The first line is a header and is ignored.'] : []),
    ...(recordWhen === undefined
      ? []
      : [`A line is a record if its ${describeSelected(recordWhen)}. Other lines are skipped.`]),
    ...describeSkipped(spec),
    ...(recordLength === undefined || lineTerminator === 'NONE'
      ? []
      : [
          describeStructure(
            `A record with more than ${recordLength} characters`,
            spec.onExtraColumns,
            'its extra characters are dropped',
          ),
        ]),
    describeStructure(
      'A record that ends before its last field',
      spec.onMissingColumns,
      'its missing fields count as empty',
    ),
  ];
}
