import type { SpecText } from '../../compiler/index.ts';
import type { Failure } from '../../compiler/kernel/model/contract.ts';
import type { FilePiece } from '../base/model/pieces.ts';
import type { ProcessingResult } from '../base/model/result.ts';
import type { RunOptions } from '../base/model/run-info.ts';
import type { TextStore } from './store/text-store.ts';

/** A piece of a file with its checksum. */
export interface PieceOfPlan extends FilePiece {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** The file of a plan. */
export interface PlannedFileInfo {
  /** The path of the file, or of its content if it was unpacked. */
  readonly path: string;
  /** The name in results, and the hash of the file as sent. */
  readonly name: string;
  readonly sha256: string;
  /** The size of what is at the path. */
  readonly bytes: number;
  /** Whether the content was unpacked beside the plan; see CONTENT. Absent: the file is not compressed. */
  readonly isUnpacked?: true;
}

/** What follows the name of a plan in the name of the content of its file. */
export const CONTENT = '.content';

/** A plan: how a file is published in pieces, by processes that share only files. */
export interface PiecePlan {
  readonly kind: 'specmill-pieces';
  readonly version: 1;
  /** UUID of the run. */
  readonly runId: string;
  readonly file: PlannedFileInfo;
  readonly spec: {
    readonly id: string;
    readonly text: SpecText;
    /** SHA-256 of the compiled module, hexadecimal: each process must compile the same one. */
    readonly hash: string;
  };
  /** The schemas of the messages, as they are in the registry, are among them: each piece publishes with the same ids. */
  readonly options: RunOptions;
  /** The topic to which the schemas belong. Absent: the messages have none in a registry. */
  readonly topic?: string;
  /** Empty if nothing can be published. */
  readonly pieces: readonly PieceOfPlan[];
  /** Why the run stops after the last piece, before the end of the file; null if it does not. */
  readonly stop: Failure | null;
  /** The result of reading the whole file without publishing it. Its lists are empty if there are pieces. */
  readonly result: ProcessingResult;
}

/** Thrown if there is no plan. */
export class NoPlan extends Error {}

/** Thrown if a file is not a plan. */
export class NotAPlan extends Error {}

/** Writes a plan. In a file, only its owner can read it, because positions may contain values. Throws the errors of the store. */
export async function writePlan(store: TextStore, plan: PiecePlan): Promise<void> {
  await store.write('', `${JSON.stringify(plan)}\n`);
}

/** Reads a plan. Throws NoPlan, NotAPlan, and the errors of the store. */
export async function readPlan(store: TextStore): Promise<PiecePlan> {
  const text = await store.read('');
  if (text === null) throw new NoPlan();
  const plan = parse(text);
  if (plan?.kind !== 'specmill-pieces') throw new NotAPlan('is not a plan of specmill pieces plan');
  if (plan.version !== 1) throw new NotAPlan('is a plan of another version of specmill');
  return plan as PiecePlan;
}

function parse(text: string): Partial<Record<keyof PiecePlan, unknown>> | null {
  try {
    return JSON.parse(text) as Partial<Record<keyof PiecePlan, unknown>> | null;
  } catch {
    return null;
  }
}
