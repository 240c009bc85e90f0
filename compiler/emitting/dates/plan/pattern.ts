import { checkDatePattern, checkTimePattern } from './pattern-checks.ts';
import { reserveDigits, runTogetherAt } from './digits.ts';
import { isLocale } from '../locales/locales.ts';
import { setCenturyStart, setLocale, type DateLayout, type DatePart } from './layout.ts';
import { planLetters } from './letters.ts';
import { fault, splitDatePattern, type DateFault, type DateToken } from './tokens.ts';

/** The layout of a date pattern, or the reason why the pattern is invalid. */
export type DatePlan = { readonly kind: 'ok'; readonly layout: DateLayout } | DateFault;

/** The source format of COERCE_DATE for the numbers of days in Excel. */
const SERIAL = 'SERIAL';

/** The first year that `yy` means unless a spec says another. Such specs have the modules of specs without the key. */
const DEFAULT_CENTURY = 2000;

/**
 * Plans a date pattern: the letters of Java's DateTimeFormatter with ResolverStyle.STRICT, with `y` read as `u`, and
 * English names in any case. If the pattern is invalid, returns the first problem. `centuryStart` is the first of the
 * hundred years that `yy` means. Default: 2000. `locale` is the language of names. Default: English.
 */
export function planDatePattern(pattern: string, centuryStart?: number, locale?: string): DatePlan {
  const planned = planLayout(pattern, centuryStart, locale);
  return planned.kind === 'invalid' && pattern === SERIAL
    ? { ...planned, hint: 'SERIAL, the day numbers of Excel, is only a sourceFormat of COERCE_DATE' }
    : planned;
}

function planLayout(pattern: string, centuryStart: number | undefined, locale: string | undefined): DatePlan {
  const tokens = splitDatePattern(pattern);
  if ('kind' in tokens) return tokens;
  const parts = planTokens(tokens, pattern);
  if ('kind' in parts) return parts;
  const dateFault = checkDatePattern(tokens) ?? checkDigits(parts, tokens);
  if (dateFault !== null) return dateFault;
  const reserved = reserveDigits(parts);
  const named = locale === undefined || !isLocale(locale) ? reserved : setLocale(reserved, locale);
  return {
    kind: 'ok',
    layout: {
      parts:
        centuryStart === undefined || centuryStart === DEFAULT_CENTURY ? named : setCenturyStart(named, centuryStart),
    },
  };
}

/**
 * Plans a source format of COERCE_DATE: a date pattern as for `planDatePattern`, or SERIAL, the number of a day in Excel.
 */
export function planSourcePattern(pattern: string, centuryStart?: number, locale?: string): DatePlan {
  if (pattern === SERIAL) return { kind: 'ok', layout: { parts: [{ kind: 'serial' }] } };
  const planned = planDatePattern(pattern, centuryStart, locale);
  return planned.kind === 'invalid' && pattern.toUpperCase() === SERIAL
    ? { ...planned, hint: 'did you mean SERIAL, the day numbers of Excel?' }
    : planned;
}

/** Returns a source format of COERCE_DATE as people read it: the pattern itself, or what SERIAL is. */
export function sourceWords(pattern: string): string {
  return pattern === SERIAL ? 'SERIAL (a day number of Excel)' : pattern;
}

/**
 * Plans the pattern of a time of day, with the letters H, h, a, m, s and S. If the pattern is invalid, returns the first
 * problem.
 */
export function planTimePattern(pattern: string): DatePlan {
  const tokens = splitDatePattern(pattern);
  if ('kind' in tokens) return tokens;
  const parts = planTokens(tokens, pattern);
  if ('kind' in parts) return parts;
  const timeFault = checkTimePattern(tokens) ?? checkDigits(parts, tokens);
  return timeFault ?? { kind: 'ok', layout: { parts: reserveDigits(parts) } };
}

function planTokens(tokens: readonly DateToken[], pattern: string): DatePart[] | DateFault {
  const parts: DatePart[] = [];
  for (const token of tokens) {
    const part = planToken(token, pattern);
    if (part.kind === 'invalid') return part;
    parts.push(part);
  }
  return parts;
}

function planToken(token: DateToken, pattern: string): DatePart | DateFault {
  if (token.kind === 'literal') return { kind: 'literal', text: token.text };
  if (token.kind === 'letters') return planLetters(token);
  const parts = planTokens(token.tokens, pattern);
  return 'kind' in parts ? parts : { kind: 'optional', pattern: pattern.slice(token.offset + 1, token.end - 1), parts };
}

function checkDigits(parts: readonly DatePart[], tokens: readonly DateToken[]): DateFault | null {
  const path = runTogetherAt(parts);
  if (path === null) return null;
  const token = path.reduce<DateToken | undefined>(
    (found, index) => (found === undefined ? tokens : found.kind === 'optional' ? found.tokens : [])[index],
    undefined,
  );
  const run = token?.kind === 'letters' ? token.letter.repeat(token.count) : '';
  const hint = run.startsWith('X')
    ? 'write XXX, or add a separator after it'
    : 'write two letters for a number of two digits, or add a separator after it';
  const reason = `${run} would also take the digits that follow it`;
  return fault('date_digits_run_together', reason, { offset: token?.offset ?? 0, length: run.length, hint });
}
