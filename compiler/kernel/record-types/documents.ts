import type { CreateHeldDocument } from '../documents/document-run.ts';
import { HeldDocument } from '../documents/held-document.ts';
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
    createHeld: (skipsInvalid, rejected) => new HeldDocument(settings, skipsInvalid, rejected),
  };
}
