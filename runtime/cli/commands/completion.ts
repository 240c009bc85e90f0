import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandEntry, EXIT } from '../command-line/command.ts';
import { printToStdout } from '../command-line/output.ts';
import { formatBashCompletion } from '../format/completion/bash.ts';
import { createCompletionTable } from '../format/completion/completion-table.ts';
import { formatFishCompletion } from '../format/completion/fish.ts';
import { formatZshCompletion } from '../format/completion/zsh.ts';

const SCRIPTS = { bash: formatBashCompletion, zsh: formatZshCompletion, fish: formatFishCompletion };
const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Creates the command `specmill completion`. Its scripts complete the commands in `entries`. */
export function createCompletion(entries: readonly CommandEntry[]): Command<never> {
  return {
    usage: [`completion ${SHELLS.join('|')}`],
    description: [
      'Prints the script with which a shell completes commands, flags, their values, and the names of specs.',
      'bash: source <(specmill completion bash) · zsh: source <(specmill completion zsh)',
      'fish: specmill completion fish | source. Add the line to the start-up file of the shell.',
    ].join('\n'),
    flags: {},
    settings: [],
    operands: { min: 1, max: 1, missing: `the shell is missing. Name one of ${SHELLS.join(', ')}`, kind: SHELLS },
    async run({ operands: [shell = ''] }) {
      const table = await createCompletionTable(entries);
      await printToStdout(SCRIPTS[readChoice('completion', shell, SHELLS)](table));
      return EXIT.success;
    },
  };
}
