import type { Figure } from '../program/measure-program.ts';
import { middleOf } from '../program/timed.ts';
import { sendSmallFiles } from '../service/client.ts';

const CLIENTS = 50;
const FILES = 1000;
const ROUNDS = 5;

/** Measures the files of 20 records that the service publishes, and validates, in one second for 50 clients. */
export async function smallFileFigures(port: number): Promise<Figure[]> {
  return [
    await measure(port, 'file-to-events', {
      title: 'files of 20 records to the embedded broker, 50 clients, a second',
      must: 400,
      goal: 1000,
    }),
    await measure(port, 'validate', { title: 'the same, `validate`', must: 1000, goal: 2500 }),
  ];
}

async function measure(port: number, route: string, figure: Pick<Figure, 'title' | 'must' | 'goal'>): Promise<Figure> {
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    await sendSmallFiles({ port, route, clients: CLIENTS, files: FILES, key: null });
    if (round > 0) rates.push(FILES / ((performance.now() - began) / 1000));
  }
  const details = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)} in ${ROUNDS} rounds`;
  return { ...figure, measured: middleOf(rates), unit: '/s', isCost: false, details };
}
