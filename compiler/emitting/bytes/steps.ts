import type { ByteCorrection } from './byte-form.ts';

/** Returns whether corrections have only the allowed steps, each at most once and in the order of `allowed`. */
export function areStepsInOrder(
  corrections: readonly ByteCorrection[],
  allowed: readonly ByteCorrection['step'][],
): boolean {
  let next = 0;
  return corrections.every(({ step }) => {
    next = allowed.indexOf(step, next) + 1;
    return next > 0;
  });
}

/** Returns whether one of the corrections is the wanted step. */
export function hasStep(corrections: readonly ByteCorrection[], wanted: ByteCorrection['step']): boolean {
  return corrections.some(({ step }) => step === wanted);
}
