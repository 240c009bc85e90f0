import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The newest that runs on Java 17. Its schemas are in memory. */
const VERSION = '2.6.13.Final';
const ARTIFACT = `io.apicurio:apicurio-registry-app:${VERSION}:tar.gz:all`;
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'specmill');
const SERVER = join(CACHE, `apicurio-${VERSION}`);
const PACKAGES = join(CACHE, 'confluent-kafka-2.16.1');

/** The files of an Apicurio Registry, and the Python packages of Confluent's client. */
export interface RegistryFiles {
  readonly version: string;
  readonly jar: string;
  readonly folder: string;
  readonly packages: string;
}

/** Installs the registry from Maven Central and the client from PyPI, unless they are there. Throws an Error that names what is missing. */
export function installRegistry(): void {
  install(SERVER, 'mvn', (folder) => [
    ...['-q', '-B', 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack'],
    ...[`-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`],
  ]);
  install(PACKAGES, 'python3', (folder) => [
    ...['-m', 'pip', 'install', '--quiet', '--no-input', '--target', folder],
    ...['-r', REQUIREMENTS],
  ]);
}

/** Returns what installRegistry() has installed; null if it has not. */
export function findRegistry(): RegistryFiles | null {
  if (!existsSync(SERVER) || !existsSync(PACKAGES)) return null;
  const jar = join(SERVER, `apicurio-registry-app-${VERSION}-runner.jar`);
  return { version: VERSION, jar, folder: SERVER, packages: PACKAGES };
}

// Into a temporary folder first: a folder with the final name is complete, also if two processes do this at once.
function install(target: string, program: string, argsOf: (folder: string) => readonly string[]): void {
  if (existsSync(target)) return;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'registry-'));
  // Maven leaves marks of what it unpacked.
  const cwd = mkdtempSync(join(CACHE, 'registry-'));
  try {
    const { status, stdout, stderr } = spawnSync(program, argsOf(folder), { encoding: 'utf8', cwd });
    if (status !== 0) throw new Error(`${program} cannot install ${target}: ${`${stdout}${stderr}`.slice(-2000)}`);
    if (!existsSync(target)) renameSync(folder, target);
  } finally {
    for (const left of [folder, cwd]) rmSync(left, { recursive: true, force: true });
  }
}
