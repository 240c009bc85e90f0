/** Adds `by` units of the last decimal place to a plain decimal. `decimals` is at least the number of its places. */
export function moveDecimal(text: string, by: bigint, decimals: number): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const places = Math.max(decimals, fraction.length);
  const units = BigInt(whole + fraction.padEnd(places, '0')) * (text.startsWith('-') ? -1n : 1n) + by;
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const sign = units < 0n ? '-' : '';
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Writes a number as a file might contain it: with separators, or as digits only. */
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
