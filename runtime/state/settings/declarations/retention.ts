import { parseDuration } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** How long the service stores what it has received. */
export const retentionSettings = {
  keepFiles: defineSetting({
    flag: 'keep-files',
    env: 'SPECMILL_KEEP_FILES',
    takes: 'TIME',
    fallback: '7d',
    help: 'how long the files of finished runs are stored, for their rejects',
    parse: parseDuration,
  }),
  keepAudit: defineSetting({
    flag: 'keep-audit',
    env: 'SPECMILL_KEEP_AUDIT',
    takes: 'TIME',
    fallback: '400d',
    help: 'how long the audit is stored',
    parse: parseDuration,
  }),
  keepRuns: defineSetting({
    flag: 'keep-runs',
    env: 'SPECMILL_KEEP_RUNS',
    takes: 'TIME',
    fallback: '90d',
    help: 'how long runs and their results are stored after their end',
    parse: parseDuration,
  }),
  keepMessages: defineSetting<number | null>({
    flag: 'keep-messages',
    env: 'SPECMILL_KEEP_MESSAGES',
    takes: 'TIME',
    fallback: null,
    help: 'how long messages of the embedded broker are stored (default: for ever)',
    parse: parseDuration,
  }),
};
