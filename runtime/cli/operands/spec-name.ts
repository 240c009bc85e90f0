import { UsageError } from '../command-line/failures.ts';

/** Returns the value of --name: the name of a new spec. Throws UsageError if a spec in git cannot have it. */
export function readSpecName(written: string | undefined): string | undefined {
  if (written === undefined || /^[a-z][a-z0-9-]*$/.test(written)) return written;
  throw new UsageError(
    `--name takes a spec name, not "${written}"`,
    'use lower-case letters, digits and hyphens, starting with a letter',
  );
}
