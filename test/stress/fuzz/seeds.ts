import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TargetName } from './target.ts';

const FOLDER = join(import.meta.dirname, 'seeds');

/** An input that once failed: `seeds/<target>/<sample>--<what>.bin`. */
export interface Seed {
  origin: string;
  file: string;
  bytes: Uint8Array;
}

export function seedsOf(target: TargetName): Seed[] {
  const folder = join(FOLDER, target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, origin: originOf(file), bytes: new Uint8Array(readFileSync(join(folder, file))) }));
}

/** Stores a failing input outside the project. Returns its path, and where it belongs after the fix. */
export function saveInput(target: TargetName, origin: string, bytes: Uint8Array): string {
  const folder = join(tmpdir(), 'specmill-fuzz', target);
  mkdirSync(folder, { recursive: true });
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const path = join(folder, `${origin.replaceAll('/', '+')}--${hash}.bin`);
  writeFileSync(path, bytes);
  return `${path} (a seed for test/stress/fuzz/seeds/${target}/)`;
}

function originOf(file: string): string {
  return (file.split('--')[0] ?? '').replaceAll('+', '/');
}
