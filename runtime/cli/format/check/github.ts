import { visible, visibleLines } from '../terminal.ts';
import { type CheckedSpec, describeDiagnostic, endColumnOf, toRepositoryPath } from './checked-spec.ts';

/**
 * Formats diagnostics as workflow commands of GitHub Actions. GitHub shows them in a pull request, each at its line.
 */
export function formatGithub(specs: readonly CheckedSpec[]): string {
  return specs
    .flatMap(({ input, diagnostics }) =>
      diagnostics.map((diagnostic) => {
        const { severity, line, column, code } = diagnostic;
        const endColumn = endColumnOf(diagnostic, input.text);
        const properties = {
          file: toRepositoryPath(input.path),
          line,
          col: column,
          ...(endColumn === null ? {} : { endColumn }),
          title: `specmill ${code}`,
        };
        const written = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
        return `::${severity} ${written.join(',')}::${escapeData(visibleLines(describeDiagnostic(diagnostic)))}\n`;
      }),
    )
    .join('');
}

/** Escapes the message of a workflow command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes the value of a property. An unescaped `:` or `,` would end it. */
function escapeProperty(text: string): string {
  return escapeData(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
