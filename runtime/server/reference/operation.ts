import type { JsonSchema } from '../../../compiler/index.ts';
import { type Html, html, inline } from './html.ts';
import { describeType } from './schema-text.ts';

interface Named {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Body {
  content?: Readonly<Record<string, { schema: JsonSchema; example?: unknown }>>;
}

/** Returns the section of an operation: its parameters, its body, its responses and their examples. */
export function describeOperationSection(method: string, path: string, operation: JsonSchema): Html {
  // The casts of this file are safe: the operation is that of createOpenApiDocument().
  const { operationId, summary, description, security } = operation as Readonly<Record<string, string>>;
  const parameters = (operation['parameters'] ?? []) as readonly Named[];
  const body = operation['requestBody'] as Body | undefined;
  return html`<section id="${operationId ?? ''}" aria-labelledby="title-${operationId ?? ''}">
<h3 id="title-${operationId ?? ''}"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${inline(summary ?? '')}. ${description === undefined ? null : inline(description)}</p>
${security === undefined ? null : html`<p>Scope: <code>${scopeOf(operation)}</code></p>`}
${parameters.length === 0 ? null : describeParameters(parameters)}
${body === undefined ? null : html`<h4>Body</h4>${describeContent(body)}`}
${describeResponses(operation['responses'] as Readonly<Record<string, Body & { description: string }>>)}
</section>
`;
}

function scopeOf({ security }: JsonSchema): string {
  const [first] = security as readonly Readonly<Record<string, readonly string[]>>[];
  return first === undefined ? 'open' : Object.values(first).flat().join(', ');
}

function describeParameters(parameters: readonly Named[]): Html {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) => html`<tr><th scope="row"><code>${name}</code></th>
<td>${place}${required ? ', required' : ''}</td><td>${describeType(schema)}</td>
<td>${inline(description ?? '')}${defaultOf(schema)}</td></tr>
`,
  );
  return html`<div class="table"><table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th>
<th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${rows}</tbody></table></div>`;
}

function defaultOf(schema: JsonSchema): Html | null {
  return schema['default'] === undefined ? null : html` Default: <code>${String(schema['default'])}</code>.`;
}

function describeResponses(responses: Readonly<Record<string, Body & { description: string }>>): Html {
  const rows = Object.entries(responses).map(
    ([status, { description }]) => html`<tr><th scope="row">${status}</th><td>${inline(description)}</td></tr>
`,
  );
  const bodies = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return html`<div class="table"><table><thead><tr><th scope="col">Status</th><th scope="col">Response</th></tr></thead><tbody>
${rows}</tbody></table></div>
${bodies.map(([status, body]) => (body.content === undefined ? html`` : html`<h4>${status}</h4>${describeContent(body)}`))}`;
}

function describeContent({ content = {} }: Body): Html {
  return html`${Object.entries(content).map(
    ([type, { schema, example }]) => html`<p><code>${type}</code>: ${describeType(schema)}</p>
${type === 'multipart/form-data' ? describeParts(schema) : null}
${example === undefined ? null : describeExample(example)}`,
  )}`;
}

function describeParts({ properties, required }: JsonSchema): Html {
  const isRequired = (name: string) => (required as readonly string[]).includes(name);
  const parts = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return describeParameters(
    parts.map(([name, schema]) => ({
      name,
      in: 'form',
      required: isRequired(name),
      schema,
      description: String(schema['description'] ?? ''),
    })),
  );
}

function describeExample(example: unknown): Html {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<details><summary>Example</summary><pre>${text}</pre></details>`;
}
