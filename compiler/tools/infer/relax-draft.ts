import type { Noted, SpecDraft } from './model/draft.ts';
import { MAX_ISSUE_SHARE } from './judge-draft.ts';
import type { Rating, ErrorCount } from './rate/rate-draft.ts';

/**
 * Quoting is turned off only if more than this share of the records has MALFORMED_QUOTES, because a few broken quotes
 * are usually faults of the file.
 */
const NO_QUOTES = 0.3;

/** Relaxes the parts of a draft that many records of the sample contradict. Returns null if nothing can be relaxed. */
export function relaxDraft(draft: SpecDraft, { records, errors, failure }: Rating): SpecDraft | null {
  if (failure !== null) return relaxForFailure(draft, failure.code);
  const systematic = errors.filter(
    ({ code, count }) => count > (code === 'MALFORMED_QUOTES' ? NO_QUOTES : MAX_ISSUE_SHARE) * records,
  );
  const relaxed = systematic.reduce((whole, one) => relaxOne(whole, one) ?? whole, draft);
  return relaxed === draft ? null : relaxed;
}

function relaxForFailure(draft: SpecDraft, failure: string): SpecDraft | null {
  if (failure === 'MISSING_HEADER') return setTo(draft, 'hasHeader', false, 'the header cannot be read');
  if (failure !== 'MISSING_COLUMN' && failure !== 'DUPLICATE_COLUMN') return null;
  return setTo(draft, 'columnMatch', 'POSITION', 'the names in the header cannot be used');
}

function relaxOne(draft: SpecDraft, { code, field, count }: ErrorCount): SpecDraft | null {
  const note = `contradicted by ${count} records`;
  switch (code) {
    case 'TYPE_MISMATCH':
    case 'VALUE_TOO_LONG':
    case 'VALUE_TOO_COSTLY':
      return asText(draft, field, note);
    case 'REQUIRED':
      return {
        ...draft,
        fields: draft.fields.map((one) => (one.value.name === field ? withoutRequired(one, note) : one)),
      };
    case 'RECORD_TOO_SHORT':
      return withShort(setTo(draft, 'onMissingColumns', 'WARNING', note), note);
    case 'MALFORMED_QUOTES':
      // Without quoting, the quotes around other cells would become a part of their values.
      if (draft.isQuoted === true) return null;
      return setTo(setTo(draft, 'quote', '', 'many quotes are not closed'), 'escape', undefined, null);
    case 'INVALID_ENCODING':
      // In another encoding, the valid characters of UTF-8 would become wrong ones without an issue.
      if (!draft.settings.some(({ value: [key, value] }) => key === 'encoding' && value !== 'UTF-8')) return null;
      return setTo(draft, 'encoding', 'windows-1252', 'other encodings reject some bytes');
    case 'RECORD_TOO_LONG':
      return setTo(draft, 'maxRecordBytes', 16_777_216, note);
    default:
      return null;
  }
}

/**
 * Replaces a setting or appends it. `undefined` removes the setting. Returns the same draft if the setting has the
 * value already.
 */
function setTo(draft: SpecDraft, key: string, value: unknown, note: string | null): SpecDraft {
  const known = draft.settings.find(({ value: [name] }) => name === key);
  if (known?.value[1] === value) return draft;
  const others = draft.settings.filter((setting) => setting !== known);
  return { ...draft, settings: value === undefined ? others : [...others, { value: [key, value] as const, note }] };
}

/** Says that lines which end before the last column rather have no columns of fixed width. */
function withShort(draft: SpecDraft, note: string): SpecDraft {
  const { evidence } = draft;
  const undecided = `its lines end before the last column (${note}), so they rather have no columns of fixed width`;
  return { ...draft, evidence: { ...evidence, isLossy: true, undecided: [...evidence.undecided, undecided] } };
}

function asText(draft: SpecDraft, field: string | null, note: string): SpecDraft {
  const TYPED = ['format', 'decimalSeparator', 'groupSeparator', 'scale', 'trueValues', 'falseValues'];
  const fields = draft.fields.map(({ value, note: known }) => {
    if (value.name !== field || value.type === 'STRING') return { value, note: known };
    const kept = Object.fromEntries(Object.entries(value).filter(([key]) => !TYPED.includes(key)));
    // The cast is safe: all keys that belong to other types are optional and were removed.
    return { value: { ...(kept as typeof value), type: 'STRING' as const }, note };
  });
  return {
    ...draft,
    fields,
    corrections: draft.corrections.filter(({ value }) => value.field !== field || value.correctionType === 'TRIM'),
    rules: draft.rules.filter(({ value }) => value.field !== field),
  };
}

function withoutRequired(
  { value: { required: _, ...value } }: SpecDraft['fields'][number],
  note: string,
): Noted<typeof value> {
  return { value, note };
}
