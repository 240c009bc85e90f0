import { useState } from 'preact/hooks';
import { storeKey } from './api-key.ts';

/** Asks for an API key. `refusal` is why the service refused a key; null if it has not. `onKey` gets the key. */
export function SignIn({ refusal, onKey }: { refusal: string | null; onKey: (key: string) => void }) {
  const [key, setKey] = useState('');
  const [isKept, setKept] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    if (key.trim() === '') return;
    storeKey(isKept ? key.trim() : null);
    onKey(key.trim());
  };
  return (
    <section class="card narrow" aria-labelledby="sign-in">
      <h1 id="sign-in">Sign in</h1>
      <p>This service asks for an API key. Its operator creates keys. Files are still checked on this computer.</p>
      {refusal !== null && (
        <p class="note" role="alert">
          The service refused the key: {refusal}. Check that it was copied completely, or ask the operator for another.
        </p>
      )}
      <form onSubmit={submit} class="stack">
        <label>
          API key
          <input
            type="password"
            autocomplete="off"
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
        <label class="check">
          <input type="checkbox" checked={isKept} onChange={({ currentTarget }) => setKept(currentTarget.checked)} />
          Keep it until this tab is closed
        </label>
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </section>
  );
}
