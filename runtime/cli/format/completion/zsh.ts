import type { CompletedCommand, CompletedFlag } from './completion-table.ts';

/**
 * Returns the completion script for zsh. Users can store it as the file `_specmill` in a folder of `$fpath`, or load it
 * with `source`.
 */
export function formatZshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef specmill
# zsh completion for specmill. To load it: source <(specmill completion zsh)
_specmill_specs() {
  local -a names
  names=(\${SPECMILL_SPECS:-specs}/*.(yaml|yml|json)(N:t:r))
  _alternative "specs:spec:compadd -a names" 'files:file:_files'
}
_specmill() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${commands.map(formatCommand).join('\n')}
  esac
}
if [[ $funcstack[1] == _specmill ]]; then _specmill "$@"; else compdef _specmill specmill; fi
`;
}

function formatCommand({ name, flags, operands }: CompletedCommand): string {
  const specs = flags.map(formatFlag);
  const rest = operands === null ? [] : [quote(`*:operand:${formatAction(operands)}`)];
  return `    ${name}) _arguments ${[...specs, ...rest].join(' ')} ;;`;
}

function formatFlag({ name, help, value }: CompletedFlag): string {
  const text = help.replace(/[[\]\\]/g, '\\$&');
  return quote(value === 'switch' ? `--${name}[${text}]` : `--${name}=[${text}]:value:${formatAction(value)}`);
}

function formatAction(value: CompletedFlag['value']): string {
  switch (value) {
    case 'file':
      return '_files';
    case 'spec':
      return '_specmill_specs';
    case 'text':
    case 'switch':
      return ' ';
    default:
      return `(${value.join(' ')})`;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
