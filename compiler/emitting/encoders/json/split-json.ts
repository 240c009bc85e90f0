import type { MessageMember } from '../model/encoder.ts';

const MEMBER = /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)\s*([,}])/y;

/** Returns the members of a flat JSON object in their order; null if the text is something else. Numbers keep all digits. */
export function splitJson(text: string): MessageMember[] | null {
  const members: MessageMember[] = [];
  const member = new RegExp(MEMBER);
  let at = text.startsWith('{') ? 1 : -1;
  while (at > 0 && text[at - 1] !== '}') {
    member.lastIndex = at;
    const [, name, value] = member.exec(text) ?? [];
    if (name === undefined || value === undefined) return null;
    members.push({ name: String(JSON.parse(name)), text: value, value: valueOf(value) });
    at = member.lastIndex;
  }
  return at === text.length ? members : null;
}

function valueOf(text: string): string | null {
  if (text === 'null') return null;
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}
