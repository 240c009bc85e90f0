import { randomOf, type Random } from '../../support/random.ts';

/**
 * Draws a file for the specs of `changes/types-*`: batches with items and a total each. About half of the files are
 * valid for the old state. The same seed and index give the same file.
 */
export function drawTypedFile(seed: number, index: number): string {
  const random = randomOf(seed, index);
  const lines = Array.from({ length: random.below(3) + 1 }, () => drawBatch(random)).flat();
  if (random.oneIn(3)) lines.push('Eend  ');
  for (let changes = random.below(3); changes > 0; changes--) changeLine(lines, random);
  return `${lines.join('\n')}\n`;
}

function drawBatch(random: Random): string[] {
  const items = Array.from({ length: random.below(4) }, () => random.pick(amounts));
  const sum = items.reduce((total, amount) => total + Number(amount), 0);
  const records = items.map((amount) => `I00${random.below(3) + 1}${amount}00${amount}`);
  return [`Bann  `, ...records, `T${toText(items.length)}${toText(sum)}`];
}

const amounts: readonly [string, ...string[]] = ['001', '002', '030', '600', '   '];

function toText(number: number): string {
  return String(number).padStart(3, '0');
}

const strangers: readonly [string, ...string[]] = [
  'Nnote ',
  'Eend  ',
  'J001001   ',
  'Ixxx',
  'T001001',
  'X',
  'Bbob  ',
  'I001zzz   ',
];

function changeLine(lines: string[], random: Random): void {
  const at = random.below(lines.length);
  const change = random.below(3);
  if (change === 0) lines.splice(at, 0, random.pick(strangers));
  else if (change === 1) lines.splice(at, 1);
  else lines.splice(random.below(lines.length), 0, ...lines.splice(at, 1));
}
