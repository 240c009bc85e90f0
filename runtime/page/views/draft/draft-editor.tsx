import { useEffect, useRef, useState } from 'preact/hooks';
import type { Diagnostic } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { toSentence } from '../../elements/format.ts';
import type { Editor } from './editor/open-editor.ts';
import { loadEditor } from './load-editor.ts';

interface DraftEditorProps {
  /** The text with which the editor begins. */
  start: string;
  /** Replaces the text, which the user can undo. Null: nothing does. */
  replacement: { text: string } | null;
  onText: (text: string) => void;
  /** What is wrong with the text. Null until it is known. */
  diagnostics: readonly Diagnostic[] | null;
}

/** The editor of a draft, and its diagnostics as a list. */
export function DraftEditor({ start, replacement, onText, diagnostics }: DraftEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let opened: Editor | null = null;
    let isShown = true;
    loadEditor().then(
      (open) => {
        if (!isShown || host.current === null) return;
        opened = open({ host: host.current, text: start, label: 'YAML of the draft', onChange: onText });
        setEditor(opened);
      },
      ({ message }: Error) => isShown && setProblem(message),
    );
    return () => {
      isShown = false;
      opened?.close();
    };
  }, []);
  useEffect(() => {
    if (replacement !== null) editor?.replace(replacement.text);
  }, [editor, replacement]);
  useEffect(() => {
    if (diagnostics !== null) editor?.mark(diagnostics);
  }, [editor, diagnostics]);
  if (problem !== '') return <Failure message={problem} />;
  return (
    <>
      <div class="spec-editor" ref={host} />
      {diagnostics !== null && diagnostics.length > 0 && (
        <ul class="warnings" aria-label="Diagnostics">
          {diagnostics.map(({ code, severity, message, line, column, hint }, index) => (
            <li key={`${index} ${code}`}>
              <button type="button" class="chip" onClick={() => editor?.goTo(line, column)}>
                Line {line}
              </button>{' '}
              <span class={`severity ${severity === 'error' ? 'ERROR' : 'WARNING'}`}>{severity}</span>{' '}
              {toSentence(message)} {hint !== null && toSentence(hint)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
