import type { AnySpec } from '../../pipeline/1-read/spec-shape.ts';
import { type formatKeys, hasKey } from '../../language/formats/format-kinds.ts';
import { listOpenCenturies } from './open-centuries.ts';
import type { ChangedDefault } from './changed-default.ts';

interface Entry extends ChangedDefault {
  /** A key that only the affected formats have. Null: every format is affected. */
  readonly formatKey: keyof typeof formatKeys | null;
  /** Whether the spec decides already, so that nothing changes for it. */
  readonly isDecided: (spec: AnySpec) => boolean;
}

/** Returns an entry for warnings that did not exist before. A spec that sets the severity of each has decided. */
function newWarnings(
  formatKey: Entry['formatKey'],
  codes: readonly (keyof NonNullable<AnySpec['runWarnings']>)[],
  meaning: string,
): Entry {
  return {
    formatKey,
    isDecided: ({ runWarnings }) => codes.every((code) => runWarnings?.[code] !== undefined),
    change: `${meaning} are counted in run warnings (${codes.join(', ')}). Values and outcomes are as before.`,
    keep: `runWarnings: { ${codes.map((code) => `${code}: IGNORE`).join(', ')} }`,
    isDecision: false,
  };
}

const ENTRIES: readonly Entry[] = [
  {
    formatKey: null,
    isDecided: ({ runWarnings }) => runWarnings?.ENCODING_SUSPECT !== undefined,
    change:
      'A file that seems to be in another encoding fails the run before anything is published (ENCODING_SUSPECT). Before, this was a warning.',
    keep: 'runWarnings: { ENCODING_SUSPECT: WARNING }',
    isDecision: true,
  },
  newWarnings(null, ['DOUBLE_ENCODED'], 'Files with text that was encoded as UTF-8 twice'),
  {
    formatKey: 'trailingDelimiter',
    isDecided: (spec) => spec.trailingDelimiter !== undefined || spec.hasHeader === false,
    change:
      'Records may end with a delimiter if the header or the first record does (trailingDelimiter: AUTO). Before, onExtraColumns applied to the empty cell.',
    keep: 'trailingDelimiter: NO',
    isDecision: false,
  },
  newWarnings(
    'trailingDelimiter',
    ['HEADER_REPEATED', 'QUOTE_AFTER_BLANK', 'QUOTE_TOO_LONG'],
    'Repeated headers, quotes after a blank and very long quoted cells',
  ),
  {
    ...newWarnings('onShortRecord', ['SHORT_RECORDS'], 'Lines shorter than recordLength'),
    isDecided: (spec) =>
      spec.recordLength === undefined ||
      spec.lineTerminator === 'NONE' ||
      spec.onShortRecord !== undefined ||
      spec.runWarnings?.SHORT_RECORDS !== undefined,
  },
  {
    ...newWarnings('onShortRecord', ['HEADER_REPEATED'], 'Repeated headers'),
    isDecided: ({ hasHeader, skipRepeatedHeader, runWarnings }) =>
      hasHeader !== true || skipRepeatedHeader === true || runWarnings?.HEADER_REPEATED !== undefined,
  },
  {
    formatKey: 'onDoctype',
    isDecided: (spec) => spec.onDoctype !== undefined,
    change: 'A DOCTYPE without an internal subset is skipped. Before, such a document was MALFORMED_XML.',
    keep: 'onDoctype: REJECT',
    isDecision: false,
  },
  newWarnings(
    'onDoctype',
    ['SEVERAL_MATCHES', 'VALUE_AFTER_RECORD', 'ENCLOSING_WITHOUT_RECORD', 'RECORD_ON_OTHER_PATH', 'PATH_NEVER_MATCHED'],
    'Values of XML that no message contains',
  ),
  newWarnings('onDoctype', ['UNKNOWN_COLUMN'], 'Elements, attributes and texts of XML records that no field reads'),
];

/** Returns what changes for a spec with this release. Keys that the spec sets already decide, so they are not listed. */
export function listChangedDefaults(spec: AnySpec): ChangedDefault[] {
  const changed = ENTRIES.filter(
    ({ formatKey, isDecided }) => (formatKey === null || hasKey(spec.format, formatKey)) && !isDecided(spec),
  ).map(({ change, keep, isDecision }) => ({ change, keep, isDecision }));
  return [...changed, ...listOpenCenturies(spec)];
}
