import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { CsvSpec } from './keys.ts';

/**
 * Reports characters of a CSV spec that conflict: two that must differ but are equal, and line ends. Warns of an escape
 * character without quotes.
 */
export function checkCsvCharacters(spec: CsvSpec, report: Report): void {
  if (spec.quote === '' && spec.escape !== undefined)
    report('key_without_effect', '/escape', { key: 'escape', because: 'quote: "" disables quoting' }, { at: 'key' });
  const characters = {
    delimiter: spec.delimiter ?? ',',
    quote: spec.quote ?? '"',
    escape: spec.escape,
    comment: spec.comment,
  };
  const reported = new Set<string>();
  for (const [key, other] of [
    ['quote', 'delimiter'],
    ['escape', 'delimiter'],
    ['comment', 'delimiter'],
    ['comment', 'quote'],
  ] as const) {
    const value = characters[key];
    if (value === undefined || value === '' || value !== characters[other]) continue;
    const [named, second] = spec[key] === undefined ? [other, key] : [key, other];
    report('same_character', `/${named}`, { key: named, other: second, value });
    reported.add(named);
  }
  for (const [key, value] of Object.entries(characters)) {
    if (value !== undefined && /^[\r\n]$/.test(value) && !reported.has(key))
      report('invalid_character', `/${key}`, { key, value, because: 'it ends a line' });
  }
}
