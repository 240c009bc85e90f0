import { Problem } from '../http/problem.ts';

/** Handles all requests for credentials and integrations. Throws a Problem (501). */
export function notReleased(): never {
  throw new Problem('not_released', 'credentials and integrations are not part of this version');
}
