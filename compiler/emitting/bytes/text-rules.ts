import type { ByteForm, ByteRule, OutputText } from './byte-form.ts';

/**
 * Returns the code of all rules that check a text in the output. `followed` is the rule that already checked the text
 * while it was copied, or null. Returns null if one of the rules cannot be checked in the fast reader.
 */
export function emitTextRules(
  rules: readonly ByteRule[],
  text: Omit<OutputText, 'isFollowed'>,
  followed: ByteRule | null = null,
): ByteForm | null {
  const forms = rules.map((rule) => rule.text?.({ ...text, isFollowed: rule === followed }) ?? null);
  const found = forms.filter((form) => form !== null);
  if (found.length < forms.length) return null;
  return combineForms(found);
}

/** Joins the code of several rules, in order. */
export function combineForms(forms: readonly ByteForm[]): ByteForm {
  return {
    declarations: forms.flatMap(({ declarations }) => declarations),
    body: forms.flatMap(({ body }) => body),
  };
}
