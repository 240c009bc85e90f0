/**
 * Compares two plain decimals exactly. Returns a negative number if `a` is less, and 0 if they are equal. `-0` equals
 * 0.
 */
export function compareDecimals(a: string, b: string): number {
  const decimals = Math.max(countDecimals(a), countDecimals(b));
  const difference = scaleUp(a, decimals) - scaleUp(b, decimals);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function countDecimals(text: string): number {
  return (text.split('.')[1] ?? '').length;
}

function scaleUp(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/u, '').split('.');
  const digits = BigInt(whole + fraction.padEnd(decimals, '0'));
  return text.startsWith('-') ? -digits : digits;
}
