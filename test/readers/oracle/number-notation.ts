import type { Field } from './spec.ts';

const OVERPUNCH = new Map([...'{ABCDEFGHI}JKLMNOPQR'].map((character, i) => [character, [i < 10 ? '' : '-', i % 10]]));
const ALTERNATIVES: Readonly<Record<string, string>> = { SPACE: '[ \u00a0\u2009\u202f]', APOSTROPHE: "['\u2019]" };

/** Whether a field has a key of number notation, or more than one plain group separator. */
export function hasNotation(field: Field): boolean {
  const { sign, exponent, affixes, grouping, separators } = field;
  const isPlain = separators.length <= 1 && !separators.some((one) => one in ALTERNATIVES);
  return sign !== 'LEADING' || exponent || affixes.length > 0 || grouping !== 'THREES' || !isPlain;
}

/**
 * Returns the number that a text with the notation of its field has, with `.` and a leading `-` and without groups and
 * exponent; undefined if it has none. Written from the description of the keys, with regexes.
 */
export function readNotation(text: string, field: Field): string | undefined {
  for (const candidate of withoutAffix(text, field.affixes)) {
    const found = readSigned(candidate, field);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text, and each text that remains without one affix and the blanks beside it. */
function withoutAffix(text: string, affixes: readonly string[]): string[] {
  const found = [text];
  for (const affix of affixes) {
    const literal = affix.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    const before = new RegExp(`^([-+(]?)\\p{White_Space}*${literal}\\p{White_Space}*(.*)$`, 'su').exec(text);
    if (before) found.push(`${before[1]}${before[2]}`);
    const after = new RegExp(`^(.*?)\\p{White_Space}*${literal}\\p{White_Space}*([-+)]?)$`, 'su').exec(text);
    if (after) found.push(`${after[1]}${after[2]}`);
  }
  return found;
}

function readSigned(text: string, field: Field): string | undefined {
  const take = (pattern: RegExp): string[] | null => pattern.exec(text)?.slice(1) ?? null;
  const signOf = (sign: string | undefined): string => (sign === '-' ? '-' : '');
  const blanks = '\\p{White_Space}*';
  const after = take(new RegExp(`^([^-+].*?)${blanks}([-+])$`, 'su'));
  const before = take(/^([-+])(.*[^-+])$/su);
  switch (field.sign) {
    case 'LEADING':
      return before ? readUnsigned(before[1], signOf(before[0]), field) : readUnsigned(text, '', field);
    case 'TRAILING':
      return after ? readUnsigned(after[0], signOf(after[1]), field) : readUnsigned(text, '', field);
    case 'EITHER':
      if (before) return readUnsigned(before[1], signOf(before[0]), field);
      return after ? readUnsigned(after[0], signOf(after[1]), field) : readUnsigned(text, '', field);
    case 'PARENTHESES': {
      const inside = take(new RegExp(`^\\(${blanks}(.*?)${blanks}\\)$`, 'su'));
      return inside ? readUnsigned(inside[0], '-', field) : readUnsigned(text, '', field);
    }
    default: {
      const [sign, digit] = OVERPUNCH.get(text.slice(-1)) ?? ['', text.slice(-1)];
      return readUnsigned(text.slice(0, -1) + String(digit), String(sign), field);
    }
  }
}

function readUnsigned(text: string | undefined, sign: string, field: Field): string | undefined {
  const point = field.type === 'DECIMAL' && field.scale === null ? field.decimalSeparator : null;
  const mark = `\\u{${(point ?? '.').codePointAt(0)?.toString(16)}}`;
  const isDecimal = point !== null || (field.exponent && field.type === 'INTEGER');
  const fraction = isDecimal ? `(?:${mark}([0-9]+))?` : '()';
  const power = field.exponent ? '(?:[eE]([-+]?[0-9]{1,6}))?' : '()';
  for (const whole of wholes(field)) {
    const match = new RegExp(`^(${whole}|)${fraction}${power}$`, 'u').exec(text ?? '');
    if (!match) continue;
    const digits = (match[1] ?? '').replace(/[^0-9]/gu, '');
    const decimals = match[2] ?? '';
    if (digits + decimals === '') continue;
    // An INTEGER has a fraction only beside an exponent.
    if (field.type === 'INTEGER' && decimals !== '' && match[3] === undefined) continue;
    return shift(sign, { digits, decimals, power: match[3] ? Number(match[3]) : null }, field);
  }
  return undefined;
}

function wholes({ separators, grouping }: Field): string[] {
  const groups = separators.map((separator) => {
    const one = ALTERNATIVES[separator] ?? `\\u{${separator.codePointAt(0)?.toString(16)}}`;
    return grouping === 'INDIAN' ? `[0-9]{1,2}(?:${one}[0-9]{2})*${one}[0-9]{3}` : `[0-9]{1,3}(?:${one}[0-9]{3})+`;
  });
  return ['[0-9]+', ...groups];
}

function shift(
  sign: string,
  { digits, decimals, power }: { digits: string; decimals: string; power: number | null },
  field: Field,
): string | undefined {
  let whole = digits;
  let rest = decimals;
  if (power !== null) {
    for (let i = power; i > 0; i--) [whole, rest] = [whole + (rest.slice(0, 1) || '0'), rest.slice(1)];
    for (let i = power; i < 0; i++) [whole, rest] = [whole.slice(0, -1), (whole.slice(-1) || '0') + rest];
    if (whole.length + rest.length > 1000) return undefined;
  }
  const plain = sign + (whole.replace(/^0+/u, '') || '0');
  if (field.type === 'INTEGER') return /^0*$/u.test(rest) ? plain : undefined;
  return rest === '' ? plain : `${plain}.${rest}`;
}
