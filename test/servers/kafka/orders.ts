import { setTimeout as sleep } from 'node:timers/promises';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { csvFile, ORDERS_YAML } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import type { Proxy } from './proxy.ts';

/** Whether to run the long forms of the tests: SPECMILL_LONG=1, `npm run test:kafka:long`. */
export const isLong = Boolean(process.env['SPECMILL_LONG']);

const AMOUNTS = ['1.50', '0.00', 'x', '7', '1,2', '', '0.01', '99', '3.10', '4'];

/** Creates a file of orders with all kinds of records: valid, with warnings, with errors, FATAL. All keys differ. */
export function mixedOrders(records: number): File {
  const readRange: string[] = [];
  for (let index = 0; index < records; index++)
    readRange.push(`order ${index},${AMOUNTS[(index * 7) % AMOUNTS.length]}\n`);
  return csvFile(`id,amount\n${readRange.join('')}`, 'orders.csv');
}

/** Creates a file of valid orders with these keys, in this order. */
export function ordersOf(ids: Iterable<string>): File {
  return csvFile(`id,amount\n${[...ids].map((id) => `"${id.replaceAll('"', '""')}",1.50\n`).join('')}`, 'orders.csv');
}

/** A folder with the spec `orders`. */
export function createOrdersPlace(): Workplace {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  return at;
}

/** Returns the form parts of a request that sends orders to a topic. */
export function ordersForm(
  topic: string,
  file: File,
  more: Readonly<Record<string, string>> = {},
): Record<string, string | Blob> {
  return { specId: gitSpecId('orders'), brokerTopic: topic, errorLimit: '300', ...more, file };
}

/** Waits until this many more bytes were sent to the broker. Throws if there is no progress. */
export async function waitForBytes(proxy: Proxy, bytes: number): Promise<void> {
  const from = proxy.sent();
  for (const until = Date.now() + 120_000; proxy.sent() - from < bytes; await sleep(2)) {
    if (Date.now() > until)
      throw new Error(`no more bytes are sent to the broker: ${proxy.sent() - from} of ${bytes} bytes`);
  }
}

/** Prints what a test skips, and why. */
export function printSkip(what: string): void {
  console.log(`\nskip: ${what}`);
}

/** Prints a figure on its own line, because uvu's bullets are on the current one. */
export function printNote(figure: string): void {
  console.log(`\nnote: ${figure}`);
}
