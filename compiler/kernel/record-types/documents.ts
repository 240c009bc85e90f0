import type { CreateHeldDocument, PartJoiner } from '../documents/document-run.ts';
import { indexParts, joinMessages, joinParts, joinValues, type PartType } from '../documents/join-parts.ts';
import { HeldDocument, type HeldRecord } from '../documents/held-document.ts';
import { type DocumentSettings, DocumentTracker } from './document-tracker.ts';
import type { TypePlace } from './structure.ts';

/** The documents of a module: which types form them, and how they are held. */
export interface Documents extends DocumentSettings {
  createTracker(types: readonly TypePlace[], scopes: number[]): DocumentTracker;
  readonly createHeld: CreateHeldDocument;
}

/** Creates the documents of a module. Only modules with documents contain the code that holds them. */
export function createDocuments(settings: DocumentSettings): Documents {
  return {
    ...settings,
    createTracker: (types, scopes) => new DocumentTracker(types, settings, scopes),
    createHeld: (skipsInvalid, rejected, join) => new HeldDocument(settings, skipsInvalid, rejected, join),
  };
}

/** Creates what joins records with those that are members of theirs. */
export function createParts(parts: readonly PartType[]): PartJoiner {
  const indexed = indexParts(parts);
  const types = new Set(parts.map(({ type }) => type));
  const parents = new Set(parts.map(({ parent }) => parent));
  const joined = <Payload>(records: readonly HeldRecord<Payload>[]) =>
    joinParts(records, indexed).filter(({ record }) => parents.has(record.type));
  return {
    isPart: (type) => types.has(type),
    joinMessages(records, { messageOf, finish }) {
      for (const one of joined(records)) finish(one.record, joinMessages(one, indexed, messageOf));
    },
    joinValues(records, valueOf) {
      for (const one of joined(records)) joinValues(one, indexed, valueOf);
    },
  };
}
