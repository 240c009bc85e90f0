import type { Format } from '../1-read/spec-shape.ts';

/** A file, or the beginning of one. */
export interface Sample {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  /** Its name without folders, as the spec's first line says it. */
  readonly fileName: string;
  /** What the spec is to be called. */
  readonly name: string;
  /** The format, where it is known; null: what the sample looks like. */
  readonly format: Format | null;
  /** Where editors find the JSON Schema of specs; null: the spec does not say. */
  readonly schema: string | null;
}

/** A name for a spec, made of a file's: `Payments 2024.csv.gz` is `payments-2024`. */
export function specNameOf(fileName: string): string {
  const bare = fileName.replace(/\.(?:gz|zip|zst|bz2)$/i, '').replace(/\.[^.]*$/, '');
  return (
    bare
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[-0-9]+|-+$/g, '')
      .slice(0, 60)
      .replace(/-+$/, '') || 'sample'
  );
}
