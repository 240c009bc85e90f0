import { parseHttpUrl } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** The settings of alerts. */
export const alertSettings = {
  alertUrl: defineSetting<string | null>({
    flag: 'alert-url',
    env: 'SPECMILL_ALERT_URL',
    takes: 'URL',
    fallback: null,
    help: 'where alerts of jobs are posted, signed with the secret in SPECMILL_ALERT_SECRET',
    parse: parseHttpUrl,
  }),
};
