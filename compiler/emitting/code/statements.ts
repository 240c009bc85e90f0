import type { FunctionDeclarationStructure, StatementStructures } from 'ts-morph';
import type { Code } from './literal.ts';
import { loadTsMorph } from './ts-morph.ts';

/** A statement of a module: a ts-morph structure or source text. */
export type Statement = StatementStructures | string;

/** The parts of a function declaration. */
export interface FunctionCode {
  name: Code;
  /** The docstring. Text of the spec in it must pass through `commentText`. */
  doc: Code;
  parameters: readonly { name: string; type: Code }[];
  returns: Code;
  body: readonly Code[];
  isExported?: boolean;
}

/** Creates the ts-morph structure of a function declaration. */
export function functionStatement({
  name,
  doc,
  parameters,
  returns,
  body,
  isExported = false,
}: FunctionCode): FunctionDeclarationStructure {
  return {
    kind: loadTsMorph().StructureKind.Function,
    name: name.source,
    docs: [`\n${doc.source}`.slice(doc.source.includes('\n') ? 0 : 1)],
    parameters: parameters.map((parameter) => ({ name: parameter.name, type: parameter.type.source })),
    returnType: returns.source,
    statements: body.map(({ source }) => source),
    isExported,
  };
}
