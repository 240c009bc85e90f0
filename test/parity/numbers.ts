/** A plain decimal moved by so many units of its last place (`decimals` places, at least as many as it has). */
export function moveDecimal(text: string, by: bigint, decimals: number): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const places = Math.max(decimals, fraction.length);
  const units = BigInt(whole + fraction.padEnd(places, '0')) * (text.startsWith('-') ? -1n : 1n) + by;
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const sign = units < 0n ? '-' : '';
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The same number as a file would have it: with separators of its own, or as digits alone. */
export function writeNumber(
  plain: string,
  { decimal, group, scale }: { decimal: string; group: string | null; scale: number | null },
): string {
  const sign = /^[+-]/u.exec(plain)?.[0] ?? '';
  const [whole = '', fraction] = plain.slice(sign.length).split('.');
  if (scale !== null) return sign + whole + (fraction ?? '').padEnd(scale, '0').slice(0, scale);
  const grouped = group === null ? whole : whole.replace(/(?<=\d)(?=(?:\d{3})+$)/gu, () => group);
  return fraction === undefined ? sign + grouped : sign + grouped + decimal + fraction;
}
