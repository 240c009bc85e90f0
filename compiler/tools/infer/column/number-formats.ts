import type { Field } from '../../../pipeline/1-read/spec-shape.ts';

/** The keys of a field that describe how its numbers are written. */
export type NumberKeys = Pick<Field, 'type'> & Partial<Field>;

const BLANKS = /[ \u00a0\u2009\u202f]/;
/** Codes of currencies (ISO 4217) that files often have. Other letters before digits are rather a part of a code. */
const CURRENCIES =
  'AED AUD BGN BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS INR ISK JPY KRW MXN NOK NZD PLN RON RSD RUB SAR SEK SGD THB TRY UAH USD ZAR';
/** What may be beside a number: currency signs, codes of currencies and their short forms, per cent. */
const AFFIX = new RegExp(
  `^(?:\\p{Sc}|%|‰|${CURRENCIES.replaceAll(' ', '|')}|[A-Z]{1,2}\\p{Sc}|[Kk]r\\.?|Fr\\.|Rs\\.?|zł|Kč|Ft|lei|лв\\.?|руб\\.?|TL|din\\.?|ден\\.?|KM|円|元|\\\\)$`,
  'u',
);
const MAX_AFFIXES = 5;

/** What the texts of a column show of the notation of its numbers. `keys` are those that all its formats have. */
export interface SeenNotation {
  readonly keys: Partial<NumberKeys>;
  /** The group separators that the texts may have, as the key `groupSeparator` takes them. */
  readonly groups: readonly NonNullable<Field['groupSeparator']>[];
  readonly isIndian: boolean;
}

/**
 * Returns what nearly numeric texts show: signs after the digits or parentheses, exponents, texts beside the number, and
 * their group separators. Null if a text is certainly no number.
 */
export function seeNotation(texts: readonly string[]): SeenNotation | null {
  const affixes = new Set<string>();
  const bare: string[] = [];
  for (const text of texts) {
    const [, before = '', number = '', after = ''] =
      /^([-+(]?[^\d\s.,'’()+-]*[.]?\s*)([-+(]?[\d.,'’ \u00a0\u2009\u202f]*\d(?:[eE][-+]?\d+)?[-+)]?)(\s*[^\d\s()+-]*[-+)]?)$/u.exec(
        text,
      ) ?? [];
    if (number === '') continue;
    const sign = /^[-+(]/.exec(before)?.[0] ?? '';
    const end = /[-+)]$/.exec(after)?.[0] ?? '';
    for (const affix of [before.slice(sign.length).trim(), after.slice(0, after.length - end.length).trim()])
      if (affix !== '') affixes.add(affix);
    bare.push(sign + number + end);
  }
  if (bare.length === 0 || affixes.size > MAX_AFFIXES || [...affixes].some((affix) => !AFFIX.test(affix))) return null;
  const isTrailing = bare.some((text) => /\d\s?[-+]$/.test(text));
  const isLeading = bare.some((text) => /^[-+]/.test(text));
  const isAccounting = bare.some((text) => /^\(.*\)$/.test(text));
  const separators = ["'", '’'].filter((one) => bare.some((text) => text.includes(one)));
  const groups: NonNullable<Field['groupSeparator']>[] = [
    ...(separators.length === 0 ? [] : separators[0] === "'" && separators.length === 1 ? ["'"] : ['APOSTROPHE']),
    ...(bare.some((text) => BLANKS.test(text.replace(/\s[-+]$/, ''))) ? ['SPACE'] : []),
    ...[',', '.'].filter((one) => bare.some((text) => text.includes(one))),
  ];
  return {
    keys: {
      ...(affixes.size > 0 && { affixes: [...affixes].sort() }),
      ...(isAccounting
        ? { sign: 'PARENTHESES' as const }
        : isTrailing && { sign: isLeading ? ('EITHER' as const) : ('TRAILING' as const) }),
      // 1E5 alone is rather a code: a decimal separator or the sign of an exponent shows a number.
      ...(bare.some((text) => /[.,]\d*[eE]|\d[eE][-+]\d/.test(text)) && { exponent: true }),
    },
    groups,
    isIndian: bare.some((text) => /^\D*\d{1,2}(?:,\d\d)+,\d{3}(?!\d)/.test(text)),
  };
}

/** Returns the formats that a notation allows, the most likely first. Empty if it is the usual one without any key. */
export function notatedFormats({ keys, groups, isIndian }: SeenNotation): NumberKeys[] {
  const grouping = isIndian ? { grouping: 'INDIAN' as const } : {};
  const formats: NumberKeys[] = [{ type: 'INTEGER' }, { type: 'DECIMAL' }, { type: 'DECIMAL', decimalSeparator: ',' }];
  const grouped = groups.flatMap((groupSeparator) =>
    formats
      .filter(({ type, decimalSeparator = '.' }) => type === 'INTEGER' || decimalSeparator !== groupSeparator)
      .map((format): NumberKeys => ({ ...format, groupSeparator, ...grouping })),
  );
  const plain = isIndian ? [] : formats;
  // Digits in groups without decimals are more likely than exactly three decimals.
  const isWhole = ({ type, groupSeparator }: NumberKeys) => type === 'INTEGER' && groupSeparator !== undefined;
  const points = plain.filter(({ decimalSeparator }) => decimalSeparator === undefined);
  const others = plain.filter(({ decimalSeparator }) => decimalSeparator !== undefined);
  const ordered = [...points, ...grouped.filter(isWhole), ...others, ...grouped.filter((one) => !isWhole(one))];
  return ordered.map((format) => ({ ...format, ...keys }));
}
