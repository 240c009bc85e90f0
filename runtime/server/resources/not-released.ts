import { notReleased } from '../http/require-sources.ts';

/** Handles all requests for credentials and integrations with `--vault off`. Throws a Problem (501). */
export function rejectUnreleased(): never {
  throw notReleased();
}
