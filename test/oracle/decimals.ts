/** Compares two plain decimals exactly: below 0 where `a` is less, 0 where they are equal. `-0` is 0. */
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
