import type { Format } from '../1-read/spec-shape.ts';
import { csv } from './csv.ts';
import { fixedWidth } from './fixed-width.ts';
import type { AnyFormatKind } from './format-kind.ts';

/** All file formats of the spec language that can be compiled. */
export const formatKinds: Readonly<Partial<Record<Format, AnyFormatKind>>> = { CSV: csv, FIXED_WIDTH: fixedWidth };

/** The kind of a format. @throws where it cannot be compiled, which the checks have told before. */
export function formatKindOf(format: Format): AnyFormatKind {
  const kind = formatKinds[format];
  if (kind === undefined) throw new Error(`${format} cannot be compiled`);
  return kind;
}
