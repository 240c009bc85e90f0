import { toSentence } from './format.ts';

interface FailureProps {
  /** Problems of the service begin in lower case. */
  message: string;
  /** What cannot be shown, if the view shows nothing else. */
  title?: string;
}

/** Says why something cannot be shown or done. */
export function Failure({ message, title }: FailureProps) {
  if (title !== undefined)
    return (
      <section class="card bad" role="alert">
        <h1>{title}</h1>
        <p>{toSentence(message)}</p>
      </section>
    );
  return (
    <p class="card bad lines" role="alert">
      {toSentence(message)}
    </p>
  );
}
