/** Says why something cannot be shown or done. Problems of the service begin in lower case. */
export function Failure({ message }: { message: string }) {
  return (
    <p class="card bad" role="alert">
      {toSentence(message)}
    </p>
  );
}

/** Returns a message as a sentence: with a capital and a full stop. */
export function toSentence(message: string): string {
  const text = message.trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? '' : '.'}`;
}
