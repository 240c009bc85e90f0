import { type Code, code, commentText, literal, name, tableLiteral } from '../code/literal.ts';
import type { ZoneTransitions } from './transitions.ts';

/** Emits the constant with the offsets of a zone. It calls `createZone` of the kernel. */
export function emitZone(constant: string, zone: string, { version, first, changes }: ZoneTransitions): Code {
  let before = 0;
  const texts = changes.map(({ at, offset }) => {
    const since = at - before;
    before = at;
    return `${since.toString(36)}${offset < 0 ? '-' : '+'}${Math.abs(offset).toString(36)}`;
  });
  const doc = code`The offsets of ${commentText(zone)} from 1970 to 2100, of the tz database ${commentText(version)}: seconds since the change before and the new offset, in base 36.`;
  const table = texts.length === 0 ? literal('') : tableLiteral(texts.join(' '));
  return code`/** ${doc} */\nconst ${name(constant)} = createZone(${first}, ${table});`;
}
