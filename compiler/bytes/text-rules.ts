import type { ByteForm, ByteRule, OutputText } from './byte-form.ts';

/**
 * Combines the rules that check a text in the output. `followed` is the rule that checked the text while it was copied.
 * Returns null if one of the rules cannot check texts in bytes.
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

/** Puts the code of several rules one after the other. */
export function combineForms(forms: readonly ByteForm[]): ByteForm {
  return {
    declarations: forms.flatMap(({ declarations }) => declarations),
    body: forms.flatMap(({ body }) => body),
  };
}
