/** A column whose name ends with the number of its group. */
interface Numbered {
  readonly base: string;
  readonly between: string;
  readonly number: number;
}

/**
 * Suggests a record type for columns that repeat with a number after their names: `Item1`, `Qty1`, `Item2`, `Qty2`.
 * Returns no lines if there are no such groups.
 */
export function suggestGroups(labels: readonly (string | null)[]): string[] {
  const numbered = labels.flatMap((label) => readNumbered(label ?? ''));
  const columns = numbered.filter(({ number }) => number === 1).map(({ base }) => base);
  const [{ between = '' } = {}] = numbered;
  const times = numbered.length / Math.max(1, columns.length);
  const isRepeated = numbered.every(
    (one, at) =>
      one.base === columns[at % columns.length] &&
      one.number === 1 + Math.floor(at / columns.length) &&
      one.between === between,
  );
  if (columns.length < 2 || times < 2 || !isRepeated) return [];
  const list = columns.map((column) => JSON.stringify(column)).join(', ');
  const naming = JSON.stringify(`{column}${between}{n}`);
  return [
    `the columns ${columns.join(', ')} repeat ${times} times: if each group is a record, a record type reads it:`,
    `  - { name: group, in: record, repeat: { columns: [${list}], times: ${times}, naming: ${naming}, stopWhenEmpty: true }, as: groups, fields: [ ... ] }`,
  ];
}

function readNumbered(label: string): Numbered[] {
  const [, base = '', between = '', digits = ''] = /^(.*?\p{L})([ _.-]?)([1-9]\d?)$/u.exec(label) ?? [];
  return base === '' ? [] : [{ base, between, number: Number(digits) }];
}
