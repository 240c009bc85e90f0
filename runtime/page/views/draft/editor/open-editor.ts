/** The editor of specs. It is a bundle of its own, which the page loads when a draft is opened. */
import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { Diagnostic } from '../../../../client/client.ts';
import { findSchemaOptions, type LanguageSchema, type SchemaOption } from './schema-options.ts';
import { findYamlPlace } from './yaml-place.ts';
import { tags } from '@lezer/highlight';

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

/**
 * Replaces a selection by typed text in the state of the editor. Chromium would do it in the document with style
 * attributes, which the Content-Security-Policy reports.
 */
const replaceSelection: Extension = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== 'insertText' || data === null || empty || isComposing) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type' });
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});

import schema from '../../../../../generated/spec.schema.json' with { type: 'json' };

/** Completes keys and values of the spec language. */
function completeSpec({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const place = findYamlPlace(state.sliceDoc(0, pos));
  if (place === null || (!explicit && place.from === pos && !place.isValue)) return null;
  // The cast is safe: the type of the imported file has more detail than a schema needs.
  const options = findSchemaOptions(schema as LanguageSchema, place).map(toCompletion);
  return options.length === 0 ? null : { from: place.from, options, validFor: /^[\w-]*$/ };
}

function toCompletion({ text, isKey, description }: SchemaOption): Completion {
  return {
    label: text,
    type: isKey ? 'property' : 'constant',
    apply: isKey ? `${text}: ` : text,
    ...(description !== '' && { info: description }),
  };
}

const underline = (color: string) => ({
  // The images of CodeMirror are data URLs, which the Content-Security-Policy forbids.
  backgroundImage: 'none',
  textDecoration: `underline wavy var(${color})`,
  textDecorationSkipInk: 'none',
});
const tooltip = { border: '1px solid var(--strong-line)', backgroundColor: 'var(--card)', color: 'var(--text)' };
const isSelected = { backgroundColor: 'var(--accent)', color: 'var(--accent-text)' };

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--card)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-scroller': { overflow: 'auto', lineHeight: '1.4' },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--quiet)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-lintRange-error': underline('--error'),
  '.cm-lintRange-warning': underline('--warning'),
  '.cm-lintRange-active': { backgroundColor: 'var(--mark)' },
  '.cm-tooltip': tooltip,
  '.cm-tooltip-autocomplete ul li[aria-selected]': isSelected,
  '.cm-completionInfo': {
    maxWidth: 'min(22rem, calc(100vw - 10rem))',
    padding: '0.4rem 0.6rem',
    fontFamily: 'system-ui, sans-serif',
  },
});

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
]);

/** The colours of the page in the editor. They follow the theme, because the variables reach the shadow tree. */
const editorLook: Extension = [theme, syntaxHighlighting(highlighting)];
