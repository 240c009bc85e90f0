/** Returns whether a text has valid check digits. Written from the standards, with the whole number as a BigInt. */
export function hasCheckDigits(text: string, algorithm: string): boolean {
  switch (algorithm) {
    case 'IBAN':
      return (
        /^[A-Z]{2}(?!00|01|99)\d\d[A-Z0-9]{11,30}$/u.test(text) &&
        numberOf(text.slice(4) + text.slice(0, 4)) % 97n === 1n
      );
    case 'LUHN':
      return /^\d{2,}$/u.test(text) && passesLuhn(text);
    case 'MOD11':
      return /^\d{1,9}[\dX]$/u.test(text) && weigh(text, (place) => place + 1) % 11 === 0;
    case 'MOD97':
      return /^[A-Z0-9]+\d\d$/u.test(text) && numberOf(text) % 97n === 1n;
    case 'EAN':
      return /^(?:\d{8}|\d{12,14})$/u.test(text) && weigh(text, (place) => (place % 2 === 0 ? 1 : 3)) % 10 === 0;
    case 'BIC_SHAPE':
      return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/u.test(text);
    case 'ISIN':
      return /^[A-Z]{2}[A-Z0-9]{9}\d$/u.test(text) && passesLuhn(digitsOf(text));
    default:
      throw new Error(`no algorithm is called ${algorithm}`);
  }
}

/** Replaces each letter by its number, from 10 for A to 35 for Z. */
function digitsOf(text: string): string {
  return text.replace(/[A-Z]/gu, (letter) => String(parseInt(letter, 36)));
}

function numberOf(text: string): bigint {
  return BigInt(digitsOf(text));
}

function passesLuhn(digits: string): boolean {
  const sums = [...digits].reverse().map((digit, place) => {
    const [tens, units] = String(Number(digit) * (place % 2 === 0 ? 1 : 2))
      .padStart(2, '0')
      .split('');
    return Number(tens) + Number(units);
  });
  return sums.reduce((total, sum) => total + sum, 0) % 10 === 0;
}

/** Returns the sum of all digits, each times its weight. The last digit has the place 0, and X counts as 10. */
function weigh(text: string, weightOf: (place: number) => number): number {
  return [...text]
    .reverse()
    .reduce((total, one, place) => total + (one === 'X' ? 10 : Number(one)) * weightOf(place), 0);
}
