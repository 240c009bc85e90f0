import { readSyntax, type Syntax } from './model/syntax.ts';

/** Returns the names of fields that an expression may read, without its types. Empty if it cannot be read. */
export function readNames(text: string): string[] {
  const syntax = readSyntax(text);
  return 'detail' in syntax ? [] : [...new Set(namesOf(syntax))];
}

function namesOf(syntax: Syntax): string[] {
  switch (syntax.kind) {
    case 'name':
      return [syntax.name];
    case 'call': {
      const [name] = syntax.args;
      return syntax.name === 'field' && name?.kind === 'text' ? [name.value] : syntax.args.flatMap(namesOf);
    }
    case 'index':
      return [...namesOf(syntax.of), ...namesOf(syntax.index)];
    case 'list':
      return syntax.items.flatMap(namesOf);
    case 'map':
      return syntax.entries.flat().flatMap(namesOf);
    case 'member':
    case 'text':
    case 'number':
    case 'truth':
    case 'null':
    case 'unsupported':
      return [];
    default:
      return syntax satisfies never;
  }
}
