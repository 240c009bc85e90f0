import type { SpecInfo } from '../../../../compiler/kernel/model/contract.ts';

type DocumentInfo = NonNullable<SpecInfo['documents']>;

/** The types that surround documents. */
export interface FrameTypes {
  /** Whether records of a type surround documents: they enclose them, or occur at most once. */
  isFrame(type: string | null): type is string;
  /** Whether records of a type are documents, or surround them. */
  isKnown(type: string | null): type is string;
  /** Whether documents are inside records of a type. */
  encloses(type: string): boolean;
  /** The type that encloses the records of a type of the frame, or of a document. Null: the file. */
  parentOf(type: string): string | null;
  /** Whether a file with some of the documents must not contain the records of a type. */
  isLeftOut(type: string | null): boolean;
}

/** Returns the types that surround the documents of a spec. Null: the module does not say it, because it has no documents. */
export function frameTypesOf({ documents }: Pick<SpecInfo, 'documents'>): FrameTypes | null {
  if (documents === undefined) return null;
  const { frame = {}, types, leftOut = [] }: DocumentInfo = documents;
  const parents = new Set(Object.values(frame));
  return {
    isFrame: (type): type is string => type !== null && Object.hasOwn(frame, type) && !types.includes(type),
    isKnown: (type): type is string => type !== null && Object.hasOwn(frame, type),
    encloses: (type) => parents.has(type),
    parentOf: (type) => (Object.hasOwn(frame, type) ? (frame[type] ?? null) : null),
    isLeftOut: (type) => type !== null && leftOut.includes(type),
  };
}

/** Returns the types around a type, from the inside to the file (null). */
function scopesAround(types: FrameTypes, type: string): (string | null)[] {
  const scopes: (string | null)[] = [];
  for (let scope = types.parentOf(type); scope !== null && !scopes.includes(scope); scope = types.parentOf(scope))
    scopes.push(scope);
  return [...scopes, null];
}

/** A record of the frame. */
interface FrameRecord {
  readonly type: string | null;
}

/** Holds back the records around documents of a file of lines until one of these documents is written. */
export class HeldFrame<Held extends FrameRecord> {
  readonly #types: FrameTypes;
  #pending: Held[] = [];
  /** The open scopes with something that was written. Null: the file. */
  readonly #written = new Set<string | null>();

  constructor(types: FrameTypes) {
    this.#types = types;
  }

  /** Moves to a record or a document, which ends the scopes of other records inside its own one. */
  enter(type: string | null): void {
    if (!this.#types.isKnown(type)) return;
    const scope = this.#types.parentOf(type);
    const hasEnded = (other: string): boolean => {
      const around = scopesAround(this.#types, other);
      const at = around.indexOf(scope);
      if (at < 0) return false;
      const direct = at === 0 ? other : (around[at - 1] ?? other);
      return direct === type || (this.#types.encloses(direct) && direct !== scope);
    };
    this.#pending = this.#pending.filter((held) => held.type === null || !hasEnded(held.type));
    for (const open of this.#written) if (open !== null && hasEnded(open)) this.#written.delete(open);
  }

  /** Adds a record of the frame. Returns whether it is written at once, because it follows something of its scope. */
  add(record: Held & { readonly type: string }): boolean {
    if (!this.#types.encloses(record.type) && this.#written.has(this.#types.parentOf(record.type))) return true;
    this.#pending.push(record);
    return false;
  }

  /** Returns the records that must precede something of their scopes, which is written now. */
  take(): Held[] {
    const taken = this.#pending;
    this.#pending = [];
    this.#written.add(null);
    for (const { type } of taken) if (type !== null) this.#written.add(type);
    return taken;
  }

  /** Notes that a record of the frame itself was written. */
  noteWritten(type: string): void {
    this.#written.add(type);
  }
}
