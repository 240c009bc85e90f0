/** The beginnings of names of months in other languages that are no beginnings of English names, without accents. */
const OTHER_MONTHS =
  /^(?:mrz|marz|maerz|maer|mai|maj|mei|mag|may[io]|okt|ott|out|oct(?:obre|ubre)|dez|dic|dec(?:embre|iembre)|ene|gen(?:naio)?|janv|janeiro|jan(?:uar|uari|vier)|feb(?:ruar|ruari|rero|braio)|fev|fevr|fev(?:rier|ereiro)|mars|mrt|maart|marzo|marco|avr|avril|abr|abril|april(?:e|is)|juin|jui|juil|juillet|giu|lug|junho|julho|jun(?:i|io)|jul(?:i|io)|aou|aout|ago|agosto|augustus|set|sept(?:embre|iembre)|setembro|settembre|septiembre|novembre|noviembre|novembro|dezember|dezembro|dicembre|diciembre|oktober|ottobre|outubro|gennaio|enero|mayo|maggio|maio|giugno|luglio)$/;
/** A word between two numbers, as in `3. Mai 2024`. */
const BETWEEN_NUMBERS = /\d[^\p{L}\d]{0,3}(\p{L}{3,})[^\p{L}\d]{0,3}\d/u;
/** A number whose digits before the last three are in groups of two. */
const INDIAN = /^[-+]?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
/** A number with groups and decimals. */
const GROUPED = [/^[-+]?(\d+(?:,\d+)+)\.\d+$/, /^[-+]?(\d+(?:\.\d+)+),\d+$/];
const THREES = /^\d{1,3}(?:[,.]\d{3})+$/;
/** What the demand for a date contains if its names are in a given language. */
const LANGUAGE = ' with names in ';
/** Only the beginning of a long text is searched, as only that is in an issue. */
const MAX_UNITS = 100;

/**
 * Returns what the form of a text suggests, for the message about a text that is not of its type: a month in another
 * language than English, or digits that are not in groups of three. Empty if it suggests nothing. `demand` is what the text
 * must be.
 */
export function describeForm(text: string, demand = ''): string {
  const start = text.slice(0, MAX_UNITS).trim();
  if (!/\d/.test(start)) return '';
  if (INDIAN.test(start))
    return '; its digits are in groups of two before the last three, which grouping: INDIAN reads';
  const digits = GROUPED.map((pattern) => pattern.exec(start)?.[1]).find((found) => found !== undefined);
  if (digits !== undefined && !THREES.test(digits)) return '; its digits are not in groups of three';
  const month = BETWEEN_NUMBERS.exec(start)?.[1];
  return month === undefined || demand.includes(LANGUAGE) || !isOtherMonth(month)
    ? ''
    : `; ${JSON.stringify(month)} is no English name of a month: those of other languages need locale`;
}

function isOtherMonth(word: string): boolean {
  const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // Without its accent, the German abbreviation of March is the English one.
  return OTHER_MONTHS.test(folded) || (folded === 'mar' && word.toLowerCase() !== folded);
}
