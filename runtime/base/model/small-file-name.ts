import { randomUUID } from 'node:crypto';

/** The names of small files in the store begin with this text, and those of files in the spool do not. */
const PREFIX = 'small-';

/** Returns a new name for a small file. */
export function nameSmallFile(): string {
  return `${PREFIX}${randomUUID()}`;
}

/** Returns whether the name of a run's file is that of a small file. */
export function isSmallFile(name: string): boolean {
  return name.startsWith(PREFIX);
}
