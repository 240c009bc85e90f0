import type { DateLayout, DatePart } from '../../emitting/dates/plan/layout.ts';
import { planSourcePattern } from '../../emitting/dates/plan/pattern.ts';
import { escapePattern } from '../../emitting/patterns/escape-pattern.ts';

/**
 * Returns a regex that matches every date of a date pattern. It also matches some texts that are not dates. `null` if
 * the date pattern is invalid.
 */
export function patternOfDates(datePattern: string, locale?: string): string | null {
  const planned = planSourcePattern(datePattern, undefined, locale);
  return planned.kind === 'invalid' ? null : patternOfParts(planned.layout.parts);
}

function patternOfParts(parts: DateLayout['parts']): string {
  return parts.map(patternOfPart).join('');
}

function patternOfPart(part: DatePart): string {
  switch (part.kind) {
    case 'literal':
      return escapePattern(part.text);
    case 'year':
      return `[+\\x2d]?\\d{${part.minDigits},}`;
    case 'shortYear':
      return '\\d\\d';
    case 'number':
      return part.minDigits === part.maxDigits ? `\\d{${part.minDigits}}` : `\\d{${part.minDigits},}`;
    case 'monthName':
    case 'weekdayName':
      return part.locale === undefined ? '[A-Za-z]+' : '[^0-9]+';
    case 'half':
      return '[AaPp][Mm]';
    case 'fraction':
      return `\\d{${part.digits}}`;
    case 'serial':
      return '0*[1-9]\\d{0,6}';
    case 'offset':
      return '[Zz0-9:+\\x2d]+';
    case 'optional':
      return `(?:${patternOfParts(part.parts)})?`;
    default:
      return part satisfies never;
  }
}
