import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/** The JSON Schemas of AsyncAPI (Apache-2.0). That of ODCS is a part of the Python package (MIT). */
const ASYNCAPI = '@asyncapi/specs@6.11.1';
const HASH = createHash('sha256').update(readFileSync(REQUIREMENTS)).update(ASYNCAPI).digest('hex').slice(0, 12);
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'specmill');
const FOLDER = join(CACHE, `openapi-${HASH}`);

/** The Python packages of requirements.txt, as a folder outside the project. */
export interface PythonTools {
  /** The folder of the packages. `npm/` has those of npm. */
  readonly folder: string;
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
  const hasSchemas = status === 0 && installAsyncApi(folder);
  // A folder with the final name is complete, also if two processes do this at once.
  if (hasSchemas && !existsSync(FOLDER)) renameSync(folder, FOLDER);
  else rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`pip failed: ${stderr.trim().split('\n').at(-1)}`);
  if (!hasSchemas) throw new Error(`npm cannot install ${ASYNCAPI}`);
}

function installAsyncApi(folder: string): boolean {
  const args = ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', join(folder, 'npm'), ASYNCAPI];
  return spawnSync('npm', args, { stdio: 'ignore' }).status === 0;
}

/** Returns the packages that installTools() has installed; null if it has not. */
export function findTools(): PythonTools | null {
  if (!existsSync(FOLDER)) return null;
  return {
    folder: FOLDER,
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
