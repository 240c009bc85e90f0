/** What a PIC clause describes. */
export type Picture =
  | { readonly kind: 'TEXT'; readonly length: number }
  /** Digits without a decimal point. `scale` is the number of decimals; it is negative if P adds zeros on the right. */
  | { readonly kind: 'NUMBER'; readonly digits: number; readonly scale: number; readonly isSigned: boolean }
  /** A number as people read it, with the symbols of its picture. */
  | { readonly kind: 'EDITED'; readonly length: number; readonly symbols: string }
  /** Characters of two bytes: N is UTF-16, G is DBCS. */
  | { readonly kind: 'WIDE'; readonly length: number; readonly symbol: 'N' | 'G' };

const MAX_LENGTH = 1_073_741_824;

/** Reads the text of a PIC clause, such as `S9(7)V99`. Returns null if it is none. */
export function readPicture(text: string): Picture | null {
  const symbols = expand(text.toUpperCase());
  if (symbols === null || symbols === '') return null;
  if (/^[AX9B0/]+$/.test(symbols) && /[AX]/.test(symbols)) return { kind: 'TEXT', length: symbols.length };
  if (/^[NB0/]+$/.test(symbols) && symbols.includes('N')) return { kind: 'WIDE', length: symbols.length, symbol: 'N' };
  if (/^[GB]+$/.test(symbols) && symbols.includes('G')) return { kind: 'WIDE', length: symbols.length, symbol: 'G' };
  return readNumber(symbols) ?? readEdited(symbols);
}

/** Writes repeated symbols out: `9(3)` becomes `999`. Returns null for what is too long or no repetition. */
function expand(text: string): string | null {
  let symbols = '';
  for (const { groups = {} } of text.matchAll(/(?<symbol>CR|DB|.)(?:\((?<count>\d+)\))?/g)) {
    const { symbol = '', count = '1' } = groups;
    const times = Number(count);
    if (symbol === '(' || symbol === ')' || times < 1 || symbols.length + times > MAX_EXPANDED) return null;
    symbols += symbol.repeat(times);
  }
  return symbols;
}

/** Longer pictures are no pictures of a record. */
const MAX_EXPANDED = Math.min(MAX_LENGTH, 16 * 1024 * 1024);

function readNumber(symbols: string): Picture | null {
  const found = /^(?<sign>S?)(?:V?(?<below>P*)(?<small>9+)|(?<whole>9+)(?<above>P*)V?(?<decimals>9*))$/.exec(
    symbols,
  )?.groups;
  if (found === undefined) return null;
  const { sign = '', below = '', small, whole = '', above = '', decimals = '' } = found;
  const isSigned = sign === 'S';
  if (small === undefined && above !== '' && decimals !== '') return null;
  const isFraction = small !== undefined && (below !== '' || symbols.includes('V'));
  if (isFraction) return { kind: 'NUMBER', digits: small.length, scale: below.length + small.length, isSigned };
  const digits = (small ?? whole).length + decimals.length;
  return { kind: 'NUMBER', digits, scale: above === '' ? decimals.length : -above.length, isSigned };
}

function readEdited(symbols: string): Picture | null {
  if (!/^(?:CR|DB|[9Z*+\-$,.B0/VPE])+$/.test(symbols) || !/[9Z*+\-$]/.test(symbols)) return null;
  return { kind: 'EDITED', length: symbols.replace(/[VP]/g, '').length, symbols };
}
