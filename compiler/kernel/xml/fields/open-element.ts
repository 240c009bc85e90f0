import type { LateValues } from './late-values.ts';
import type { XmlChoice, XmlElement } from './element.ts';
import type { NamespaceDeclaration } from '../syntax/namespaces.ts';

/** An open element of the document. */
export interface OpenElement {
  /**
   * The states of the element in the path automaton: on the paths from the document, and on the paths from the record.
   * Null if no field reads it on these paths.
   */
  fromRoot: XmlElement | null;
  fromRecord: XmlElement | null;
  /** The state on the paths from an enclosing record that has ended, although its element is open. */
  fromEnded: XmlElement | null;
  /** The values of that record, if it is held until its end. Null: it was returned. */
  late: LateValues | null;
  /** `isCollecting`: its text is collected. `text`: the text so far. */
  isCollecting: boolean;
  text: string;
  /** Whether its text is longer than the limit, so it has been dropped. */
  isTooLong: boolean;
  /** What decided which state the element has, by the keys of the choices. Null: nothing. */
  facts: Map<string, string> | null;
  /** The attributes that predicates compare, as in XmlChoice. Null: none. */
  asked: XmlChoice['attribute'][] | null;
  /** The numbers of elements inside it by name, for names whose positions count. Null: none so far. */
  counts: Map<string, number> | null;
  /** Whether `xsi:nil` says that it has no value. Its text is then read as empty. */
  isNil: boolean;
  /** Whether the element is inside a record whose values are read, or is that record, and a field may read it. */
  isInRecord: boolean;
  /** The state of the parent element if no field reads this element of a record. Otherwise null. */
  unreadIn: XmlElement | null;
  /** The name of the element in the path of a warning. Empty unless no field reads it. */
  unreadName: string;
  /** Whether a text of the element would be a value that no field reads, and has not been noted yet. */
  isTextUnread: boolean;
}

/** Creates an open element that no field reads, except on the paths from the document. */
export function createOpenElement(fromRoot: XmlElement | null): OpenElement {
  return {
    fromRoot,
    fromRecord: null,
    fromEnded: null,
    late: null,
    isCollecting: false,
    text: '',
    isTooLong: false,
    facts: null,
    asked: null,
    counts: null,
    isNil: false,
    isInRecord: false,
    unreadIn: null,
    unreadName: '',
    isTextUnread: false,
  };
}

/** Numbers of elements by name. Stored in checkpoints. */
export type SavedCounts = readonly (readonly [name: string, count: number])[];

/**
 * An open element in a resume position: its qualified name, the namespaces that it declares, and its text so far. The
 * text is null if it is too long. Stored in checkpoints, so its member names must not change.
 */
export interface OpenState {
  name: string;
  namespaces: readonly NamespaceDeclaration[] | null;
  text: string | null;
  /** Absent if the element has a value. */
  isNil?: true;
  /** As in OpenElement. Absent if they are null. */
  facts?: readonly (readonly [key: string, value: string])[];
  counts?: SavedCounts;
}
