/**
 * Receives what an expression cannot compute. The first failure of an expression decides its issue, and the result of
 * the expression is dropped. The report of a record implements it.
 */
export interface Failures {
  /**
   * Notes why an expression has no value. `reason` is the end of the sentence "… cannot be computed, because …", and
   * `text` the value that was rejected. Always returns null.
   */
  fail(reason: string, text: string | null): null;
  /**
   * Adds `units` UTF-16 units to the texts that the expressions of this record have created. Returns false, after it
   * noted a failure, if one text or all of them together are too long.
   */
  reserveText(units: number): boolean;
}
