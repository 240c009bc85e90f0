import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const HASH = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'specmill');
const FOLDER = join(CACHE, `openapi-${HASH}`);

/** The Python packages of requirements.txt, as a folder outside the project. */
export interface PythonTools {
  /**
   * Runs a module of the packages in a folder, into which it may write. `env` are more environment variables. The output
   * is that of both streams.
   */
  run(
    module: string,
    args: readonly string[],
    options: { folder: string; env: Readonly<Record<string, string>> },
  ): { code: number | null; output: string };
}

/** Installs the packages unless they are there. Throws an Error that says what is missing. */
export function installTools(): void {
  if (existsSync(FOLDER)) return;
  if (!hasPython()) installPython();
  if (!hasPython()) throw new Error('missing: python3 with pip');
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'openapi-new-'));
  const { status, stderr } = spawnSync(
    'python3',
    ['-m', 'pip', 'install', '--quiet', '--no-input', '--target', folder, '-r', REQUIREMENTS],
    { encoding: 'utf8' },
  );
  // A folder with the final name is complete, also if two processes do this at once.
  if (status === 0 && !existsSync(FOLDER)) renameSync(folder, FOLDER);
  else rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`pip failed: ${stderr.trim().split('\n').at(-1)}`);
}

/** Returns the packages that installTools() has installed; null if it has not. */
export function findTools(): PythonTools | null {
  if (!existsSync(FOLDER)) return null;
  return {
    run(module, args, { folder, env: more }) {
      const env = { ...process.env, ...more, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' };
      const { status, stdout, stderr } = spawnSync('python3', ['-m', module, ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      return { code: status, output: stdout + stderr };
    },
  };
}

function hasPython(): boolean {
  return spawnSync('python3', ['-m', 'pip', '--version']).status === 0;
}

function installPython(): void {
  if (!process.env['CI'] || process.getuid?.() !== 0) return;
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'python3', 'python3-pip'],
  ]) {
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
