import type { FormatText, TypeSelection } from '../model/format-kind.ts';
import { codeSpan } from '../model/markdown.ts';
import { conditionsOf, describeCondition } from '../model/record-when.ts';
import type { JsonSpec } from './keys.ts';
import { pointerOf } from './pointer.ts';

/** The texts of JSON in the documentation of a spec. */
export const jsonText: FormatText<JsonSpec> = {
  file: ({ lenient = false, recordPath }) => [
    recordPath !== undefined
      ? `JSON: each value at ${codeSpan(recordPath)} is a record; \`*\` is each member or item.`
      : 'JSON Lines: each line is one JSON object or list, which is a record. Blank lines are skipped.',
    'Paths below are JSON Pointers in the record (RFC 6901).',
    lenient ? 'Numbers may be written as strings.' : 'Numbers are written without quotes.',
    'The members of an object have different names.',
  ],
  placeTitle: 'Path',
  place: ({ fields }, index) => codeSpan(pointerOf(fields[index] ?? { name: '' })),
  selection: describeJsonSelection,
  emptyValue: '`null`, an empty string or a member that is missing',
  language: 'json',
};

function describeJsonSelection({ path, ...when }: TypeSelection): string {
  const place = path === undefined ? 'each line' : `each value at ${codeSpan(path)}`;
  if (Object.values(when).every((value) => value === undefined)) return place;
  const verbs = { is: 'is', begins: 'begins', matches: 'matches' };
  const conditions = conditionsOf(when).map(
    ({ condition }) => `${codeSpan(condition.column ?? '')} ${describeCondition(condition, verbs)}`,
  );
  return `${place} whose ${conditions.join(', and ')}`;
}
