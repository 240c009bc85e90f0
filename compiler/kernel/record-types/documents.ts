import type { CreateHeldDocument, JoinedMessage, PartForm, PartJoiner } from '../documents/document-run.ts';
import { addJsonMembers, type AddMembers, joinMessages, joinParts, joinValues } from '../documents/join-parts.ts';
import { indexParts, type PartType } from '../documents/part-types.ts';
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
    createHeld: (options) => new HeldDocument(settings, options),
  };
}

/** Creates what joins records with those that are members of theirs, as JSON. */
export function createParts(parts: readonly PartType[]): PartJoiner {
  return createJoiner(parts, { isMessage: (message) => typeof message === 'string', addMembers: addJsonMembers });
}

/** The messages of an encoding, and how they get members. */
interface MemberForm<Message extends JoinedMessage> {
  isMessage(message: JoinedMessage): message is Message;
  readonly addMembers: AddMembers<Message>;
}

/** Creates what joins records with those that are members of theirs. */
export function createJoiner<Message extends JoinedMessage>(
  parts: readonly PartType[],
  { isMessage, addMembers }: MemberForm<Message>,
): PartJoiner {
  const indexed = indexParts(parts);
  const types = new Set(parts.map(({ type }) => type));
  const parents = new Set(parts.map(({ parent }) => parent));
  const joined = <Payload>(records: readonly HeldRecord<Payload>[]) =>
    joinParts(records, indexed).filter(({ record }) => parents.has(record.type));
  return {
    indexed,
    isPart: (type) => types.has(type),
    joinMessages<Payload>(records: readonly HeldRecord<Payload>[], { messageOf, finish }: PartForm<Payload>) {
      const ownOf = (payload: Payload): Message => {
        const message = messageOf(payload);
        if (isMessage(message)) return message;
        throw new Error('a message is not of the encoding of its module');
      };
      const join = { messageOf: ownOf, addMembers };
      for (const one of joined(records)) finish(one.record, joinMessages(one, indexed, join));
    },
    joinValues(records, valueOf) {
      for (const one of joined(records)) joinValues(one, indexed, valueOf);
    },
  };
}
