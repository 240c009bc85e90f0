import { RunFailure } from '../../../base/model/run-failure.ts';
import type { SliceReader } from '../../../reading/source/disk/slice-reader.ts';
import { firstOffset, type PlacesFile } from './record-places.ts';
import type { ReplayFile } from './rejected-records.ts';

/** Failure code of a repaired file that is not a repaired copy of the rejects. */
const REPAIRED_DIFFERS = 'repaired_differs';

/** Returns the failure of a repaired file that is no copy of the rejects. */
export function differs(what: string): RunFailure {
  return new RunFailure(
    REPAIRED_DIFFERS,
    `the repaired file is not a copy of the rejects: ${what}. Repair the records in the rejects of the last run of the file, and neither add nor remove one`,
  );
}

/** Throws RunFailure if what precedes the first record is different: the columns of the records could be other ones. */
export async function checkBeginning(file: ReplayFile, repaired: PlacesFile): Promise<void> {
  const [expected, actual] = [await beginningOf(file), await beginningOf(repaired)];
  if (expected !== actual) throw differs('what precedes its first record, such as the header, is different');
}

const MAX_BEGINNING = 1024 * 1024;

/** Returns what precedes the first record, without what programs change when they save a file. */
async function beginningOf(file: PlacesFile): Promise<string> {
  const length = Math.min(await firstOffset(file), MAX_BEGINNING);
  const text = Buffer.from(await file.slices.readSlice(0, length)).toString('latin1');
  return text.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replace(/\r/g, '');
}

/** The line ends of files, in bytes. A longer one precedes those that it contains. */
const LINE_ENDS = ['0d000a00', '000d000a', '0d0a', '0a00', '000a', '0d25', '0a', '0d', '15', '25'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

export interface InFile {
  slices: SliceReader;
  place: { from: number; to: number };
}

/** Returns the line end that the last record of a repaired file may lack in the middle of the other one. */
export async function missingLineEnd(original: InFile, repaired: InFile): Promise<Uint8Array> {
  const end = await lineEndOf(original);
  return end === null || (await lineEndOf(repaired)) !== null ? new Uint8Array(0) : end;
}

async function lineEndOf({ slices, place: { from, to } }: InFile): Promise<Uint8Array | null> {
  const begin = Math.max(from, to - 4);
  const bytes = Buffer.from(await slices.readSlice(begin, to - begin));
  return LINE_ENDS.find((end) => bytes.subarray(-end.length).equals(end)) ?? null;
}
