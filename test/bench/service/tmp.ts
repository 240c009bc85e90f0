import { sendSmallFiles } from './client.ts';
const port = Number(process.argv[2]);
const route = process.argv[3]!;
const clients = Number(process.argv[4]);
const files = Number(process.argv[5]);
await sendSmallFiles({ port, route, clients, files: 300, key: null });
const t = performance.now();
const times = await sendSmallFiles({ port, route, clients, files, key: null });
console.log(
  route,
  clients,
  ((files / (performance.now() - t)) * 1000).toFixed(0) + '/s',
  'p50',
  times[files >> 1]!.toFixed(1),
);
