/** The three-valued logic of expressions: true, false and null, as in SQL. */

type Truth = boolean | null;

/** Returns the opposite of a condition. */
export function isNot(condition: Truth): Truth {
  return condition === null ? null : !condition;
}

/** Returns false if a condition is false, otherwise null if one is null. A condition after a false one is not computed. */
export function areAll(conditions: readonly (() => Truth)[]): Truth {
  let result: Truth = true;
  for (const condition of conditions) {
    const value = condition();
    if (value === false) return false;
    if (value === null) result = null;
  }
  return result;
}

/** Returns true if a condition is true, otherwise null if one is null. A condition after a true one is not computed. */
export function isAny(conditions: readonly (() => Truth)[]): Truth {
  let result: Truth = false;
  for (const condition of conditions) {
    const value = condition();
    if (value === true) return true;
    if (value === null) result = null;
  }
  return result;
}

/** Returns one of two values. If the condition is null, the result is null. Only the returned value is computed. */
export function choose<T>(condition: Truth, [yes, no]: readonly [() => T, () => T]): T | null {
  return condition === null ? null : condition ? yes() : no();
}

/** Returns whether two texts, dates or conditions are equal. Null if one of them is null. */
export function isSame<T extends string | number | boolean>(a: T | null, b: T | null): Truth {
  return a === null || b === null ? null : a === b;
}

/** Returns whether a day is before another one. Null if one of them is null. */
export function isBefore(a: number | null, b: number | null): Truth {
  return a === null || b === null ? null : a < b;
}

/** Returns whether a day is not after another one. Null if one of them is null. */
export function isNotAfter(a: number | null, b: number | null): Truth {
  return a === null || b === null ? null : a <= b;
}

/** Returns whether a value equals one of a list. Null if there is none, but the value or one of the list is null. */
export function isOneOf<T extends string | number | boolean>(value: T | null, ...list: readonly (T | null)[]): Truth {
  if (value === null) return null;
  return list.includes(value) ? true : list.includes(null) ? null : false;
}

/** Returns the first value that is not null. Values after it are not computed. */
export function firstNotNull<T>(values: readonly (() => T | null)[]): T | null {
  for (const value of values) {
    const found = value();
    if (found !== null) return found;
  }
  return null;
}

/** Returns the value of a key. Null if the key is null or unknown. */
export function valueOfKey<T>(map: ReadonlyMap<string, T>, key: string | null): T | null {
  return key === null ? null : (map.get(key) ?? null);
}
