import type { Format } from '../../1-read/spec-shape.ts';

/** A file, or the beginning of one. */
export interface Sample {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  /** The name of the file without folders, for the first line of the spec. */
  readonly fileName: string;
  /** The name of the new spec. */
  readonly name: string;
  /** The format, or null to detect it. */
  readonly format: Format | null;
  /** The URL or path of the JSON Schema of specs, for editors. If null, the spec does not refer to one. */
  readonly schema: string | null;
}

/** Derives the name of a spec from the name of a file: `Payments 2024.csv.gz` becomes `payments-2024`. */
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
