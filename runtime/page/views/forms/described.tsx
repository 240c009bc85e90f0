/** A description. What is between grave accents is code. */
export function Described({ text, id }: { text: string | undefined; id?: string }) {
  if (text === undefined) return null;
  const parts = text.split('`');
  return (
    <p id={id} class="small-text quiet">
      {parts.map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
    </p>
  );
}
