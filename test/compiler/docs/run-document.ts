import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workplace } from '../../runtime/specmill.ts';
import { findFreePort } from '../../support/free-port.ts';

/** A fenced block of a document. */
export interface Block {
  /** The first word of the info string: `sh`, `yaml`, `text`. */
  language: string;
  text: string;
  /** Line of the opening fence, from 1. */
  line: number;
}

/** A block of commands, with what they printed. */
export interface ExecutedBlock extends Block {
  /** Its index among the blocks of the document, from 0. */
  index: number;
  output: string;
  /** The output shown in the document; null if it shows none. */
  shown: Block | null;
}

export interface ExecutedDocument {
  blocks: ExecutedBlock[];
  /** Commands with an exit code above 1, each with its block and code. */
  failures: string;
}

const ROOT = join(import.meta.dirname, '../../..');
/** Commands that install something, or need a checkout or a broker. A block that contains one is not run. */
const NOT_HERE = /^\s*(?:npm|git|kcat|docker)\b|kafka:\/\//m;
/** The port in the documents. */
const SHOWN_PORT = '3000';

/** Returns the fenced blocks of a Markdown text, in order. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const found of markdown.matchAll(/^```(\w*)[^\n]*\n([^]*?)^```$/gm)) {
    const line = markdown.slice(0, found.index).split('\n').length;
    blocks.push({ language: found[1] ?? '', text: found[2] ?? '', line });
  }
  return blocks;
}

/**
 * Runs the `sh` blocks of a document in one shell, in a folder with the project's specs. A YAML block that begins with
 * `# specs/<name>.yaml` is saved under that name first. A `text` or `json` block directly after an `sh` block is taken
 * for its output. A line `npx specmill serve` runs in the background,
 * on a free port instead of 3000, without its log.
 */
export async function runDocument(path: string, workplace: Workplace): Promise<ExecutedDocument> {
  const markdown = readFileSync(join(ROOT, path), 'utf8');
  const blocks = blocksOf(markdown);
  const port = await findFreePort();
  cpSync(join(ROOT, 'specs'), workplace.path('specs'), { recursive: true });
  mkdirSync(workplace.path('.out'));
  const steps = blocks.map((block, index) => toStep(block, index));
  workplace.write(
    '.script',
    [PRELUDE, ...steps, 'finish'].join('\n').replaceAll(`127.0.0.1:${SHOWN_PORT}`, `127.0.0.1:${port}`),
  );
  const { stderr } = workplace.shell(`export SPECMILL_PORT=${port}; bash .script`);
  const ran = blocks.flatMap((block, index) =>
    isRun(block)
      ? [
          {
            ...block,
            index,
            output: readOutput(workplace, index).replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${SHOWN_PORT}`),
            shown: outputBlock(markdown, blocks, index),
          },
        ]
      : [],
  );
  return { blocks: ran, failures: stderr };
}

/** Returns whether an output matches the shown one. A line `…` matches any lines, `…` within a line any characters. */
export function isSameOutput(shown: string, output: string): boolean {
  const pattern = normalize(shown.trim())
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/^…$/gm, '[^]*')
    .replace(/…/g, '.*');
  return new RegExp(`^${pattern}$`).test(normalize(output.trim()));
}

/** Replaces what differs between runs and machines: ids, times, durations, the number of cores. */
export function normalize(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/("durationMs": ?)\d+/g, '$1N')
    .replace(/("timestamp": ?)\d+/g, '$1N')
    .replace(/\bin \d+(?:\.\d+)? m?s\b/g, 'in N ms')
    .replace(/\(default \d+; SPECMILL_THREADS\)/, '(default N; SPECMILL_THREADS)')
    .replace(/[ \t]+$/gm, '');
}

const PRELUDE = `
set -o pipefail
out=$PWD/.out
npx() { shift; specmill "$@"; }
serve() {
  : > "$out/serve"
  specmill serve "$@" > "$out/serve" 2> "$out/log" & server=$!
  until grep -q listening "$out/serve"; do kill -0 $server || break; sleep 0.1; done
  cat "$out/serve"
}
finish() { [ -z "$server" ] || { kill $server; wait $server; }; }
exec 3>&2
note() { [ "$1" -le 1 ] || echo "block in line $2: exit code $1: $3" >&3; }
server=
trap 'note $? $block "$BASH_COMMAND"' ERR
`;

function toStep(block: Block, index: number): string {
  const [, file] = /^# (specs\/[\w-]+\.yaml)\n/.exec(block.text) ?? [];
  if (block.language === 'yaml' && file !== undefined) return `cat > ${file} <<'END_OF_YAML'\n${block.text}END_OF_YAML`;
  if (!isRun(block)) return '';
  const commands = block.text.replace(/^npx specmill serve/gm, 'serve');
  return `block=${block.line}\nexec > "$out/${index}" 2>&1\n${commands}`;
}

function isRun({ language, text }: Block): boolean {
  return language === 'sh' && !NOT_HERE.test(text);
}

function readOutput(workplace: Workplace, index: number): string {
  return readFileSync(workplace.path(`.out/${index}`), 'utf8').replaceAll('\r', '');
}

/** Returns the block after a block of commands, if only blank lines are between them. */
function outputBlock(markdown: string, blocks: readonly Block[], index: number): Block | null {
  const commands = blocks[index];
  const next = blocks[index + 1];
  if (commands === undefined || next === undefined || !['text', 'json'].includes(next.language)) return null;
  const end = commands.line + commands.text.split('\n').length;
  const between = markdown.split('\n').slice(end, next.line - 1);
  return between.every((line) => line.trim() === '') ? next : null;
}
