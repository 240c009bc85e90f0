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
};
