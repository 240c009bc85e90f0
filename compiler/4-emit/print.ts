import type { Statement } from './statements.ts';
import { loadTsMorph } from './ts-morph.ts';

/**
 * The text of a module. ts-morph prints the declarations; it parses what it has printed, which for the statements of 300 fields
 * takes most of a compile, so these are held back meanwhile: a mark stands for them.
 */
export function print(statements: readonly Statement[]): string {
  const { IndentationText, NewLineKind, Project, QuoteKind, StructureKind } = loadTsMorph();
  const held: string[] = [];
  // ts-morph leaves a line blank behind what ends in a brace.
  const hold = (text: string): string => (text.endsWith('}') ? `{ $${held.push(text) - 1} }` : `$${held.push(text) - 1};`);
  const marked = statements.map((statement) => {
    if (typeof statement === 'string') return hold(statement);
    if (statement.kind !== StructureKind.Function || !Array.isArray(statement.statements)) return statement;
    return { ...statement, statements: statement.statements.map((inner) => (typeof inner === 'string' ? hold(inner) : inner)) };
  });
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces, quoteKind: QuoteKind.Single, newLineKind: NewLineKind.LineFeed },
  });
  const printed = project.createSourceFile('module.ts', { statements: marked }).getFullText();
  return printed.replace(/^( *)(?:\{ )?\$(\d+)(?:;| \})$/gm, (_, indent: string, number: string) => indented(held[Number(number)] ?? '', indent));
}

function indented(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/^(?=.)/gm, indent);
}
