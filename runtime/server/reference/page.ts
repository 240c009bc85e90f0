import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../../compiler/index.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Html, html, inline } from './html.ts';
import { describeOperationSection } from './operation.ts';
import { describeType } from './schema-text.ts';

/** The style of the reference page. The page has no other style, and no script. */
const STYLE = `
:root { color-scheme: light dark; --line: #c8c8c8; --soft: #f4f4f4; --link: #0b57d0; --text: #1b1b1b; --page: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --line: #4a4a4a; --soft: #242424; --link: #8ab4f8; --text: #e8e8e8; --page: #161616; }
}
body { margin: 0 auto; padding: 1rem; max-width: 70rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
a { color: var(--link); }
h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; }
h3 { margin: 2rem 0 0.5rem; font-size: 1.05rem; }
h4 { margin: 1rem 0 0.3rem; font-size: 0.95rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { background: var(--soft); padding: 0.7rem; overflow-x: auto; border-radius: 4px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; }
section { overflow-wrap: anywhere; }
.method { font-weight: 700; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;

/**
 * The Content-Security-Policy of the page. The page loads nothing, runs no script, and has one style, which the policy
 * names by its hash.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the reference page of an API: one HTML document that loads nothing else. */
export function createReferencePage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    // The cast is safe: every operation has one tag.
    members: operations.filter(({ operation }) => (operation['tags'] as readonly string[]).includes(name)),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Specmill API ${String(info['version'])}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<header><h1>Specmill API ${String(info['version'])}</h1>
${String(info['description'])
  .split('\n\n')
  .map((text) => html`<p>${inline(text)}</p>`)}
<p>The same as OpenAPI 3.1: <a href="/api/v1/openapi.json">openapi.json</a></p></header>
<nav aria-label="Operations">
${groups.map(
  ({ name, members }) => html`<h2>${name}</h2><ul>${members.map(describeLink)}</ul>
`,
)}</nav>
<main>
${groups.map(
  ({ name, description, members }) => html`<h2 id="tag-${name}">${name}</h2><p>${inline(description)}</p>
${members.map(({ method, path, operation }) => describeOperationSection(method, path, operation))}`,
)}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => describeSchema(name, schema))}
</main>
</body>
</html>
`.html;
}

function describeLink({ method, path, operation }: { method: string; path: string; operation: JsonSchema }): Html {
  return html`<li><a href="#${String(operation['operationId'])}">${method.toUpperCase()} ${path}</a> ${inline(String(operation['summary']))}</li>
`;
}

function describeSchema(name: string, schema: JsonSchema): Html {
  const required = (schema['required'] ?? []) as readonly string[];
  const members = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  const rows = members.map(
    ([
      member,
      each,
    ]) => html`<tr><th scope="row"><code>${member}</code></th><td>${required.includes(member) ? 'always' : 'may be absent'}</td>
<td>${describeType(each)}</td><td>${inline(String(each['description'] ?? ''))}</td></tr>
`,
  );
  const table = html`<div class="table"><table><thead><tr><th scope="col">Member</th><th scope="col">Presence</th>
<th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${rows}</tbody></table></div>`;
  return html`<section id="schema-${name}"><h3>${name}</h3>
${schema['description'] === undefined ? null : html`<p>${inline(String(schema['description']))}</p>`}
${members.length === 0 ? html`<p>${describeType(schema)}</p>` : table}</section>
`;
}
