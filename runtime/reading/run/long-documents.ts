import type { LongDocument, LongDocuments, SpecModule } from '../../../compiler/kernel/model/contract.ts';

/** The documents of a file that are too long to be held, by their first records. */
export class KnownDocuments implements LongDocuments {
  readonly #documents = new Map<number, LongDocument>();

  constructor(known: readonly LongDocument[] = []) {
    for (const document of known) this.note(document);
  }

  /** All documents, in the order of the file. */
  get all(): LongDocument[] {
    return [...this.#documents.values()].sort((one, other) => one.first - other.first);
  }

  /** The number of documents. */
  get size(): number {
    return this.#documents.size;
  }

  find(first: number): LongDocument | null {
    return this.#documents.get(first) ?? null;
  }

  note(document: LongDocument): void {
    this.#documents.set(document.first, document);
  }
}

/** Returns whether documents of a spec that are too long to be held are judged by an earlier reading of the file. */
export function judgesLongDocuments({ spec }: Pick<SpecModule, 'spec'>): boolean {
  return spec.documents?.readsTwice === true;
}

/**
 * Returns the module with which a file is read again: if it may have documents that are too long to be held, `batches` are read
 * first, which a module yields that notes them.
 */
export async function knowLongDocuments(
  module: SpecModule,
  batches: (noting: SpecModule) => AsyncIterable<unknown>,
): Promise<SpecModule> {
  if (!judgesLongDocuments(module)) return module;
  const known = new KnownDocuments();
  const noting = withLongDocuments(module, known);
  for await (const _ of batches(noting));
  return known.size === 0 ? module : noting;
}

/** Returns a module whose transformers know the documents that are too long to be held. */
export function withLongDocuments(module: SpecModule, longDocuments: LongDocuments): SpecModule {
  return { ...module, createTransformer: (options = {}) => module.createTransformer({ ...options, longDocuments }) };
}
