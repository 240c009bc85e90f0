import {
  explainForeign,
  readWorkbook,
  WorkbookFailure,
  type WorkbookFiles,
  type WorkbookPlace,
} from '../../../../compiler/workbooks.ts';
import { RunFailure } from '../../../base/model/run-failure.ts';
import { compressionOf } from './compression.ts';
import { readFully } from '../disk/read-fully.ts';
import type { OpenedFile } from '../disk/local-file.ts';
import { listZip } from './zip-directory.ts';
import { locateZipEntry } from './zip-entry.ts';
import { readEntry } from './read-entry.ts';
import { openSpills } from './spill-file.ts';

/** A file on disk or in memory that should be a workbook. */
export interface WorkbookFile {
  readonly handle: OpenedFile;
  /** Size limit of each unpacked part, in bytes. */
  readonly maxBytes: number;
  readonly onRead?: ((bytes: number) => void) | undefined;
}

/**
 * Yields the rows of a sheet as lines, which the module of a spec with `workbook` reads. Throws a RunFailure:
 * `unsupported_file` if the file is no workbook, `sheet_not_found`, `decompression_failed` if it is damaged, and
 * `decompressed_too_large`.
 */
export async function* readSheet(file: WorkbookFile, place: WorkbookPlace): AsyncGenerator<Uint8Array> {
  const spills = openSpills();
  try {
    yield* readWorkbook(await openPackage(file), place, spills.open);
  } catch (error) {
    throw error instanceof WorkbookFailure ? new RunFailure(error.code, error.message) : error;
  } finally {
    spills.close();
  }
}

async function openPackage(file: WorkbookFile): Promise<WorkbookFiles> {
  const { handle } = file;
  const head = await readFully(handle, 0, HEAD_BYTES);
  if (compressionOf(head) !== 'zip') throw refuse(head);
  const read = (byteOffset: number, byteLength: number) => readFully(handle, byteOffset, byteLength);
  const { size } = await handle.stat();
  const entries = new Map((await listZip(read, size)).map((entry) => [entry.name.replace(/^\//u, ''), entry]));
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name);
      if (entry !== undefined) yield* readEntry(file, await locateZipEntry(read, entry));
    },
  };
}

/** The number of bytes that say what kind a file is: the header of a tar archive. */
const HEAD_BYTES = 512;
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

function refuse(head: Uint8Array): RunFailure {
  if (OLE.every((byte, index) => head[index] === byte))
    return unsupported('xls, an old Excel file, or a workbook with a password', 'save it as .xlsx without a password');
  const foreign = explainForeign(head);
  if (foreign !== null) return new RunFailure('unsupported_file', foreign.message);
  return unsupported('no workbook', 'a spec with format: XLSX reads Excel workbooks (.xlsx)');
}

function unsupported(what: string, hint: string): RunFailure {
  return new RunFailure('unsupported_file', `the file is ${what}, which this spec does not read: ${hint}`);
}
