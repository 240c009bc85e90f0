import { rejectsOf } from '../../compiler/formats.ts';
import { hasNoErrorLimit } from '../base/model/error-share.ts';
import type { SpecInfo } from '../../compiler/kernel/model/contract.ts';
import type { FirstPieces } from '../base/model/pieces.ts';
import { documentLimitOf } from '../base/model/rejected-documents.ts';
import type { BrokerSettings } from '../base/model/broker-settings.ts';
import type { Destination } from '../base/model/destination.ts';
import type { Ordering } from '../base/model/ordering.ts';
import type { Delivery } from '../base/model/run-info.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { hasIndependentRecords } from '../reading/run/count-piece.ts';
import type { RunRequest } from './run-request.ts';

/** The pieces of a file. */
export interface PiecePlan {
  /** The approximate size of each piece. */
  readonly bytes: number;
  readonly pieces: FirstPieces;
}

/** The size of a piece, in bytes. */
export const PIECE_BYTES = 256 * 1024 * 1024;

/**
 * Returns the pieces in which instances publish a file. Returns null if one task must publish it: if that is what the
 * request asks for, if the file has one piece, or if the run cannot be divided. See README.md for the reasons. The thread
 * that opens the file may still find that it cannot be divided.
 */
export function planPieces(
  request: RunRequest,
  { broker, pieceBytes }: { broker: BrokerSettings['kind']; pieceBytes: number },
): PiecePlan | null {
  const {
    options,
    module: { spec },
    spooled,
  } = request;
  if (spooled.bytes <= pieceBytes || !mayGoInPieces(toFileOfRun(request), broker)) return null;
  const pieces = piecesOf(spooled.bytes, pieceBytes);
  // Only a reader of the whole file knows the record at which a limit is exceeded.
  if (!hasNoErrorLimit(options) || documentLimitOf(options, spec) !== null)
    return { bytes: pieceBytes, pieces: 'UNKNOWN' };
  // Records of a document stand inside each other.
  if (rejectsOf(spec) === 'LINES' && hasIndependentRecords(spec)) return { bytes: pieceBytes, pieces };
  // The thread that loads the module finds out whether the file can be surveyed: what is known of a spec here is not all.
  return { bytes: pieceBytes, pieces: { surveyed: pieces } };
}

/** What is known of a run before its file is received. */
export interface FileOfRun {
  readonly ordering: Ordering;
  readonly delivery: Delivery;
  readonly spec: Pick<SpecInfo, 'workbook' | 'isBinary'>;
  readonly destination: Destination['kind'];
}

function toFileOfRun({ ordering = 'FILE', destination, options, module }: RunRequest): FileOfRun {
  return { ordering, delivery: options.delivery, spec: module.spec, destination: destination.kind };
}

function mayGoInPieces({ ordering, delivery, spec, destination }: FileOfRun, broker: BrokerSettings['kind']): boolean {
  const isKafka = destination === 'topic' && broker === 'kafka';
  return ordering === 'NONE' && delivery !== 'all-or-nothing' && isKafka && spec.workbook === undefined;
}

/** Returns whether a compressed file is stored as its content, which instances read in pieces, if it is large enough. */
export function isUnpacked(file: FileOfRun, broker: BrokerSettings['kind']): boolean {
  return mayGoInPieces(file, broker) && file.spec.isBinary !== true;
}

/** Returns the number of pieces of a run's file. */
export function countPieces({ fileBytes, options: { pieceBytes = fileBytes } }: StoredRun): number {
  return piecesOf(fileBytes, pieceBytes);
}

function piecesOf(fileBytes: number, pieceBytes: number): number {
  return Math.ceil(fileBytes / pieceBytes);
}
