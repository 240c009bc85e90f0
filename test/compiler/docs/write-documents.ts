/**
 * Writes the documents that the compiler and the service generate. With `--check` it writes nothing, and exits with 1 if one is out of
 * date. `npm run docs`, and part of `npm run check`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSpecSchema, describeLanguage } from '../../../compiler/index.ts';
import { routes } from '../../../runtime/server/app.ts';
import { emitClient } from '../../../runtime/server/emit-client/emit-client.ts';
import { describeRoutes } from '../../../runtime/server/resources/openapi.ts';

const root = join(import.meta.dirname, '../../..');
const document = describeRoutes(routes);
const documents = [
  { path: 'specs/LANGUAGE.md', text: describeLanguage() },
  { path: 'generated/spec.schema.json', text: `${JSON.stringify(createSpecSchema(), null, 2)}\n` },
  { path: 'generated/openapi.json', text: `${JSON.stringify(document, null, 2)}\n` },
  { path: 'runtime/client/operations.ts', text: formatSource(emitClient(document)) },
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

/** Formats TypeScript as `npm run format` does. */
function formatSource(input: string): string {
  const formatter = join(root, 'node_modules/.bin/biome');
  return execFileSync(formatter, ['format', '--stdin-file-path=operations.ts'], { input, cwd: root, encoding: 'utf8' });
}
