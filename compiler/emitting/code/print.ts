import type { FunctionDeclarationStructure } from 'ts-morph';
import { formatModule } from './format/wrap-lines.ts';
import type { Statement } from './statements.ts';
import { loadTsMorph } from './ts-morph.ts';

/**
 * Returns the formatted text of a module. ts-morph parses everything that it prints, which takes most of the time for
 * 300 fields. Therefore ts-morph prints placeholders instead of texts and functions, and the placeholders are replaced
 * afterwards.
 */
export function print(statements: readonly Statement[]): string {
  const { IndentationText, NewLineKind, Project, QuoteKind, StructureKind } = loadTsMorph();
  const texts: string[] = [];
  // The form of the placeholder matters: ts-morph adds a blank line after a block and before a function.
  const addPlaceholder = (text: string): string =>
    text.endsWith('}') ? `{ $${texts.push(text) - 1} }` : `$${texts.push(text) - 1};`;
  const isApart = (): boolean => texts.length === 0 || (texts.at(-1)?.endsWith('}') ?? false);
  const marked = statements.map((statement) => {
    if (typeof statement === 'string') return addPlaceholder(statement);
    if (statement.kind !== StructureKind.Function || !isPlain(statement)) return statement;
    return addPlaceholder(`${isApart() ? '' : '\n'}${printFunction(statement)}`);
  });
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      quoteKind: QuoteKind.Single,
      newLineKind: NewLineKind.LineFeed,
    },
  });
  const printed = project.createSourceFile('module.ts', { statements: marked }).getFullText();
  const source = printed.replace(/^(?:\{ )?\$(\d+)(?:;| \})$/gm, (_, number: string) => texts[Number(number)] ?? '');
  return formatModule(source);
}

/** Returns whether all statements of a function are text, as `functionStatement` creates them. */
function isPlain({ statements }: FunctionDeclarationStructure): boolean {
  return Array.isArray(statements) && statements.every((statement) => typeof statement === 'string');
}

/** Prints a function whose statements are text. */
function printFunction({
  name,
  docs,
  parameters,
  returnType,
  statements,
  isExported,
}: FunctionDeclarationStructure): string {
  const taken = parameters?.map((parameter) => `${parameter.name}: ${String(parameter.type)}`).join(', ') ?? '';
  const head = `${isExported === true ? 'export ' : ''}function ${name ?? ''}(${taken}): ${String(returnType)} {`;
  return `${printDoc(String(docs?.[0]))}\n${head}\n${printBody(Array.isArray(statements) ? statements.map(String) : [])}\n}`;
}

function printDoc(doc: string): string {
  return doc.startsWith('\n')
    ? `/**\n${doc.slice(1).replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */`
    : `/** ${doc} */`;
}

function printBody(statements: readonly string[]): string {
  return statements
    .map(
      (statement, index) =>
        `${statements[index - 1]?.endsWith('}') === true ? '\n' : ''}${statement.replace(/^(?=.)/gm, '  ')}`,
    )
    .join('\n');
}
