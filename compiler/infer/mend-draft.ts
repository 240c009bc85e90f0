import type { Noted, SpecDraft } from './draft.ts';
import type { Rating, Wrong } from './rate-draft.ts';

/** What is wrong with fewer records than this is wrong with them, not with the spec. */
const SYSTEMATIC = 0.02;
/** Broken quotes are the file's own fault unless it is full of them. */
const NO_QUOTES = 0.3;

/** The draft with what its sample contradicts again and again made wider; null where there is no such thing. */
export function mendDraft(draft: SpecDraft, { records, wrong, failure }: Rating): SpecDraft | null {
  if (failure !== null) return mendFailure(draft, failure.code);
  const systematic = wrong.filter(
    ({ code, count }) => count > (code === 'MALFORMED_QUOTES' ? NO_QUOTES : SYSTEMATIC) * records,
  );
  const mended = systematic.reduce((whole, one) => mendOne(whole, one) ?? whole, draft);
  return mended === draft ? null : mended;
}

function mendFailure(draft: SpecDraft, failure: string): SpecDraft | null {
  if (failure === 'MISSING_HEADER') return setTo(draft, 'hasHeader', false, 'the header cannot be read');
  if (failure !== 'MISSING_COLUMN' && failure !== 'DUPLICATE_COLUMN') return null;
  return setTo(draft, 'columnMatch', 'POSITION', 'the names of the header are no good');
}

function mendOne(draft: SpecDraft, { code, field, count }: Wrong): SpecDraft | null {
  const note = `${count} records are otherwise`;
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
    case 'TOO_MANY_COLUMNS':
      return setTo(draft, 'onExtraColumns', 'WARNING', note);
    case 'TOO_FEW_COLUMNS':
    case 'RECORD_TOO_SHORT':
      return setTo(draft, 'onMissingColumns', 'WARNING', note);
    case 'MALFORMED_QUOTES':
      return setTo(setTo(draft, 'quote', '', 'quotes are not closed as they should be'), 'escape', undefined, null);
    case 'INVALID_ENCODING':
      return setTo(draft, 'encoding', 'windows-1252', 'bytes that no other encoding has');
    case 'RECORD_TOO_LONG':
      return setTo(draft, 'maxRecordBytes', 16_777_216, note);
    default:
      return null;
  }
}

/** Replaces a setting, or puts it behind the others; undefined takes it away. Null where it is so already. */
function setTo(draft: SpecDraft, key: string, value: unknown, note: string | null): SpecDraft {
  const known = draft.settings.find(({ value: [name] }) => name === key);
  if (known?.value[1] === value) return draft;
  const others = draft.settings.filter((setting) => setting !== known);
  return { ...draft, settings: value === undefined ? others : [...others, { value: [key, value] as const, note }] };
}

function asText(draft: SpecDraft, field: string | null, note: string): SpecDraft {
  const TYPED = ['format', 'decimalSeparator', 'groupSeparator', 'scale', 'trueValues', 'falseValues'];
  const fields = draft.fields.map(({ value, note: known }) => {
    if (value.name !== field || value.type === 'STRING') return { value, note: known };
    const kept = Object.fromEntries(Object.entries(value).filter(([key]) => !TYPED.includes(key)));
    // A field without the keys that belong to other types.
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
