import type { RecordLengths } from '../../../kernel/fixed-width/length-finder.ts';
import { joinBytes } from '../model/samples/file-writer.ts';

/** Returns a record with its length before it, or null if the length has too few bytes for it. */
export type FrameRecord = (record: Uint8Array) => Uint8Array | null;

/** Creates a writer of records with their lengths. In blocks (RDW_BDW), each record is one. */
export function createFrame({ lengths, included }: RecordLengths): FrameRecord {
  const isShort = lengths.startsWith('RDW') || lengths.endsWith('_2');
  // A descriptor has two bytes of zeros after its length.
  const zeros = new Uint8Array(lengths.startsWith('RDW') ? 2 : 0);
  const frame: FrameRecord = (record) => {
    const size = (isShort ? 2 : 4) + zeros.length;
    const length = record.length + (included ? size : 0);
    if (length >= 2 ** (isShort ? 16 : 32)) return null;
    const bytes = Array.from({ length: isShort ? 2 : 4 }, (_, at) => (length >>> (8 * at)) & 255);
    return joinBytes([Uint8Array.from(lengths.startsWith('LITTLE') ? bytes : bytes.reverse()), zeros, record]);
  };
  if (lengths !== 'RDW_BDW') return frame;
  return (record) => {
    const framed = frame(record);
    return framed === null ? null : frame(framed);
  };
}
