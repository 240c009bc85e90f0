import type { MessageMember } from '../model/encoder.ts';

const NAME = /\s*("(?:[^"\\]|\\.)*")\s*:\s*/y;
const FLAT = /"(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+/y;
const NEXT = /\s*([,}])/y;
/** The parts of a text that decide where a list or an object ends. */
const BRACKET = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/**
 * Returns the members of a JSON object in their order; null if the text is something else. Numbers keep all digits. The value
 * of a member with a list or an object is its text.
 */
export function splitJson(text: string): MessageMember[] | null {
  const members: MessageMember[] = [];
  let at = text.startsWith('{') ? 1 : -1;
  while (at > 0 && text[at - 1] !== '}') {
    const name = matchAt(NAME, text, at);
    if (name === null) return null;
    const from = at + name[0].length;
    const to = endOfValue(text, from);
    const next = to < 0 ? null : matchAt(NEXT, text, to);
    if (next === null) return null;
    const value = text.slice(from, to);
    members.push({ name: String(JSON.parse(name[1] ?? '')), text: value, value: valueOf(value) });
    at = to + next[0].length;
  }
  return at === text.length ? members : null;
}

/** Returns the match of a sticky pattern at an index. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  const found = new RegExp(pattern);
  found.lastIndex = at;
  return found.exec(text);
}

/** Returns the end of the value that begins at an index, or -1 if none begins there. */
function endOfValue(text: string, from: number): number {
  if (text[from] !== '{' && text[from] !== '[') {
    const flat = matchAt(FLAT, text, from);
    return flat === null ? -1 : from + flat[0].length;
  }
  const bracket = new RegExp(BRACKET);
  bracket.lastIndex = from;
  const open: string[] = [];
  for (let found = bracket.exec(text); found !== null; found = bracket.exec(text)) {
    const [part] = found;
    if (part === '{' || part === '[') open.push(part);
    else if (part === '}' || part === ']') {
      if (open.pop() !== (part === '}' ? '{' : '[')) return -1;
      if (open.length === 0) return bracket.lastIndex;
    }
  }
  return -1;
}

function valueOf(text: string): string | null {
  if (text === 'null') return null;
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}
