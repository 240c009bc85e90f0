import type { Format } from '../../../language/formats/file-formats.ts';

/** A file or its beginning, with the options for the inference. `isWhole` is true if `bytes` is the whole file. */
export interface Sample {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  /** The name of the file without folders, for the first line of the spec. */
  readonly fileName: string;
  /** The name of the new spec. */
  readonly name: string;
  /** The format, or null to detect it. */
  readonly format: Format | null;
  /** For XML: the path of the elements that are records, or null to find them. */
  readonly recordPath: string | null;
  /** The URL or path of the JSON Schema for specs, which editors use. If null, the spec does not mention a schema. */
  readonly schema: string | null;
}

const MIN_WORD = 3;
const GENERIC = new Set([
  'csv',
  'txt',
  'dat',
  'data',
  'xml',
  'tsv',
  'tab',
  'asc',
  'out',
  'bin',
  'psv',
  'log',
  'prn',
  'xls',
  'xlsx',
  'json',
  'jsonl',
  'ndjson',
  'cpy',
  'cbl',
  'cob',
]);

/**
 * Derives the name of a spec from a file name, or returns `sample` if the file name has no usable word. Dates and times
 * are removed, because other files have other dates: `Payments 2024-03-31.csv.gz` becomes `payments`, and
 * `20110805A.ach` becomes `ach`.
 */
export function specNameOf(fileName: string): string {
  const [bare = '', ...endings] = fileName.replace(/\.(?:gz|zip|zst|bz2)$/i, '').split(/\.(?=[^.]*$)/);
  const stem = GENERIC.has((/[^.]*$/.exec(bare)?.[0] ?? '').toLowerCase()) ? bare.replace(/\.[^.]*$/, '') : bare;
  const named = slugOf(stem.replace(DATES, '-'));
  if (named.replace(/[^a-z]/g, '').length >= MIN_WORD) return named;
  const ending = slugOf(endings[0] ?? '');
  return ending.length >= MIN_WORD && !GENERIC.has(ending) ? ending : isWord(named) ? named : 'sample';
}

/** Matches dates such as 2024-03-31, 31.03.2024, 20240331, 240331 or 2024, with a time after them if there is one. */
const DATES =
  /(?<!\d)(?:(?:19|20)\d{2}(?:[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?(?:[0-2]\d|3[01]))?)?|(?:[0-2]\d|3[01])[-_.](?:0[1-9]|1[0-2])[-_.](?:19|20)\d{2}|\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))(?:[T_-]?\d{4,6}Z?)?(?!\d)/g;

function isWord(name: string): boolean {
  return name.length > 1 && !/^[a-z]?\d*$/.test(name);
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
}
