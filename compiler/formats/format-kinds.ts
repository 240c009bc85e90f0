import type { Format } from '../1-read/spec-shape.ts';
import { csv } from './csv/kind.ts';
import { fixedWidth } from './fixed-width/kind.ts';
import type { AnyFormatKind } from './model/format-kind.ts';
import { xml } from './xml/kind.ts';

/** All file formats of the spec language. */
export const formatKinds: Readonly<Record<Format, AnyFormatKind>> = { CSV: csv, FIXED_WIDTH: fixedWidth, XML: xml };
