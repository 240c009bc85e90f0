import type { Report } from '../../../diagnostics/diagnostic.ts';
import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';

/** Reports an EBCDIC code page, for a format whose files cannot have one. */
export function rejectCodePages(
  { encoding, format }: { readonly encoding: string; readonly format: string },
  report: Report,
): void {
  if (findCodePage(encoding) !== undefined) report('encoding_not_for_format', '/encoding', { encoding, format });
}
