import type { CompletedCommand, CompletedFlag } from './completion-table.ts';

/** Returns the completion script for bash 3.2 and later. */
export function formatBashCompletion(commands: readonly CompletedCommand[]): string {
  return `# bash completion for specmill. To load it: source <(specmill completion bash)
_specmill_words() { COMPREPLY=($(compgen -W "$1" -- "$word")); }
_specmill_files() { COMPREPLY=(); }
_specmill_nothing() { COMPREPLY=(); compopt +o default 2> /dev/null; }
_specmill_specs() {
  local file names=''
  for file in "\${SPECMILL_SPECS:-specs}"/*.yaml "\${SPECMILL_SPECS:-specs}"/*.yml "\${SPECMILL_SPECS:-specs}"/*.json; do
    [ -f "$file" ] || continue
    file="\${file##*/}"
    # compgen expands its words: other names could run commands.
    case "$file" in *[!a-zA-Z0-9._-]*) continue ;; esac
    names="$names \${file%.*}"
  done
  _specmill_words "$names"
}
_specmill() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  # bash splits --flag=value into three words.
  if [ "$word" = = ]; then word=''; elif [ "$previous" = = ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    _specmill_words '${commands.map(({ name }) => name).join(' ')} --help --version'
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap(formatValues).join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${commands.map(formatCommand).join('\n')}
  esac
}
complete -o default -F _specmill specmill
`;
}

function formatValues({ name, flags }: CompletedCommand): string[] {
  const valued = flags.filter(({ value }) => value !== 'switch');
  return valued.map((flag) => `    '${name} --${flag.name}') ${formatReply(flag.value)}; return ;;`);
}

function formatCommand({ name, flags, operands }: CompletedCommand): string {
  const words = flags.map((flag) => `--${flag.name}`).join(' ');
  return `    ${name}) case "$word" in -*) _specmill_words '${words}' ;; *) ${formatReply(operands ?? 'text')} ;; esac ;;`;
}

function formatReply(value: CompletedFlag['value']): string {
  switch (value) {
    case 'file':
      return '_specmill_files';
    case 'spec':
      return '_specmill_specs';
    case 'text':
    case 'switch':
      return '_specmill_nothing';
    default:
      return `_specmill_words '${value.join(' ')}'`;
  }
}
