import { Problem } from '../http/problem.ts';

/** Credentials and integrations. */
export function notReleased(): never {
  throw new Problem('not_released', 'credentials and integrations are not part of this version');
}
