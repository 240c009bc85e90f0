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
  let heading = '';
  return (
    <div class="markdown">
      {blocks.map((block) => {
        if (block.startsWith('##')) heading = block.replace(/^#+ /, '');
        return showBlock(block, heading);
      })}
    </div>
  );
}

function showBlock(block: string, heading: string): VNode {
  if (block.startsWith('## ')) return <h3>{showInline(block.slice(3))}</h3>;
  if (block.startsWith('### ')) return <h4>{showInline(block.slice(4))}</h4>;
  const lines = block.split('\n');
  if (block.startsWith('- ')) return <List lines={lines} />;
  if (block.startsWith('| ')) return <MarkdownTable lines={lines} heading={heading} />;
  return <p>{showInline(block)}</p>;
}

/** The items of a list. An item that is indented by two blanks belongs to the one above it. */
function List({ lines }: { lines: readonly string[] }) {
  const starts = lines.flatMap((line, index) => (line.startsWith('- ') ? [index] : []));
  return (
    <ul>
      {starts.map((start, item) => {
        const inner = lines.slice(start + 1, starts[item + 1]).map((line) => line.slice(2));
        return (
          <li key={start}>
            {showInline((lines[start] ?? '').slice(2))}
            {inner.length > 0 && <List lines={inner} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Tables of one heading have different titles, and tables with the same titles different headings. */
function MarkdownTable({ lines: [titles = '', , ...rows], heading }: { lines: readonly string[]; heading: string }) {
  return (
    <div class="scroll" role="region" aria-label={`${heading}: ${cellsOf(titles).join(', ')}`} tabIndex={0}>
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

/** Shows code spans, strong text without code in it, and escaped characters. */
function showInline(text: string): (string | VNode)[] {
  const parts: (string | VNode)[] = [];
  for (const { 0: part, 2: code, 3: strong } of text.matchAll(
    /(`+)(.*?[^`])\1(?!`)|\*\*((?:[^*`\\]|\\.)+)\*\*|\\.|[^\\`*]+|./gs,
  ))
    if (code !== undefined) parts.push(<code>{unpad(code).replaceAll('\\|', '|')}</code>);
    else if (strong !== undefined) parts.push(<strong>{strong.replace(/\\(.)/gs, '$1')}</strong>);
    else parts.push(part.replace(/^\\(?=.)/, ''));
  return parts;
}

function unpad(code: string): string {
  return /^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code;
}
