import { Problem } from '../http/problem.ts';

/** Any method on credentials and integrations: 501. */
export function notReleased(): never {
  throw new Problem('not_released', 'credentials and integrations are not part of this version');
}
