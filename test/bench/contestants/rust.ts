import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Prepare } from './contestant.ts';

/** The folder in which cargo builds the program. */
export function rustTarget(cache: string): string {
  return join(cache, 'rust');
}

interface Answer {
  records: number;
  good: number;
  issues: number;
  cpuMs: number;
  megabytes: number;
}

/** A program in Rust with the crates csv, regex and simdutf8, which reads the file once for each line it receives. */
export const prepareRust: Prepare = async ({ file, modules, isHashed }) => {
  const program = join(rustTarget(join(modules, '../..')), 'release/rust-peer');
  const child = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  // The program ends with this process, which closes its input.
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const out = isHashed ? `${file}.rust` : '';
  return async () => {
    child.stdin.write(`${out}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error('the program in Rust has ended');
    // Printed by src/main.rs.
    const { cpuMs, megabytes, ...tally } = JSON.parse(value) as Answer;
    let hash: string | null = null;
    if (isHashed) {
      child.stdin.end();
      const sum = createHash('sha256');
      for await (const chunk of createReadStream(out) as AsyncIterable<Buffer>) sum.update(chunk);
      hash = sum.digest('hex');
      rmSync(out);
    }
    return { ...tally, hash, used: { cpuMs, megabytes } };
  };
};
