import { columnNameOf } from '../../../language/formats/model/column-names.ts';
import type { FieldGuess } from './infer.ts';
import { isLabelOfPeople } from './personal-data.ts';

const MIN_RECORDS = 10;

/**
 * Suggests one field as messageKey. Returns a list with one line of YAML. Returns an empty list if the sample has fewer
 * than 10 records, or if no field is suitable. A suitable field is a STRING or INTEGER, is not sensitive, and has
 * distinct values. Its name must be typical of a key, or it must be the first field.
 */
export function suggestKey(guesses: readonly FieldGuess[], records: number): string[] {
  if (records < MIN_RECORDS) return [];
  const unique = guesses.filter(
    ({ isUnique, field: { value } }) =>
      isUnique &&
      value.sensitive !== true &&
      // Two people may have one name.
      !isLabelOfPeople(columnNameOf(value)) &&
      (value.type === 'STRING' || value.type === 'INTEGER'),
  );
  const named = unique.find(({ field }) =>
    /(?:^|[a-z_ ])(?:id|key|no|nr|number|code|uuid|reference)$/i.test(columnNameOf(field.value)),
  );
  const { field } = named ?? (unique[0] === guesses[0] ? unique[0] : undefined) ?? {};
  return field === undefined
    ? []
    : [`messageKey: [${JSON.stringify(field.value.name)}]  # distinct in all ${records} records`];
}
