import type { Diagnostic } from '../../../../compiler/index.ts';
import { formatDiagnostics } from '../diagnostics.ts';
import { type Terminal, visible } from '../terminal.ts';
import type { CheckedSpec } from './checked-spec.ts';

/** Formats the diagnostics of one spec for a person, in colour on a terminal. */
export async function formatChecked(
  { input, diagnostics, hidesText = false }: CheckedSpec,
  terminal: Terminal,
): Promise<string> {
  if (diagnostics.length === 0) return `${visible(input.path)} is ${terminal.green('valid')}\n`;
  const parts: string[] = [];
  for (const diagnostic of diagnostics) {
    const all = (await formatDiagnostics([diagnostic], input)).split('\n');
    const lines = hidesText ? all.slice(0, 1) : all;
    parts.push(lines.map((line, index) => paintLine(line, index, diagnostic, terminal)).join('\n'));
  }
  return `${parts.join('\n')}\n`;
}

// The line contains no control characters from the spec, because formatDiagnostics() has replaced them.
function paintLine(line: string, index: number, { severity, code }: Diagnostic, terminal: Terminal): string {
  const paint = severity === 'error' ? terminal.red : terminal.yellow;
  if (index === 0) {
    const at = line.indexOf(`${code}: `);
    return at < 0 ? line : `${terminal.bold(line.slice(0, at))}${paint(code)}${line.slice(at + code.length)}`;
  }
  if (line === '') return line;
  if (line.startsWith('> ')) return terminal.bold(line);
  const caret = /^( +\| +)(\^+)$/.exec(line);
  if (caret !== null) return `${terminal.dim(caret[1] ?? '')}${paint(caret[2] ?? '')}`;
  return line.startsWith('  hint: ') ? line : terminal.dim(line);
}
