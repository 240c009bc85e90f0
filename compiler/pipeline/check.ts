import { readSpec, type SpecText } from './1-read/read-spec.ts';
import { type Checked, checkSpec } from './2-check/check-spec.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Returns the diagnostics of a spec, ordered by position. An invalid spec is reported, never thrown. */
export function check(input: SpecText): readonly Diagnostic[] {
  return readAndCheck(input).diagnostics;
}

/** Returns the spec, or null if it has an error, and its diagnostics. An invalid spec is reported, never thrown. */
export function readAndCheck(input: SpecText): Checked {
  return checkSpec(readSpec(input), input.encoder);
}
