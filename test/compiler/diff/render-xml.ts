import type { Spec } from '../../../compiler/index.ts';
import { columnNameOf } from '../../../compiler/language/formats/model/column-names.ts';
import { cellPool } from './cell-pool.ts';
import { cellText, type FileDraft } from './file-draft.ts';

/**
 * Returns a function that writes documents whose records have an element or attribute for each path of both states,
 * some of them twice.
 */
export function renderXml(old: Spec, now: Spec): (draft: FileDraft) => Uint8Array {
  const fields = [...old.fields, ...now.fields];
  const paths = [...new Set(fields.map(columnNameOf))];
  const pools = paths.map((path) =>
    cellPool(
      [old, now],
      fields.filter((field) => columnNameOf(field) === path).map(({ name }) => name),
    ),
  );
  const namespaces = Object.entries({ ...now.namespaces, ...old.namespaces })
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
    .join('');
  const steps = (old.recordPath ?? '/a/r').split('/').filter((step) => step !== '');
  const [record = 'r', ...around] = steps.reverse();
  return ({ lines }) => {
    const records = lines.map(({ cells, kind, width }) => {
      const texts = paths.map((path, index) => ({
        path,
        text: escapeXml(
          cellText(cells[index % cells.length] ?? { pick: 0, twist: 0, isQuoted: false }, pools[index] ?? []),
        ),
      }));
      const attributes = texts
        .filter(({ path }) => path.startsWith('@'))
        .map(({ path, text }) => ` ${path.slice(1)}="${text}"`)
        .join('');
      const elements = texts
        .filter(({ path }) => !path.startsWith('@'))
        .map(({ path, text }) =>
          width === -2 ? '' : `<${path}>${text}</${path}>${kind === 1 ? `<${path}>again</${path}>` : ''}`,
        )
        .join('');
      return `<${record}${attributes}>${elements}</${record}>`;
    });
    const whole = around.reduce(
      (inside, step, index) => `<${step}${index === around.length - 1 ? namespaces : ''}>${inside}</${step}>`,
      records.join('\n'),
    );
    return new TextEncoder().encode(whole);
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', ' ');
}
