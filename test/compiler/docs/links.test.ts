/** Every relative link in a document has an existing file, and every anchor a heading. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = join(import.meta.dirname, '../../..');
const folders = ['compiler', 'generated', 'runtime', 'specs', 'test'];

test('the documents are found', () => {
  assert.ok(documents().length >= 15);
});

for (const document of documents())
  test(`the links of ${relative(root, document)} are valid`, () => {
    const broken = linksOf(readFileSync(document, 'utf8')).filter((link) => !leadsSomewhere(link, document));
    assert.equal(broken, []);
  });

function documents(): string[] {
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(root, folder, path)),
  );
  const atRoot = readdirSync(root).map((name) => join(root, name));
  return [...atRoot, ...below].filter((path) => path.endsWith('.md') && !path.includes('node_modules'));
}

/** Returns the targets of the relative links in a Markdown text, outside code. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((to) => !/^[a-z]+:/.test(to));
}

function leadsSomewhere(link: string, document: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** Returns the anchors that GitHub creates for the headings of a Markdown text. */
function anchorsOf(markdown: string): string[] {
  const headings = markdown.replace(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  );
}

test.run();
