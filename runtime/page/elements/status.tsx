/** How a state is coloured. */
export type Tone = 'good' | 'soso' | 'bad' | 'plain';

/** A state as a coloured word. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return <span class={`status ${tone}`}>{children}</span>;
}
