import type { CompletedCommand, CompletedFlag } from './completion-table.ts';

const SPECS =
  '(for f in (set -q SPECMILL_SPECS; and echo $SPECMILL_SPECS; or echo specs)/*; path change-extension "" (basename $f); end)';

/** Returns the completion script for fish. */
export function formatFishCompletion(commands: readonly CompletedCommand[]): string {
  const first = commands.map(
    ({ name, summary }) => `complete -c specmill -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
  );
  return `${[
    '# fish completion for specmill. To load it: specmill completion fish | source',
    ...first,
    ...commands.flatMap(formatCommand),
  ].join('\n')}\n`;
}

function formatCommand({ name, flags, operands }: CompletedCommand): string[] {
  const start = `complete -c specmill -n '__fish_seen_subcommand_from ${name}'`;
  return [
    ...(operands === null || operands === 'file' ? [] : [`${start} ${formatWords(operands)}`]),
    ...flags.map((flag) => `${start} -l ${flag.name} ${formatValue(flag.value)}-d ${quote(flag.help)}`),
  ];
}

function formatValue(value: CompletedFlag['value']): string {
  if (value === 'switch') return '';
  if (value === 'file') return '-r -F ';
  return value === 'text' ? '-x ' : `-x ${formatWords(value).replace(/^-f /, '')} `;
}

function formatWords(value: 'spec' | readonly string[]): string {
  return value === 'spec' ? `-a ${quote(SPECS)}` : `-f -a ${quote(value.join(' '))}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
