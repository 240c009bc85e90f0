import type { XmlElement } from './element.ts';
import type { NamespaceDeclaration } from '../syntax/namespaces.ts';

/** An open element. */
export interface OpenElement {
  /**
   * Its automaton states on the paths from the document's root and from the record. Null if no field reads it on these
   * paths.
   */
  fromRoot: XmlElement | null;
  fromRecord: XmlElement | null;
  /** Whether its text is collected, and the text so far. */
  isCollecting: boolean;
  text: string;
  /** Whether later records inherit its text, which is too long to be stored. */
  isTooLong: boolean;
}

/**
 * An open element in a resume position: its qualified name, its declarations, and its text so far (null: too long). It
 * is stored in checkpoints, so its member names must not change.
 */
export interface OpenState {
  name: string;
  namespaces: readonly NamespaceDeclaration[] | null;
  text: string | null;
}
