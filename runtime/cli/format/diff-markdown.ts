import type { Grade, JudgedChange } from '../../../compiler/index.ts';
import type { DiffReport } from '../../runs/record-diff/report.ts';
import { describeFirst, nameKind, placeOf } from './describe-sample.ts';
import {
  byGrade,
  countChanged,
  countGrades,
  groupByFile,
  nameOthers,
  pointerOf,
  reasonsOf,
  registryOf,
} from './diff.ts';
import { groupSamples, type SampleGroup } from './group-samples.ts';
import { formatCount, formatCounted } from './numbers.ts';
import { visible } from './terminal.ts';

/** Maximum length of the comment. GitHub permits 65,536 characters. Parts beyond the limit are replaced by a note. */
const MAX_CHARACTERS = 60_000;
/** The first line of the comment. A bot can find the comment by it, and replace it. */
const MARK = '<!-- specmill diff -->';

/**
 * Formats the result of `specmill diff` as a comment for a pull request: breaking changes, the other changes folded,
 * and the differences in samples.
 */
export function formatDiffMarkdown(report: DiffReport): string {
  const { breaking, changes, samples } = report;
  const verdict = changes.length === 0 ? 'no change' : breaking ? 'breaking' : 'compatible';
  const parts = [
    `${MARK}\n### Specs: ${verdict}`,
    changes.length === 0 ? 'No difference for files, events or verdicts.' : `${countGrades(changes)}.`,
    ...[...groupByFile(changes)].flatMap(([file, found]) => formatSpec(file, found)),
    ...(samples.length === 0 ? [] : ['#### Sample records', ...groupSamples(samples).map(formatSample)]),
  ];
  return `${fit(parts)}\n`;
}

function fit(parts: readonly string[]): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (text.length + part.length > MAX_CHARACTERS)
      return `${text}\n\n… ${formatCounted(parts.length - index, 'part')} left out because of the size limit. Run \`specmill diff\` for the full report.`;
    text += index === 0 ? part : `\n\n${part}`;
  }
  return text;
}

function formatSpec(file: string, changes: readonly JudgedChange[]): string[] {
  const open = changes.filter(({ grade }) => grade === 'breaking');
  const folded = changes.filter(({ grade }) => grade !== 'breaking');
  return [
    `#### ${code(file)}`,
    ...(open.length === 0 ? [] : chunks(byGrade(open)).map(formatTable)),
    ...(folded.length === 0
      ? []
      : chunks(byGrade(folded)).map(
          (some) =>
            `<details><summary>${formatCounted(some.length, 'non-breaking change')}</summary>\n\n${formatTable(some)}\n\n</details>`,
        )),
  ];
}

/** Splits changes into tables of 50, because fit() can omit only a whole table. */
function chunks(changes: readonly JudgedChange[]): JudgedChange[][] {
  const size = 50;
  return Array.from({ length: Math.ceil(changes.length / size) }, (_, index) =>
    changes.slice(index * size, (index + 1) * size),
  );
}

const SIGNS: Readonly<Record<Grade, string>> = {
  breaking: '❌ breaking',
  compatible: '✅ compatible',
  neutral: '➖ neutral',
};

function formatTable(changes: readonly JudgedChange[]): string {
  const rows = changes.map(
    (change) =>
      `| ${SIGNS[change.grade]} | ${change.axis} | ${plain(change.message)}${registryOf(change)} | ${code(pointerOf(change))} | ${code(change.code)} |`,
  );
  const reasons = reasonsOf(changes).map((reason) => `* ${plain(reason)}`);
  const table = ['| | axis | change | where | code |', '|---|---|---|---|---|', ...rows];
  return [...table, ...(reasons.length === 0 ? [] : ['', ...reasons])].join('\n');
}

function formatSample(group: SampleGroup): string {
  const { file, byKind, first } = group;
  const head = `${code(file)}${nameOthers(group)}: ${countChanged(group)}.`;
  if (first.length === 0) return head;
  const rows = first.map(
    (one) =>
      `| ${formatCount(byKind[one.kind] ?? 0)} | ${nameKind(one.kind)} | ${placeOf(one)} | ${plain(describeFirst(one))} |`,
  );
  return [head, '', '| records | change | first at | before → now |', '|--:|---|---|---|', ...rows].join('\n');
}

/**
 * Escapes text from a spec or a file, so that Markdown does not interpret it as markup, a link, a mention or the end of
 * a cell.
 */
function plain(text: string): string {
  return visible(text).replace(
    /[\\`*_[\]<>#|~@&$]|:(?=\S)|(?<=www)\./gi,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** Formats any text as inline code. Returns '' for ''. */
function code(text: string): string {
  return text === '' ? '' : `<code>${plain(text)}</code>`;
}
