/**
 * The numbers of days in Excel (1900 system). 1 is 1900-01-01. 60 is 29 February 1900, a day that never was, so later
 * days have numbers that are one too large.
 */

/** The number of the day that never was. */
const NO_DAY = 60;
/** The number of 9999-12-31, the last day that Excel knows. */
const LAST = 2_958_465;
/** The epoch day 0, 1970-01-01, as a number of Excel. */
const EPOCH = 25_569;

/** Returns the epoch day of a number of Excel. NaN if the number is no day. */
export function serialToEpochDay(serial: number): number {
  if (!(serial >= 1 && serial <= LAST) || serial === NO_DAY) return NaN;
  return serial < NO_DAY ? serial - EPOCH + 1 : serial - EPOCH;
}

/** Returns the number of Excel for an epoch day. Days that Excel does not know have numbers that it does not read. */
export function toSerialDay(epochDay: number): number {
  const serial = epochDay + EPOCH;
  return serial > NO_DAY ? serial : serial - 1;
}
