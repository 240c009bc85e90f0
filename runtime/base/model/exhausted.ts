/** What the codes of the system mean that report a lack of resources. It passes; the run then continues. */
const EXHAUSTED: Readonly<Partial<Record<string, string>>> = {
  EMFILE: 'the process has too many open files: raise its limit (ulimit -n)',
  ENFILE: 'the system has too many open files',
  ENOMEM: 'the system has no memory left',
  EAGAIN: 'the system cannot start another thread or process now',
};

/** Code of the pause of a run for which the system lacks descriptors or memory. */
export const RESOURCES_EXHAUSTED = 'resources_exhausted';

/** The system lacks descriptors or memory. The message says which. */
export class ResourcesExhausted extends Error {
  override readonly name = 'ResourcesExhausted';
}

/** Returns what the system lacks if an error, or a cause of it, reports that. Otherwise null. */
export function findExhausted(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    if (one instanceof ResourcesExhausted) return one.message;
    const code = codeOf(one);
    const found = Object.hasOwn(EXHAUSTED, code) ? EXHAUSTED[code] : undefined;
    if (found !== undefined) return `${found} (${code})`;
  }
  return null;
}

/** An error that comes from another thread has no code; its message begins with it. */
function codeOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (Object.hasOwn(EXHAUSTED, code)) return code;
  return /^(?:Worker initialization failure: )?(E[A-Z]+)(?=: |$)/u.exec(error.message)?.[1] ?? code;
}
