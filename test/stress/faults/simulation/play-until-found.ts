/** Plays histories until one shows a fault. Call: `play-until-found.ts HISTORIES`. Exits with 1 if one does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playHistory } from './history.ts';
import { createTemplates } from './templates.ts';
import { findModuleKey } from '../../../../runtime/state/registry/compile/module-key.ts';

const histories = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'specmill-histories-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
process.env['SPECMILL_STATE'] = join(folder, 'state');
await findModuleKey();
const templates = await createTemplates(folder);
for (let number = 0; number < histories; number++) {
  const { faults } = await playHistory(number, templates);
  if (faults.length === 0) continue;
  console.log(`FOUND after ${number + 1} histories: ${String(faults[0]).slice(0, 200).replaceAll('\n', ' ')}`);
  process.exitCode = 1;
  break;
}
