import type { FieldGuess } from './infer.ts';

const MIN_RECORDS = 10;

/**
 * Suggests a messageKey as a line of YAML in a list, or returns an empty list. The field must have distinct values. Its
 * name must be typical of a key, or it must be the first field.
 */
export function suggestKey(guesses: readonly FieldGuess[], records: number): string[] {
  if (records < MIN_RECORDS) return [];
  const unique = guesses.filter(
    ({ isUnique, field: { value } }) =>
      isUnique && value.sensitive !== true && (value.type === 'STRING' || value.type === 'INTEGER'),
  );
  const named = unique.find(({ field }) =>
    /(?:^|[a-z_ ])(?:id|key|no|nr|number|code|uuid|reference)$/i.test(field.value.columnName ?? field.value.name),
  );
  const { field } = named ?? (unique[0] === guesses[0] ? unique[0] : undefined) ?? {};
  return field === undefined
    ? []
    : [`messageKey: [${JSON.stringify(field.value.name)}]  # distinct in all ${records} records`];
}
