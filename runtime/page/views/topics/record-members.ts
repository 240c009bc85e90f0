/** A member of a record as it is in the text of its message. */
export interface RecordMember {
  name: string;
  /** The value as JSON text, which has all digits of a number. */
  text: string;
}

const MEMBER = /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)\s*([,}])/y;

/** Returns the members of a flat JSON object in their order; null if the text is something else. */
export function splitRecord(text: string): RecordMember[] | null {
  const members: RecordMember[] = [];
  const member = new RegExp(MEMBER);
  let at = text.startsWith('{') ? 1 : -1;
  while (at > 0 && text[at - 1] !== '}') {
    member.lastIndex = at;
    const [, name, value] = member.exec(text) ?? [];
    if (name === undefined || value === undefined) return null;
    members.push({ name: String(JSON.parse(name)), text: value });
    at = member.lastIndex;
  }
  return at === text.length ? members : null;
}

/** Returns a value for people: a text without its quotation marks, other values as they are. */
export function showValue(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}
