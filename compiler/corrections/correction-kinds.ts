import type { CorrectionType } from '../1-read/spec-shape.ts';
import { coerceDate } from './coerce-date.ts';
import type { AnyCorrectionKind } from './correction-kind.ts';
import { defaultIfNull } from './default-if-null.ts';
import { lowerCase } from './lower-case.ts';
import { padLeft } from './pad-left.ts';
import { padRight } from './pad-right.ts';
import { regexReplace } from './regex-replace.ts';
import { trim } from './trim.ts';
import { upperCase } from './upper-case.ts';

/** All corrections of the spec language. */
export const correctionKinds: Readonly<Record<CorrectionType, AnyCorrectionKind>> = {
  TRIM: trim,
  PAD_LEFT: padLeft,
  PAD_RIGHT: padRight,
  UPPER_CASE: upperCase,
  LOWER_CASE: lowerCase,
  REGEX_REPLACE: regexReplace,
  COERCE_DATE: coerceDate,
  DEFAULT_IF_NULL: defaultIfNull,
};
