const MILLIS = 3;
const MICROS = 6;

/** Returns the decimals of the unit of times: milliseconds if they are enough for each value, otherwise microseconds. */
export function unitDecimals({ decimals }: { readonly decimals: number }): number {
  return decimals <= MILLIS ? MILLIS : MICROS;
}

/** Returns the end of the name of a type of times. */
export function unitName(times: { readonly decimals: number }): string {
  return unitDecimals(times) === MILLIS ? 'millis' : 'micros';
}
