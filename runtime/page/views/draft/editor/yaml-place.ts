/** A place in a YAML text where the user types. */
export interface YamlPlace {
  /** The keys from the document to the object or value at the place. `*` is an item of a list. */
  path: readonly string[];
  /** Whether the user types the value of the last key of `path`, instead of a key of the object at `path`. */
  isValue: boolean;
  /** The members of the object that precede the place, with their values as written. */
  members: Readonly<Record<string, string>>;
  /** Index in the text at which the word before the place begins. */
  from: number;
}

interface Container {
  /** The column at which its content begins. The content of a flow collection has no column. */
  indent: number;
  step: string;
  members: Record<string, string>;
}

const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s"'#[\]{},][^:#{}[\]]*?))\s*:(?=\s|$)\s*/;

/**
 * Returns the place at the end of `text`, the part of a YAML document before the cursor; null in a comment. Flow
 * collections of several lines are not followed.
 */
export function findYamlPlace(text: string): YamlPlace | null {
  const lines = text.split('\n');
  const line = lines.pop() ?? '';
  if (/(?:^|\s)#/.test(line.replace(/"[^"]*"|'[^']*'/g, ''))) return null;
  const stack: Container[] = [{ indent: -1, step: '', members: {} }];
  for (const each of lines) if (!/^\s*(?:#|$|---)/.test(each)) readBlock(each, stack);
  const { rest, key } = readBlock(line, stack);
  const word = /[^\s,[\]{}:"']*$/.exec(line)?.[0] ?? '';
  const from = text.length - word.length;
  const at = readFlow(rest, { path: stepsOf(stack), isValue: key !== null, members: stack.at(-1)?.members ?? {} });
  return { ...at, from };
}

/** Reads the beginning of a line: its indentation, the dashes of items and a key. Returns what follows. */
function readBlock(line: string, stack: Container[]): { rest: string; key: string | null } {
  let indent = line.length - line.trimStart().length;
  let rest = line.slice(indent);
  leave(stack, indent, /^-(?:\s|$)/.test(rest));
  for (let dash = /^-(?:\s+|$)/.exec(rest); dash !== null; dash = /^-(?:\s+|$)/.exec(rest)) {
    stack.push({ indent, step: '*', members: {} });
    indent += dash[0].length;
    rest = rest.slice(dash[0].length);
  }
  const found = KEY.exec(rest);
  if (found === null) return { rest, key: null };
  const key = found[1] ?? found[2] ?? found[3] ?? '';
  rest = rest.slice(found[0].length);
  const parent = stack.at(-1);
  if (parent !== undefined) parent.members[key] = rest.trim();
  stack.push({ indent, step: key, members: {} });
  return { rest, key };
}

/** Removes the containers that end before a line. The items of a list may have the indentation of its key. */
function leave(stack: Container[], indent: number, isItem: boolean): void {
  for (let top = stack.at(-1); top !== undefined && stack.length > 1; top = stack.at(-1)) {
    const isList = isItem && top.indent === indent && top.step !== '*';
    if (top.indent < indent || isList) return;
    stack.pop();
  }
}

function stepsOf(stack: readonly Container[]): string[] {
  return stack.slice(1).map(({ step }) => step);
}

type Place = Omit<YamlPlace, 'from'>;

/** Follows the flow collections that are open at the end of a line. */
function readFlow(rest: string, place: Place): Place {
  const open: Place[] = [place];
  let text = '';
  const top = (): Place => open.at(-1) ?? place;
  const end = () => {
    const colon = /^\s*["']?([^"':]+)["']?\s*:\s*(.*)$/s.exec(text);
    if (colon !== null) Object.assign(top().members, { [colon[1]?.trim() ?? '']: colon[2]?.trim() });
    text = '';
  };
  for (const part of rest.match(/"[^"]*"|'[^']*'|[{}[\],]|[^{}[\],"']+|./g) ?? []) {
    if (part === '{' || part === '[') {
      const key = /^\s*["']?([^"':]+)["']?\s*:\s*$/.exec(text)?.[1]?.trim();
      const path = [...top().path, ...(key === undefined ? [] : [key]), ...(part === '[' ? ['*'] : [])];
      open.push({ path, isValue: part === '[', members: {} });
      text = '';
    } else if (part === '}' || part === ']') {
      end();
      if (open.length > 1) open.pop();
    } else if (part === ',') end();
    else text += part;
  }
  const key = open.length > 1 ? /^\s*["']?([^"':]+)["']?\s*:\s/.exec(text)?.[1]?.trim() : undefined;
  return key === undefined ? top() : { ...top(), path: [...top().path, key], isValue: true };
}
