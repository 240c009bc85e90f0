import type { FunctionDeclarationStructure } from 'ts-morph';
import type { Statement } from './statements.ts';
import { loadTsMorph } from './ts-morph.ts';

/**
 * The text of a module, as ts-morph prints it. It parses what it has printed, which for the functions of 300 fields takes most
 * of a compile: text and functions are held back meanwhile, and a mark stands for each.
 */
export function print(statements: readonly Statement[]): string {
  const { IndentationText, NewLineKind, Project, QuoteKind, StructureKind } = loadTsMorph();
  const held: string[] = [];
  // ts-morph leaves a line blank behind what ends in a brace, and before a function.
  const hold = (text: string): string =>
    text.endsWith('}') ? `{ $${held.push(text) - 1} }` : `$${held.push(text) - 1};`;
  const isApart = (): boolean => held.length === 0 || (held.at(-1)?.endsWith('}') ?? false);
  const marked = statements.map((statement) => {
    if (typeof statement === 'string') return hold(statement);
    if (statement.kind !== StructureKind.Function || !isPlain(statement)) return statement;
    return hold(`${isApart() ? '' : '\n'}${printFunction(statement)}`);
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
  return printed.replace(/^(?:\{ )?\$(\d+)(?:;| \})$/gm, (_, number: string) => held[Number(number)] ?? '');
}

/** Whether a function is one as `functionStatement` makes them: its statements are text. */
function isPlain({ statements }: FunctionDeclarationStructure): boolean {
  return Array.isArray(statements) && statements.every((statement) => typeof statement === 'string');
}

/** A function with a doc, types, and statements in text. */
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
