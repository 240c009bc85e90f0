import type { Format } from '../1-read/spec-shape.ts';
import { csv } from './csv.ts';
import { fixedWidth } from './fixed-width.ts';
import type { AnyFormatKind } from './format-kind.ts';
import { xml } from './xml.ts';

/** All file formats of the spec language. */
export const formatKinds: Readonly<Record<Format, AnyFormatKind>> = { CSV: csv, FIXED_WIDTH: fixedWidth, XML: xml };
