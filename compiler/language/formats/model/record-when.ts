import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { ShapeValue } from '../../shape/shape.ts';
import type { lineKeys } from './line-keys.ts';

/** The value of the key `recordWhen`, which selects the lines that are records. */
export type RecordWhen = ShapeValue<typeof lineKeys.recordWhen.shape>;

/** Warns of the listed keys of recordWhen if they are set. `because` explains why the format does not use them. */
export function reportWithoutEffect(
  recordWhen: RecordWhen,
  keys: readonly (keyof RecordWhen)[],
  report: Report,
  because: string,
): void {
  for (const key of keys) {
    if (recordWhen[key] !== undefined)
      report('key_without_effect', `/recordWhen/${key}`, { key, because }, { at: 'key' });
  }
}
