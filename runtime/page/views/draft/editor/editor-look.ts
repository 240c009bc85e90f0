import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

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
export const editorLook: Extension = [theme, syntaxHighlighting(highlighting)];
