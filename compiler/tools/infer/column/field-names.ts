import { toCamelCase } from '../../../emitting/code/names.ts';

/**
 * Returns one unique field name per column: the column name in camel case, or `column1`, `column2` and so on for
 * columns without a name or without a letter in it. Repeated names get a number.
 */
export function nameFields(headers: readonly (string | null)[]): string[] {
  const taken = new Set<string>();
  return headers.map((header, at) => {
    const wanted = header === null || !/\p{L}/u.test(header) ? `column${at + 1}` : nameOf(header);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  });
}

/**
 * `Transaction Id` becomes `transactionId`. A name in non-Latin letters is not converted: only its blanks are
 * normalised, and it is cut to 100 UTF-16 units.
 */
function nameOf(header: string): string {
  const text = header.trim();
  if (/[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{C}]/u.test(text))
    return text.replace(/[\p{Z}\p{C}]+/gu, ' ').slice(0, 100);
  const spelt = text
    .replace(/ß/g, 'ss')
    .replace(/æ/gi, 'ae')
    .replace(/ø/gi, 'o')
    .replace(/ł/gi, 'l')
    .replace(/ı/g, 'i')
    .replace(/đ/gi, 'd');
  return toCamelCase(spelt === spelt.toUpperCase() ? spelt.toLowerCase() : spelt, 'column');
}
