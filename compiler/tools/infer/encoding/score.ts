/**
 * Rates how plausible a decoded text is, to find its encoding. Returns the mean score of its non-ASCII characters, from
 * -5 (malformed) to 1 (fits its neighbours), or 0 if it has none.
 */
export function encodingScore(text: string, encoding: string): number {
  const characters = [...text];
  const everyday = encoding in FIRST_LEVEL ? everydayOf(encoding) : null;
  let sum = 0;
  let count = 0;
  characters.forEach((character, at) => {
    if (character <= '\u007f') return;
    count++;
    sum +=
      everyday !== null
        ? wideScore(characters, at, { encoding, everyday })
        : scoreOf(character, characters[at - 1] ?? ' ', characters[at + 1] ?? ' ');
  });
  return count === 0 ? 0 : sum / count;
}

const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}/u;
const SCRIPTS = [LATIN, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

function scoreOf(character: string, before: string, next: string): number {
  if (character === '\ufffd') return -5;
  if (/[\u0080-\u009f]/.test(character)) return -3;
  const neighbours = [before, next].filter((one) => LETTER.test(one));
  if (!LETTER.test(character)) return symbolScore(character, neighbours.length);
  // A letter with no letter beside it, or with the same letter beside it, is no evidence.
  if (neighbours.length === 0 || neighbours.includes(character)) return 0;
  const script = SCRIPTS.find((one) => one.test(character));
  if (neighbours.some((one) => script?.test(one) === false)) return -1;
  // A capital after a small letter is typical of text in the wrong code page.
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -1;
  // Latin words mix ASCII letters with a few others.
  if (script === LATIN && neighbours.every((one) => one > '\u007f')) return -0.5;
  if (script !== LATIN && script !== undefined) return FREQUENT.test(character) ? 1 : 0.7;
  return usual.test(character) ? 1 : 0.5;
}

/**
 * The most frequent letters of Russian, Ukrainian and Bulgarian, and those of Greek. They distinguish two code pages that
 * have letters of one case at the same places.
 */
const FREQUENT = /[оеаинтсрвлкіъαοιετσνηυρςπκλ]/iu;

/** Letters of widely used languages. Other letters score half as much. */
const usual =
  /[À-ÏÑ-ÖØ-Üß-ïñ-öø-üÿŒœŸŠšŽžĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŤťŮůŐőŰűĞğİıŞşĀāĒēĢģĪīĶķĻļŅņŪūĖėĮįŲųĂăŢţĐđА-яЁёΑ-ώ]/u;

function symbolScore(symbol: string, letters: number): number {
  if (letters === 2) return symbol === '’' || symbol === '\u00ad' ? 0.8 : -1;
  if (/[€£]/.test(symbol) && letters === 0) return 0.8;
  return /[€£§°«»„“”’–…©®²³½ºª\u00a0]/u.test(symbol) ? 0.3 : -0.5;
}

/** Frequent characters of each encoding. They score 1, whether or not FIRST_LEVEL contains them. */
const COMMON: Readonly<Record<string, RegExp>> = {
  shift_jis: /[\u3000-\u30ff\uff01-\uff5e]/u,
  'euc-jp': /[\u3000-\u30ff\uff01-\uff5e]/u,
  'euc-kr': /[\uac00-\ud7a3\u3000-\u303f]/u,
  gb18030: /[\u3000-\u303f\uff01-\uff5e]/u,
  big5: /[\u3000-\u303f\uff01-\uff5e]/u,
};

function wideScore(
  characters: readonly string[],
  at: number,
  { encoding, everyday }: { encoding: string; everyday: ReadonlySet<string> },
): number {
  const character = characters[at] ?? '';
  const neighbours = [characters[at - 1] ?? ' ', characters[at + 1] ?? ' '];
  if (character === '\ufffd') return -5;
  if (COMMON[encoding]?.test(character) === true) return 1;
  // One such character inside of a Latin word is rather two letters of it in another code page.
  if (neighbours.some((one) => /[a-z]/i.test(one)) && neighbours.every((one) => one <= '\u007f')) return -0.8;
  return everyday.has(character) ? 0.9 : -0.8;
}

/**
 * The range of lead bytes of the first level of each standard (JIS X 0208, GB 2312, Big5, KS X 1001). The first level
 * contains the characters in everyday use.
 */
const FIRST_LEVEL: Readonly<Record<string, readonly [first: number, last: number]>> = {
  shift_jis: [0x88, 0x9f],
  'euc-jp': [0xb0, 0xcf],
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  'euc-kr': [0xb0, 0xc8],
};

function everydayOf(encoding: string): ReadonlySet<string> {
  const [first, last] = FIRST_LEVEL[encoding] ?? [1, 0];
  const bytes: number[] = [];
  for (let lead = first; lead <= last; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) bytes.push(lead, trail, 0x0a);
  return new Set(
    new TextDecoder(encoding)
      .decode(Uint8Array.from(bytes))
      .split('\n')
      .filter((pair) => [...pair].length === 1),
  );
}
