import type { Test } from 'uvu';

/**
 * Returns `test` if `reason` is null. Otherwise returns a function that skips a test, prints the reason and counts the
 * test as skipped.
 */
export function skipIf<T>(
  reason: string | null,
  test: Test<T>,
): (title: string, check: Parameters<Test<T>>[1]) => void {
  if (reason === null) return (title, check) => test(title, check);
  return (title, check) => {
    console.log(`\nskip: ${title}: ${reason}`);
    test.skip(title, check);
  };
}
