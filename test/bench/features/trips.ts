import { closeSync, openSync, writeSync } from 'node:fs';
import { createRandom, padded, type Random } from '../data/random.ts';

/** One record of the file: its cells, in the order of the columns. */
export type Trip = readonly string[];

/** How a file of trips is written. */
export interface TripFile {
  /** Changes the cells of a record. */
  readonly cells?: (trip: Trip) => Trip;
  /** Returns a line for the cells. Default: CSV with commas. */
  readonly line?: (trip: Trip) => string;
  /** Lines before and after the records, with their line ends. Default: a CSV header, and none. */
  readonly head?: string;
  readonly foot?: string;
  /** A line before every 50th record. */
  readonly between?: string;
  readonly encode?: (text: string) => Buffer;
}

export const COLUMNS = 'id,vendor,day,distance,passengers,fare,tip,payment,city,shared'.split(',');
const CITIES = ['Berlin', 'Hamburg', 'Munich', 'Cologne', 'Frankfurt am Main', 'Stuttgart'];
const PAYMENTS = ['CARD', 'CASH', 'APP'];
const RECORDS_BETWEEN = 50;
const RECORDS_PER_WRITE = 5000;

/** Writes a file of trips. */
export function writeTrips(path: string, records: number, file: TripFile): void {
  const { cells, line = (trip) => `${trip.join(',')}\n`, between, encode = Buffer.from } = file;
  const random = createRandom(1);
  const descriptor = openSync(path, 'w');
  let text = file.head ?? `${COLUMNS.join(',')}\n`;
  for (let number = 1; number <= records; number++) {
    if (between !== undefined && number % RECORDS_BETWEEN === 0) text += between;
    const trip = createTrip(number, random);
    text += line(cells === undefined ? trip : cells(trip));
    if (number % RECORDS_PER_WRITE > 0) continue;
    writeSync(descriptor, encode(text));
    text = '';
  }
  writeSync(descriptor, encode(text + (file.foot ?? '')));
  closeSync(descriptor);
}

function createTrip(number: number, { below, pick }: Random): Trip {
  return [
    String(1_000_000 + number),
    `vendor ${below(50)}`,
    `20${10 + below(15)}-${padded(1 + below(12), 2)}-${padded(1 + below(28), 2)}`,
    `${below(60)}.${padded(below(100), 2)}`,
    String(1 + below(6)),
    `${5 + below(90)}.${padded(below(100), 2)}`,
    `${below(9)}.50`,
    pick(PAYMENTS),
    pick(CITIES),
    pick(['false', 'true']),
  ];
}
