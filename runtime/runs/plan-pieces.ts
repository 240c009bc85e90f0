import { rejectsOf } from '../../compiler/formats.ts';
import { hasNoErrorLimit } from '../base/model/error-share.ts';
import type { BrokerSettings } from '../base/model/broker-settings.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import type { RunRequest } from './run-request.ts';

/** The pieces of a file. */
export interface PiecePlan {
  /** The approximate size of each piece. */
  readonly bytes: number;
  readonly pieces: number;
}

/** The size of a piece, in bytes. */
export const PIECE_BYTES = 256 * 1024 * 1024;

/**
 * Returns the pieces in which instances publish a file. Returns null if one task must publish it: if that is what the
 * request asks for, if the file has one piece, or if the run cannot be divided. See README.md for the reasons. The thread
 * that opens the file may still find that it cannot be divided.
 */
export function planPieces(
  { ordering = 'FILE', destination, options, module: { spec }, spooled }: RunRequest,
  { broker, pieceBytes }: { broker: BrokerSettings['kind']; pieceBytes: number },
): PiecePlan | null {
  const isWanted = ordering === 'NONE' && spooled.bytes > pieceBytes;
  const isIndependent = options.delivery !== 'all-or-nothing' && hasNoErrorLimit(options);
  const isKafka = destination.kind === 'topic' && broker === 'kafka';
  // Records of a document stand inside each other.
  const isDivisible = rejectsOf(spec) === 'LINES' && spec.recordTypes === undefined;
  if (!isWanted || !isIndependent || !isKafka || !isDivisible) return null;
  return { bytes: pieceBytes, pieces: piecesOf(spooled.bytes, pieceBytes) };
}

/** Returns the number of pieces of a run's file. */
export function countPieces({ fileBytes, options: { pieceBytes = fileBytes } }: StoredRun): number {
  return piecesOf(fileBytes, pieceBytes);
}

function piecesOf(fileBytes: number, pieceBytes: number): number {
  return Math.ceil(fileBytes / pieceBytes);
}
