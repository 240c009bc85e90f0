/** The editor of specs. It is a bundle of its own, which the page loads when a draft is opened. */
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { Diagnostic } from '../../../../client/client.ts';
import { completeSpec } from './complete-spec.ts';
import { editorLook } from './editor-look.ts';
import { replaceSelection } from './replace-selection.ts';

/** What the editor begins with. */
export interface EditorOptions {
  /** The element in which the editor is shown. */
  host: HTMLElement;
  text: string;
  /** The accessible name. */
  label: string;
  onChange(text: string): void;
}

/** An open editor. */
export interface Editor {
  /** Marks the diagnostics in the text. */
  mark(diagnostics: readonly Diagnostic[]): void;
  /** Replaces the text. The user can undo it. */
  replace(text: string): void;
  /** Moves the cursor to a position, from 1, and focuses the editor. */
  goTo(line: number, column: number): void;
  close(): void;
}

/**
 * Opens an editor. It is in a shadow tree, for which CodeMirror creates constructed style sheets. In the document, it
 * would add a style element, which the Content-Security-Policy forbids. Tab leaves the editor.
 */
export function openEditor({ host, text, label, onChange }: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const extensions = [
    [lineNumbers(), history(), drawSelection(), highlightActiveLine(), indentOnInput()],
    [bracketMatching(), closeBrackets(), yaml(), editorLook, replaceSelection],
    autocompletion({ override: [completeSpec], icons: false }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    EditorState.tabSize.of(2),
    // Checkers of accessibility do not see that editable content can have the focus.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc.toString())),
  ];
  const view = new EditorView({ doc: text, parent: root, root, extensions });
  return {
    mark: (diagnostics) => {
      const marks = diagnostics.map(({ severity, message, line, column }) => {
        const from = offsetOf(view.state.doc, line, column);
        return { from, to: endOfWord(view.state.doc, from), severity, message };
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    replace: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    goTo: (line, column) => {
      const anchor = offsetOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** Returns the index of a position. One that is outside of the text is moved into it. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return Math.min(from + Math.max(0, column - 1), to);
}

function endOfWord(doc: Text, from: number): number {
  const { to } = doc.lineAt(from);
  const word = /^[^\s,:{}[\]]+/.exec(doc.sliceString(from, to))?.[0] ?? '';
  return Math.min(from + Math.max(1, word.length), to);
}
