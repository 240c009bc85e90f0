/** Text of an HTML page in which all values are escaped. */
export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[] | null;

/** Creates HTML from a template. Texts are escaped, HTML is inserted as it is, and null is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const filled = parts.map((part, index) => part + textOf(values[index] ?? null));
  return { html: filled.join('') };
}

function textOf(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'html' in value ? value.html : value.map((each) => each.html).join('');
}

/** Replaces the characters that have a meaning in HTML. */
function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Formats the code spans of a Markdown text: `so`. Everything else stays as it is. */
export function inline(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}
