/** How a cell shows its number, as far as its text depends on it. */
export type NumberFormat =
  | { readonly kind: 'GENERAL' }
  /** A date, a time or both. */
  | { readonly kind: 'MOMENT'; readonly hasDate: boolean; readonly hasTime: boolean }
  /** Hours, minutes or seconds that may exceed a day: `[h]:mm`. */
  | { readonly kind: 'ELAPSED' }
  /** At least this number of digits: `00000`. */
  | { readonly kind: 'DIGITS'; readonly digits: number };

export const GENERAL: NumberFormat = { kind: 'GENERAL' };
const DATE: NumberFormat = { kind: 'MOMENT', hasDate: true, hasTime: false };
const TIME: NumberFormat = { kind: 'MOMENT', hasDate: false, hasTime: true };
const DATE_TIME: NumberFormat = { kind: 'MOMENT', hasDate: true, hasTime: true };
const ELAPSED: NumberFormat = { kind: 'ELAPSED' };

/** The numbers of formats that need no code (ECMA-376, 18.8.30), with those of East Asian versions. */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58)
    return DATE;
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56) return TIME;
  return id === 22 ? DATE_TIME : id === 46 ? ELAPSED : GENERAL;
}

/** Returns what the code of a format says: that of its first section, which shows positive numbers. */
export function readFormatCode(code: string): NumberFormat {
  const elapsed = /\[(?:h+|m+|s+)\]/iu;
  const bare = code.replace(/"[^"]*"?|\\.|[_*]./gsu, '');
  const first = bare.split(';')[0] ?? '';
  const zeros = /^0{2,}$/u.exec(first.trim());
  if (zeros !== null && !/["\\]/u.test(code)) return { kind: 'DIGITS', digits: Math.min(zeros[0].length, MAX_DIGITS) };
  if (elapsed.test(first)) return ELAPSED;
  const letters = first
    .replace(/\[[^\]]*\]/gu, '')
    .replace(/general/giu, '')
    .toLowerCase();
  const hasTime = /[hs]/u.test(letters);
  const hasDate = /[yd]/u.test(letters) || (letters.includes('m') && !hasTime);
  return hasTime || hasDate ? { kind: 'MOMENT', hasDate, hasTime } : GENERAL;
}

const MAX_DIGITS = 255;
