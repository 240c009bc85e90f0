import { rejectsOf } from '../../compiler/formats.ts';
import { hasNoErrorLimit } from '../base/model/error-share.ts';
import type { BrokerSettings } from '../base/model/broker-settings.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { hasIndependentRecords } from '../reading/run/count-piece.ts';
import type { RunRequest } from './run-request.ts';

/** The pieces of a file. */
export interface PiecePlan {
  /** The approximate size of each piece. */
  readonly bytes: number;
  /** UNKNOWN: an instance must read the whole file to find them. */
  readonly pieces: number | 'UNKNOWN';
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
  const isIndependent = options.delivery !== 'all-or-nothing';
  const isKafka = destination.kind === 'topic' && broker === 'kafka';
  if (!isWanted || !isIndependent || !isKafka || spec.workbook !== undefined) return null;
  // Records of a document stand inside each other.
  const isGuessable = rejectsOf(spec) === 'LINES' && hasNoErrorLimit(options) && hasIndependentRecords(spec);
  return { bytes: pieceBytes, pieces: isGuessable ? piecesOf(spooled.bytes, pieceBytes) : 'UNKNOWN' };
}

/** Returns the number of pieces of a run's file. */
export function countPieces({ fileBytes, options: { pieceBytes = fileBytes } }: StoredRun): number {
  return piecesOf(fileBytes, pieceBytes);
}

function piecesOf(fileBytes: number, pieceBytes: number): number {
  return Math.ceil(fileBytes / pieceBytes);
}
