import type { ShapeValue } from '../shape/shape.ts';
import { shapesOf } from '../shape/shapes-of.ts';
import { coerceDate } from './coerce-date.ts';
import { defaultIfNull } from './default-if-null.ts';
import { lowerCase } from './lower-case.ts';
import { map } from './map.ts';
import { padLeft } from './pad-left.ts';
import { padRight } from './pad-right.ts';
import { regexReplace } from './regex-replace.ts';
import { trim } from './trim.ts';
import { upperCase } from './upper-case.ts';
import { tagged } from '../shape/create-shape.ts';

/** All kinds of corrections. To add one, create its file and list it here. */
export const correctionKinds = {
  TRIM: trim,
  PAD_LEFT: padLeft,
  PAD_RIGHT: padRight,
  UPPER_CASE: upperCase,
  LOWER_CASE: lowerCase,
  REGEX_REPLACE: regexReplace,
  MAP: map,
  COERCE_DATE: coerceDate,
  DEFAULT_IF_NULL: defaultIfNull,
};

/** The shape of a correction in a spec. `correctionType` selects the kind. */
export const correctionShape = tagged(
  'A correction of a field’s text. The corrections of a field apply in the order of the list.',
  'correctionType',
  shapesOf(correctionKinds),
);

/** A correction of a spec, of any kind. */
export type CorrectionRule = ShapeValue<typeof correctionShape>;
/** The name of a kind of correction. */
export type CorrectionType = keyof typeof correctionKinds;
