/** The text of a cell as the file has it, beside the value that corrections made of it. Null: the cell is empty. */
export function SentText({ text }: { text: string | null }) {
  return <span class="quiet"> sent as {text === null ? 'an empty cell' : <span class="value">{text}</span>}</span>;
}
