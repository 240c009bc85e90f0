import { oneOf, parseSwitch } from '../values/parsers.ts';
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
  logFormat: defineSetting({
    flag: 'log-format',
    env: 'SPECMILL_LOG_FORMAT',
    takes: 'HOW',
    fallback: 'json',
    help: 'format of the log: json, or pretty for a person',
    parse: oneOf('json', 'pretty'),
  }),
  logLevel: defineSetting({
    flag: 'log-level',
    env: 'SPECMILL_LOG_LEVEL',
    takes: 'LEVEL',
    fallback: 'info',
    help: 'lowest level of the lines in the log: debug (each request, too), info, warn, error',
    parse: oneOf('debug', 'info', 'warn', 'error'),
  }),
};
