import { partsOf, readSyntax, type Syntax } from './model/syntax.ts';

/** Returns the names of fields that an expression may read, without its types. Empty if it cannot be read. */
export function readNames(text: string): string[] {
  const syntax = readSyntax(text);
  return 'detail' in syntax ? [] : [...new Set(namesOf(syntax))];
}

function namesOf(syntax: Syntax): string[] {
  if (syntax.kind === 'name') return [syntax.name];
  if (syntax.kind === 'call' && syntax.name === 'field') {
    const [name] = syntax.args;
    if (name?.kind === 'text') return [name.value];
  }
  return partsOf(syntax).flatMap(namesOf);
}
