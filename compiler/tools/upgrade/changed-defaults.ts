import type { AnySpec } from '../../pipeline/1-read/spec-shape.ts';
import { hasRecordTypes, viewRecordTypes } from '../../pipeline/1-read/record-views.ts';
import { type formatKeys, hasKey } from '../../language/formats/format-kinds.ts';
import { hasShortYear } from '../../emitting/dates/plan/layout.ts';
import { planDatePattern } from '../../emitting/dates/plan/pattern.ts';

/** A default or a warning of this release that differs from the release before it, for one spec. */
export interface ChangedDefault {
  /** What changes, as a sentence. */
  readonly change: string;
  /** The line of the spec that keeps the behaviour of the release before. */
  readonly keep: string;
  /** Whether files that were published before are refused until somebody decides. */
  readonly isDecision: boolean;
}

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
  return [...changed, ...listTwoDigitYears(spec)];
}

/** Returns an entry for each field and each correction that reads years of two digits without `centuryStart`. */
function listTwoDigitYears(spec: AnySpec): ChangedDefault[] {
  const views = hasRecordTypes(spec) ? viewRecordTypes(spec) : [spec];
  const places = views.flatMap(({ fields, correctionRules = [] }) => [
    ...fields.flatMap(({ name, format, centuryStart }) =>
      format !== undefined && centuryStart === undefined && readsShortYear([format]) ? [`the field "${name}"`] : [],
    ),
    ...correctionRules.flatMap((one) =>
      'sourceFormat' in one && one.centuryStart === undefined && readsShortYear([one.sourceFormat].flat())
        ? [`the correction "${one.ruleId}"`]
        : [],
    ),
  ]);
  return places.map((place) => ({
    change: `check (two_digit_year) and each run (TWO_DIGIT_YEAR) warn that ${place} reads years of two digits as 2000 to 2099. Values are as before.`,
    keep: 'centuryStart: 2000',
    isDecision: false,
  }));
}

function readsShortYear(patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const planned = planDatePattern(pattern);
    return planned.kind === 'ok' && hasShortYear(planned.layout);
  });
}
