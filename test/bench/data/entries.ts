import type { Random } from './random.ts';
import { CURRENCIES, createAmount, createDay, createName, createNote } from './words.ts';

export const ENTRIES_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<Document>\n <Stmt>\n';
export const ENTRIES_FOOT = ' </Stmt>\n</Document>\n';

/** Returns an indented entry of a bank statement. Two in a hundred are invalid, four have an entity or CDATA. */
export function createEntry(id: number, random: Random): string {
  const { day, month, year } = createDay(random);
  const status = random.below(50) === 0 ? 'GONE' : random.pick(['BOOK', 'PDNG', 'INFO']);
  return `  <Ntry>
   <Id>${id}</Id>
   <Amt Ccy="${random.pick(CURRENCIES)}">${createAmount(random)}</Amt>
   <BookgDt><Dt>${year}-${month}-${day}</Dt></BookgDt>
   <Sts>${status}</Sts>
   <NtryDtls>
    <Refs><EndToEndId>REF-${random.below(1_000_000_000)}</EndToEndId></Refs>
    <Nm> ${createName(random, false)} </Nm>
    <Info>${createInfo(random)}</Info>
   </NtryDtls>
  </Ntry>
`;
}

function createInfo(random: Random): string {
  const words = createNote(random, 3 + random.below(5));
  const kind = random.below(50);
  return kind === 0 ? `<![CDATA[${words} <&>]]>` : kind === 1 ? `${words} &amp; more` : words;
}
