/**
 * Writes the documents that the compiler and the service generate. With `--check` it writes nothing, and exits with 1 if one is out of
 * date. `npm run docs`, and part of `npm run check`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSpecSchema, describeLanguage } from '../../compiler/index.ts';
import { routes } from '../../runtime/server/app.ts';
import { describeRoutes } from '../../runtime/server/resources/openapi.ts';

const root = join(import.meta.dirname, '../..');
const documents = [
  { path: 'specs/LANGUAGE.md', text: describeLanguage() },
  { path: 'generated/spec.schema.json', text: `${JSON.stringify(createSpecSchema(), null, 2)}\n` },
  { path: 'generated/openapi.json', text: `${JSON.stringify(describeRoutes(routes), null, 2)}\n` },
];
const isCheck = process.argv.includes('--check');

for (const { path, text } of documents) {
  if (existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text) continue;
  if (isCheck) {
    console.error(`${path} is out of date: run npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
