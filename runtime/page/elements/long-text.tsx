import { formatCounted } from './format.ts';

/** Number of characters of a text that are shown before the others are asked for. */
const FIRST_CHARACTERS = 200;

/** A text of a file or a message. Of a long one, the beginning is shown until the user asks for the rest. */
export function LongText({ text }: { text: string }) {
  const beginning = beginningOf(text);
  if (beginning === null) return <>{text}</>;
  return (
    <details class="long-text">
      <summary>
        <span class="beginning">{beginning}</span> … show all {formatCounted([...text].length, 'character')}
      </summary>
      {text}
    </details>
  );
}

/** Returns the beginning of a long text; null if the text is not long. */
export function beginningOf(text: string): string | null {
  if (text.length <= FIRST_CHARACTERS) return null;
  const characters = [...text];
  return characters.length <= FIRST_CHARACTERS ? null : characters.slice(0, FIRST_CHARACTERS).join('');
}
