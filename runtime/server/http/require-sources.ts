import type { Sources } from '../../jobs/integrations/open-sources.ts';
import { Problem } from './problem.ts';
import type { Services } from './services.ts';

/** Returns the vault and the integrations. Throws a Problem (501) with `--vault off`. */
export function requireSources({ sources }: Services): Sources {
  if (sources === null) throw notReleased();
  return sources;
}

/** Creates the Problem (501) for all requests that need the vault or an integration, with `--vault off`. */
export function notReleased(): Problem {
  return new Problem(
    'not_released',
    'credentials and integrations are switched off. Start the service with --vault on (or SPECMILL_VAULT=on)',
  );
}
