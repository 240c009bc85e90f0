import type { Check } from './check.ts';

/** CSV: characters that could not be told from each other, or from the end of a line. */
export const checkCsvCharacters: Check = (spec, report) => {
  if (spec.format !== 'CSV') return;
  const given = {
    delimiter: spec.delimiter ?? ',',
    quote: spec.quote ?? '"',
    escape: spec.escape,
    comment: spec.comment,
  };
  const told = new Set<string>();
  for (const [key, other] of [
    ['quote', 'delimiter'],
    ['escape', 'delimiter'],
    ['comment', 'delimiter'],
    ['comment', 'quote'],
  ] as const) {
    const value = given[key];
    if (value === undefined || value === '' || value !== given[other]) continue;
    const [named, second] = spec[key] === undefined ? [other, key] : [key, other];
    report('same_character', `/${named}`, { key: named, other: second, value });
    told.add(named);
  }
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined && /^[\r\n]$/.test(value) && !told.has(key))
      report('invalid_character', `/${key}`, { key, value, because: 'it ends a line' });
  }
};
