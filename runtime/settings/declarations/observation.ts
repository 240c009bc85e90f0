import { parseSwitch } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** The settings of metrics and logs. */
export const observationSettings = {
  metricsOpen: defineSetting({
    flag: 'metrics-open',
    env: 'SPECMILL_METRICS_OPEN',
    takes: null,
    fallback: 'off',
    help: 'answer GET /metrics to callers without a key, too',
    parse: parseSwitch,
  }),
};
