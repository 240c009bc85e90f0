import type { Diagnostic } from '../../../../compiler/index.ts';
import { visibleJson } from '../terminal.ts';
import { type CheckedSpec, describeDiagnostic, endColumnOf, toUriReference } from './checked-spec.ts';

/**
 * Formats diagnostics as a SARIF log (OASIS Static Analysis Results Interchange Format 2.1.0). `version` is the version
 * of specmill.
 */
export function formatSarif(specs: readonly CheckedSpec[], version: string): string {
  const codes = [...new Set(specs.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'specmill', version, rules: codes.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: specs.flatMap((spec) => spec.diagnostics.map((diagnostic) => toResult(diagnostic, spec, codes))),
      },
    ],
  };
  return visibleJson(`${JSON.stringify(log, null, 2)}\n`);
}

function toResult(diagnostic: Diagnostic, { input }: CheckedSpec, codes: readonly string[]): object {
  const { code, severity, line, column, path } = diagnostic;
  const endColumn = endColumnOf(diagnostic, input.text);
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: describeDiagnostic(diagnostic) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUriReference(input.path) },
          region: { startLine: line, startColumn: column, ...(endColumn === null ? {} : { endColumn }) },
        },
        ...(path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: path }] }),
      },
    ],
  };
}
