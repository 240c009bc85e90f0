import type { TextRange } from '../../../../compiler/browser.ts';

/** A text in which ranges are marked. Overlapping ranges are marked once. */
export function MarkedText({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  const parts = [];
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start < at || start > text.length) continue;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end) || '∅'}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
