import type { Report } from '../../diagnostics/diagnostic.ts';
import type { ShapeValue } from '../../shape/shape.ts';
import type { lineKeys } from './line-keys.ts';

/** The key that selects the lines that are records. */
export type RecordWhen = ShapeValue<typeof lineKeys.recordWhen.shape>;

/** Reports keys of recordWhen that the format does not read. */
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
