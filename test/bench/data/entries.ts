import type { Random } from './random.ts';
import { CURRENCIES, makeAmount, makeDay, makeName, makeNote } from './words.ts';

export const ENTRIES_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<Document>\n <Stmt>\n';
export const ENTRIES_FOOT = ' </Stmt>\n</Document>\n';

/** Returns an indented entry of a bank statement. Two in a hundred are invalid, four have an entity or CDATA. */
export function makeEntry(id: number, random: Random): string {
  const { day, month, year } = makeDay(random);
  const status = random.below(50) === 0 ? 'GONE' : random.pick(['BOOK', 'PDNG', 'INFO']);
  return `  <Ntry>
   <Id>${id}</Id>
   <Amt Ccy="${random.pick(CURRENCIES)}">${makeAmount(random)}</Amt>
   <BookgDt><Dt>${year}-${month}-${day}</Dt></BookgDt>
   <Sts>${status}</Sts>
   <NtryDtls>
    <Refs><EndToEndId>REF-${random.below(1_000_000_000)}</EndToEndId></Refs>
    <Nm> ${makeName(random, false)} </Nm>
    <Info>${makeInfo(random)}</Info>
   </NtryDtls>
  </Ntry>
`;
}

function makeInfo(random: Random): string {
  const words = makeNote(random, 3 + random.below(5));
  const kind = random.below(50);
  return kind === 0 ? `<![CDATA[${words} <&>]]>` : kind === 1 ? `${words} &amp; more` : words;
}
