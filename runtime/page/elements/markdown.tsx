import type { VNode } from 'preact';

/**
 * Shows Markdown that Specmill has written: headings, paragraphs, lists, tables, code. All texts become text nodes, so
 * nothing in them is interpreted. The first heading is left out.
 */
export function Markdown({ text }: { text: string }) {
  const blocks = text
    .trim()
    .split(/\n{2,}/)
    .filter((block) => !block.startsWith('# '));
  return <div class="markdown">{blocks.map(showBlock)}</div>;
}

function showBlock(block: string): VNode {
  if (block.startsWith('## ')) return <h3>{showInline(block.slice(3))}</h3>;
  if (block.startsWith('### ')) return <h4>{showInline(block.slice(4))}</h4>;
  const lines = block.split('\n');
  if (block.startsWith('- '))
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{showInline(line.slice(2))}</li>
        ))}
      </ul>
    );
  if (block.startsWith('| ')) return <MarkdownTable lines={lines} />;
  return <p>{showInline(block)}</p>;
}

function MarkdownTable({ lines: [titles = '', , ...rows] }: { lines: readonly string[] }) {
  return (
    <div class="scroll" role="region" aria-label={`Table: ${cellsOf(titles).join(', ')}`} tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            {cellsOf(titles).map((title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {cellsOf(row).map((cell, index) => (
                <td key={index}>{showInline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the cells of a row. A bar after a backslash does not end a cell. */
function cellsOf(row: string): string[] {
  const cells = row.split(/(?<!(?<!\\)\\)\|/);
  return cells.slice(1, -1).map((cell) => cell.trim());
}

/** Shows code spans and escaped characters. */
function showInline(text: string): (string | VNode)[] {
  const parts: (string | VNode)[] = [];
  for (const { 0: part, 2: code } of text.matchAll(/(`+)(.*?[^`])\1(?!`)|\\.|[^\\`]+|./gs))
    parts.push(code === undefined ? part.replace(/^\\(?=.)/, '') : <code>{unpad(code).replaceAll('\\|', '|')}</code>);
  return parts;
}

function unpad(code: string): string {
  return /^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code;
}
