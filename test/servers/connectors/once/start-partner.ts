import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { PartnerTask, PutFile } from './partner.ts';

/** A partner, as a separate process. */
export interface Partner {
  /** Waits until the partner has put all of its files, and returns them. Throws if it failed. */
  files(): Promise<PutFile[]>;
  /** Ends the process, if it still runs. */
  end(): void;
}

/** Starts a partner. */
export function startPartner(task: PartnerTask): Partner {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'partner.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(task));
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    async files() {
      assert.is(await closed, 0, 'the partner failed');
      const lines = output.trim().split('\n');
      return lines.map((line) => JSON.parse(line) as PutFile);
    },
    end: () => void child.kill('SIGKILL'),
  };
}
