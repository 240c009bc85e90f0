import type { EncoderName } from '../../../compiler/formats.ts';

/** What programs need to know about a format of files that runs write. */
interface OutputFormat {
  /** The end of the paths of its files. Null: any other. */
  readonly extension: string | null;
  /** The encoding of the messages that its files are made of. Null: that of the module. */
  readonly encoder: EncoderName | null;
  /** Whether its files have messages, which can be CloudEvents. */
  readonly hasMessages: boolean;
  /** Whether spreadsheets open its files, and would execute formulas in them. */
  readonly isForSpreadsheets: boolean;
  /** What its files are called if they hold records of one type. Null: they hold those of several. */
  readonly ofOneType: string | null;
}

const formats = {
  NDJSON: { extension: null, encoder: null, hasMessages: true, isForSpreadsheets: false, ofOneType: null },
  CSV: { extension: '.csv', encoder: null, hasMessages: false, isForSpreadsheets: true, ofOneType: 'a CSV file' },
  PARQUET: {
    extension: '.parquet',
    encoder: 'AVRO',
    hasMessages: false,
    isForSpreadsheets: false,
    ofOneType: 'a Parquet file',
  },
} as const satisfies Readonly<Record<string, OutputFormat>>;

/** The format of a file that a run writes. */
export type OutputFormatName = keyof typeof formats;

/** The names of all formats of files that runs write. */
export const OUTPUT_FORMATS = Object.keys(formats) as readonly OutputFormatName[];

/** Returns what is known of a format. */
export function outputFormatOf(name: OutputFormatName): OutputFormat {
  return formats[name];
}

/** Returns the format of a file by the end of its path. */
export function findOutputFormat(path: string): OutputFormatName {
  const isOf = (name: OutputFormatName): boolean => {
    const { extension } = outputFormatOf(name);
    return extension !== null && path.toLowerCase().endsWith(extension);
  };
  return OUTPUT_FORMATS.find(isOf) ?? 'NDJSON';
}
